/** Stands where MVU would be while it is absent, with the same members and events, so that status bars and card scripts keep working. */
import { type MvuCommand, type UpdateEngine } from '../ports/mvu-host.ts';
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { makeUndoList } from '../shared/undo-list.ts';
import { askedEvents, MVU_INITIALIZED, mvuEvents, zodEvents } from './mvu-events.ts';
import { STAND_IN_FLAG, type MvuRealm } from './mvu-realm.ts';
import { readScope, safeRecord, writeScope, type VariableOption } from './mvu-scopes.ts';
import { lookUp, setSingleVariable, withoutDescription } from './mvu-single-variable.ts';
import { type St } from './st-context.ts';

export interface StandIn {
  readonly [STAND_IN_FLAG]: true;
  readonly events: typeof mvuEvents;
  getMvuData(option?: VariableOption): JsonObject;
  replaceMvuData(data: JsonObject, option?: VariableOption): Promise<void>;
  parseMessage(text: string, before: JsonObject): Promise<JsonObject>;
  isDuringExtraAnalysis(): false;
  getMvuVariable(data: unknown, path: string, option?: { category?: string; default_value?: unknown }): unknown;
  /** Existing places only; false when there is none. */
  setMvuVariable(
    data: unknown,
    path: string,
    value: unknown,
    option?: { reason?: string; is_recursive?: boolean },
  ): Promise<boolean>;
  getRecordFromMvuData(data: unknown, category: string): unknown;
  /** Adds what the books' initial variables have and `data` lacks; false when there are none. */
  reloadInitVar(data: unknown): Promise<boolean>;
  /** Of the newest message. */
  getCurrentMvuData(): JsonObject;
  replaceCurrentMvuData(data: JsonObject): Promise<void>;
}

const newest = (st: St): VariableOption => ({ type: 'message', message_id: st().chat.length - 1 });

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
      const tree = data['stat_data'];
      replaceContent(data, await engine.run(commands, safeRecord(data)));
      for (const path of new Set(commands.map(({ args }) => args[0] ?? ''))) {
        const [was, is] = [lookUp(tree, path), lookUp(data['stat_data'], path)];
        if (is !== undefined && JSON.stringify(was) !== JSON.stringify(is)) {
          await emit(mvuEvents.SINGLE_VARIABLE_UPDATED, data['stat_data'], path, was, is);
        }
      }
      await emit(mvuEvents.VARIABLE_UPDATE_ENDED, data, before);
      await emit(zodEvents.updateEnded, data, before);
      return safeRecord(data);
    },
    isDuringExtraAnalysis: () => false,
    getMvuVariable: (data, path, option = {}) =>
      withoutDescription(lookUp(partOf(data, option.category ?? 'stat'), path)) ?? option.default_value,
    async setMvuVariable(data, path, value, { reason = '', is_recursive = false } = {}) {
      const change = setSingleVariable(data, path, value, reason);
      if (change && is_recursive) {
        await emit(mvuEvents.SINGLE_VARIABLE_UPDATED, partOf(data, 'stat'), path, change.before, change.after);
      }
      return change !== null;
    },
    getRecordFromMvuData: (data, category) => partOf(data, category),
    async reloadInitVar(data) {
      const next = isRecord(data) ? await engine.reload(safeRecord(data)) : null;
      if (next === null) return false;
      replaceContent(data as Record<string, JsonValue>, next);
      return true;
    },
    getCurrentMvuData: () => readScope(st, newest(st)),
    replaceCurrentMvuData(data) {
      writeScope(st, data, newest(st));
      return Promise.resolve();
    },
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
  const undos = makeUndoList();
  undos.add(() => {
    if (realm.Mvu === standIn) delete realm.Mvu;
  });
  undos.add(answerScripts(st, () => (realm.Mvu === standIn ? standIn : null)));
  return () => undos.run();
}

/** What card scripts ask by event instead of by call; a real MVU answers for itself. */
function answerScripts(st: St, here: () => StandIn | null): () => void {
  const source = st().eventSource;
  const invoke = async (text: unknown, variables: unknown): Promise<void> => {
    const mvu = here();
    if (!mvu || typeof text !== 'string' || !isRecord(variables)) return;
    variables['new_variables'] = await mvu.parseMessage(text, safeRecord(variables['old_variables']));
  };
  const update = (...[tree, path, value, reason, recursive]: readonly unknown[]): Promise<boolean> | undefined =>
    here()?.setMvuVariable({ stat_data: tree }, String(path), value, {
      reason: typeof reason === 'string' ? reason : '',
      is_recursive: recursive === true,
    });
  source.on(askedEvents.invoke, invoke);
  source.on(askedEvents.update, update);
  return () => {
    source.removeListener(askedEvents.invoke, invoke);
    source.removeListener(askedEvents.update, update);
  };
}
