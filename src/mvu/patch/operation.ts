/** One update as the engine carries it out, read from a JSON Patch item or from a stored `_.set(...)` command. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { isPlainObject } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';
import { checkValue } from './safe-value.ts';
import { type WrittenPath } from './spell-path.ts';

export type Operation =
  | { readonly kind: 'replace' | 'delta' | 'insert'; readonly path: WrittenPath; readonly value: JsonValue }
  | { readonly kind: 'remove'; readonly path: WrittenPath }
  | { readonly kind: 'move'; readonly from: WrittenPath; readonly to: WrittenPath }
  /** `_.insert(path, value)` into the container at `path`: a list takes it at the end, an object is merged. */
  | { readonly kind: 'merge'; readonly path: WrittenPath; readonly value: JsonValue }
  /** `_.insert(path, key, value)`. */
  | { readonly kind: 'put'; readonly path: WrittenPath; readonly key: string; readonly value: JsonValue }
  /** `_.remove(path, item)`: a key, an index or a value of the container at `path`. */
  | { readonly kind: 'take'; readonly path: WrittenPath; readonly item: JsonValue };

/**
 * Reads foreign data. An item of a JSON Patch; its `move` takes its goal from `to` or from `path`. Or a command of the
 * older language as effects keep it: `{ command: 'set' | 'insert' | 'remove' | 'add', args, reason? }`, its arguments
 * already plain values; `unreadable` holds one that is none, and the command is refused.
 */
export function readOperation(raw: unknown): Operation | Refusal {
  if (!isPlainObject(raw as JsonValue)) return refuse('not-an-operation');
  const item = raw as JsonObject;
  return typeof item['command'] === 'string' ? readCommand(item) : readPatchItem(item);
}

const pointer = (text: string): WrittenPath => ({ text, style: 'pointer' });
const dotted = (text: string): WrittenPath => ({ text, style: 'dotted' });

function readPatchItem(item: JsonObject): Operation | Refusal {
  const { op, path, from, to, value } = item;
  if (typeof op !== 'string') return refuse('not-an-operation');
  if (op === 'move') {
    const source = from ?? (to === undefined ? undefined : path);
    const goal = to ?? path;
    if (typeof source !== 'string' || typeof goal !== 'string') return refuse('bad-path', 'from');
    return { kind: 'move', from: pointer(source), to: pointer(goal) };
  }
  if (typeof path !== 'string') return refuse('bad-path');
  if (op === 'remove') return { kind: 'remove', path: pointer(path) };
  const kind = op === 'add' ? 'insert' : op;
  if (kind !== 'replace' && kind !== 'delta' && kind !== 'insert') return refuse('unknown-op', op.slice(0, 40));
  if (value === undefined) return refuse('no-value', path);
  return checkValue(value) ?? { kind, path: pointer(path), value };
}

function readCommand(item: JsonObject): Operation | Refusal {
  const args = Array.isArray(item['args']) ? (item['args'] as readonly JsonValue[]) : [];
  const [first, ...rest] = args;
  const refusal = checkValue(args);
  if (refusal) return refusal;
  if (typeof first !== 'string') return refuse('bad-path');
  if (typeof item['unreadable'] === 'string') return refuse('bad-value', item['unreadable']);
  const read = typeof item['command'] === 'string' ? commands.get(item['command']) : undefined;
  return read ? read(dotted(first), rest) : refuse('unknown-op');
}

type CommandReader = (path: WrittenPath, rest: readonly JsonValue[]) => Operation | Refusal;

const commands: ReadonlyMap<string, CommandReader> = new Map<string, CommandReader>([
  // The last argument is the new value; an old value before it is never compared.
  ['set', (path, rest) => withValue(path, rest.at(-1), (value) => ({ kind: 'replace', path, value }))],
  [
    'add',
    (path, rest) =>
      withValue(path, rest.length === 1 ? rest[0] : undefined, (value) => ({ kind: 'delta', path, value })),
  ],
  ['insert', (path, [second, third]) => withValue(path, second, (value) => insertion(path, value, third))],
  ['remove', (path, [item]) => (item === undefined ? { kind: 'remove', path } : { kind: 'take', path, item })],
]);

function withValue(
  path: WrittenPath,
  value: JsonValue | undefined,
  then: (value: JsonValue) => Operation | Refusal,
): Operation | Refusal {
  return value === undefined ? refuse('no-value', path.text) : then(value);
}

function insertion(path: WrittenPath, second: JsonValue, third: JsonValue | undefined): Operation | Refusal {
  if (third === undefined) return { kind: 'merge', path, value: second };
  if (typeof second !== 'string' && typeof second !== 'number') return refuse('bad-path', path.text);
  return { kind: 'put', path, key: String(second), value: third };
}
