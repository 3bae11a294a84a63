/** The engine in the words of MVU's events: updates as commands that card scripts may look at and change. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { parseJson } from '../shared/json.ts';
import { extractUpdates } from './extract-updates.ts';
import { parsePointer, type Segments } from './patch/pointer.ts';
import { updateRecord } from './update-record.ts';

interface Command {
  type: string;
  full_match: string;
  args: string[];
  reason: string;
}

export interface CommandEngine {
  commandsOf(text: string): Promise<Command[]>;
  run(commands: readonly Command[], before: JsonObject): Promise<JsonObject>;
  reload(record: JsonObject): Promise<JsonObject | null>;
}

/** @param reload the record with the initial variables it lacks */
export function makeUpdateEngine(reload: CommandEngine['reload'] = () => Promise.resolve(null)): CommandEngine {
  return {
    reload,
    async commandsOf(text) {
      const { operations } = await extractUpdates(text);
      return operations.flatMap((operation) => commandOf(operation) ?? []);
    },
    run: (commands, before) => Promise.resolve(updateRecord(before, commands.map(operationOf)).record),
  };
}

/** null for what is no operation at all. */
export function commandOf(operation: JsonObject): Command | null {
  const make = (type: string, args: readonly (JsonValue | undefined)[], reason = 'json_patch'): Command => ({
    type,
    full_match: JSON.stringify(operation),
    args: args.flatMap((arg, i) =>
      arg === undefined ? [] : [i === 0 && typeof arg === 'string' ? arg : JSON.stringify(arg)],
    ),
    reason,
  });
  const { op, path, from, to, value, command, args, reason } = operation;
  if (typeof command === 'string' && Array.isArray(args)) {
    const type = command === 'remove' ? 'delete' : command;
    return make(type, args as readonly JsonValue[], typeof reason === 'string' ? reason : '');
  }
  if (op === 'move') return make('move', [dotted(from ?? path), dottedValue(to ?? path)]);
  if (op === 'replace') return make('set', [dotted(path), value]);
  if (op === 'delta') return make('add', [dotted(path), value]);
  if (op === 'remove') return make('delete', [dotted(path)]);
  return op === 'insert' || op === 'add' ? make('insert', insertion(path, value)) : null;
}

function insertion(path: JsonValue | undefined, value: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  const segments = segmentsOf(path);
  return [dotted(toDotted(segments.slice(0, -1))), segments.at(-1), value];
}

/** The stored form of a command, after listeners had it in their hands. */
export function operationOf(command: Command): JsonObject {
  const [path = '', ...rest] = command.args;
  const values = rest.map((arg): JsonValue => {
    const parsed = parseJson(arg);
    return parsed.ok ? parsed.value : arg;
  });
  if (command.type === 'move') return { op: 'move', from: path, to: values[0] ?? '' };
  const name = command.type === 'delete' ? 'remove' : command.type;
  return { command: name, args: [path, ...values], ...(command.reason === '' ? {} : { reason: command.reason }) };
}

const segmentsOf = (path: JsonValue | undefined): Segments => {
  if (typeof path !== 'string') return [];
  return parsePointer(path === '' || path.startsWith('/') ? path : `/${path}`) ?? [path];
};

/** Old listeners compare `主角.金币`: plain names are joined by dots, others stand in brackets. */
function toDotted(segments: Segments): string {
  return segments
    .map((segment, i) =>
      /^[^.[\]"'/]+$/.test(segment) ? (i === 0 ? segment : `.${segment}`) : `[${JSON.stringify(segment)}]`,
    )
    .join('');
}

const dotted = (path: JsonValue | undefined): string =>
  typeof path === 'string' && !path.includes('/') ? path : toDotted(segmentsOf(path));
const dottedValue = (path: JsonValue | undefined): string => dotted(path);
