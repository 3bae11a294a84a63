/** Stands where MVU would be while it is absent, with the same members and events, so that status bars and card scripts keep working. */
import { type MvuCommand, type UpdateEngine } from '../ports/mvu-host.ts';
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isRecord, own, safeJson } from '../shared/safe-json.ts';
import { MVU_INITIALIZED, mvuEvents, zodEvents } from './mvu-events.ts';
import { STAND_IN_FLAG, type MvuRealm } from './mvu-realm.ts';
import { readVariables, shownSwipe, type MessageWithVariables } from './mvu-records.ts';
import { type St } from './st-context.ts';

interface VariableOption {
  readonly type?: string;
  readonly message_id?: number | 'latest';
}

export interface StandIn {
  readonly [STAND_IN_FLAG]: true;
  readonly events: typeof mvuEvents;
  getMvuData(option?: VariableOption): JsonObject;
  replaceMvuData(data: JsonObject, option?: VariableOption): Promise<void>;
  parseMessage(text: string, before: JsonObject): Promise<JsonObject>;
  isDuringExtraAnalysis(): false;
  getMvuVariable(data: unknown, path: string, option?: { category?: string; default_value?: unknown }): unknown;
  getRecordFromMvuData(data: unknown, category: string): unknown;
}

/** Emits MVU's events in its order around our engine; a listener may change the commands and the data in place. */
export function makeStandIn(st: St, engine: UpdateEngine): StandIn {
  const emit = (name: string, ...args: unknown[]): Promise<void> => st().eventSource.emit(name, ...args);
  return {
    [STAND_IN_FLAG]: true,
    events: mvuEvents,
    getMvuData: (option) => readScope(st, option),
    replaceMvuData(data, option) {
      writeScope(st, data, option);
      return Promise.resolve();
    },
    async parseMessage(text, before) {
      // One object from first to last: scripts keep hold of it.
      const data: Record<string, JsonValue> = { ...safeRecord(before) };
      if (!isRecord(data['stat_data'])) return data;
      await emit(mvuEvents.VARIABLE_UPDATE_STARTED, data);
      const commands: MvuCommand[] = await engine.commandsOf(text);
      await emit(mvuEvents.COMMAND_PARSED, data, commands, text);
      await emit(zodEvents.commandParsed, data, commands, text);
      await emit(zodEvents.commandParsedEnded, data, commands, text);
      replaceContent(data, await engine.run(commands, safeRecord(data)));
      await emit(mvuEvents.VARIABLE_UPDATE_ENDED, data, before);
      await emit(zodEvents.updateEnded, data, before);
      return safeRecord(data);
    },
    isDuringExtraAnalysis: () => false,
    getMvuVariable(data, path, option = {}) {
      const found = lookUp(partOf(data, option.category ?? 'stat'), path);
      if (!Array.isArray(found)) return found ?? option.default_value;
      const list = found as readonly unknown[];
      return list.length === 2 && typeof list[1] === 'string' ? list[0] : list;
    },
    getRecordFromMvuData: (data, category) => partOf(data, category),
  };
}

function partOf(data: unknown, category: string): unknown {
  const key = category === 'display' ? 'display_data' : category === 'delta' ? 'delta_data' : 'stat_data';
  return own(safeRecord(data), key);
}

function replaceContent(data: Record<string, JsonValue>, next: JsonObject): void {
  for (const key of Object.keys(data)) if (!Object.hasOwn(next, key)) delete data[key];
  Object.assign(data, next);
}

/** What listeners left, as plain data: never something that is not JSON. */
function safeRecord(data: unknown): JsonObject {
  const copy = safeJson(data, 64);
  return isRecord(copy) ? copy : {};
}

function messageOf(st: St, id: number | 'latest'): { message: MessageWithVariables; swipe: number } {
  const { chat } = st();
  const index = id === 'latest' ? chat.length - 1 : id < 0 ? chat.length + id : id;
  const message: MessageWithVariables | undefined = chat[index];
  if (!message) throw new RangeError(`There is no message ${id}.`);
  return { message, swipe: shownSwipe(message) };
}

function readScope(st: St, option: VariableOption = { type: 'chat' }): JsonObject {
  if (option.type === 'message') {
    const { message, swipe } = messageOf(st, option.message_id ?? 'latest');
    return readVariables(message, swipe) ?? {};
  }
  return safeRecord(st().chatMetadata['variables']);
}

function writeScope(st: St, data: JsonObject, option: VariableOption = { type: 'chat' }): void {
  if (option.type !== 'message') {
    st().chatMetadata['variables'] = safeRecord(data);
    st().saveMetadataDebounced();
    return;
  }
  const { message, swipe } = messageOf(st, option.message_id ?? 'latest');
  const slots: unknown[] = Array.isArray(message.variables) ? [...(message.variables as unknown[])] : [];
  while (slots.length <= swipe) slots.push({});
  slots[swipe] = safeRecord(data);
  message.variables = slots;
  st().saveMetadataDebounced();
}

function lookUp(root: unknown, path: string): unknown {
  return path
    .split(/[.[\]"']+/)
    .filter((segment) => segment !== '')
    .reduce<unknown>(
      (here, segment) => (typeof here === 'object' && here !== null ? own(here, segment) : undefined),
      root,
    );
}

/**
 * Puts the stand-in on the page. A real MVU simply takes the place over and finds nothing in its way; the undo removes
 * only our own.
 */
export function placeStandIn(st: St, realm: MvuRealm, standIn: StandIn): () => void {
  if (realm.Mvu !== undefined) return () => undefined;
  let real: unknown = standIn;
  Object.defineProperty(realm, 'Mvu', {
    configurable: true,
    enumerable: true,
    get: () => real,
    set(value: unknown) {
      // Whoever sets it is the real one: from now on this is an ordinary property of its own.
      real = value;
      Object.defineProperty(realm, 'Mvu', { configurable: true, enumerable: true, writable: true, value });
    },
  });
  void st().eventSource.emit(MVU_INITIALIZED);
  return () => {
    if (realm.Mvu === standIn) delete realm.Mvu;
  };
}
