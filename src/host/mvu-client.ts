/** MVU's side of SillyTavern behind its port: whether it is there, its records, its parser, and our stand-in for it. */
import { NarrativeError } from '../domain/errors.ts';
import { type InitialBookNames, type MvuHost, type MvuPresence, type RecordWrite } from '../ports/mvu-host.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { isRecord, safeJson } from '../shared/safe-json.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { mvuEvents } from './mvu-events.ts';
import { enabledScripts, realMvu, type MvuGlobal, type MvuRealm } from './mvu-realm.ts';
import {
  mergedRecord,
  readMvuRecord,
  readVariables,
  realignRecords,
  shownSwipe,
  writeMvuRecord,
} from './mvu-records.ts';
import { makeStandIn, placeStandIn, type StandIn } from './mvu-stand-in.ts';
import { openCharacterIndex, type St, type StContext } from './st-context.ts';

export interface MvuClientDeps {
  readonly st: St;
  /** `globalThis` in SillyTavern. */
  readonly realm: MvuRealm;
  /** SillyTavern's list of books selected for all chats, from its world-info module. */
  readonly selectedBooks: () => readonly string[];
  /** The card's additional books, from the same module. */
  readonly additionalBooks: () => readonly string[];
}

/** Longer than any card's script takes; MVU that hangs must not hold the turn. */
const PARSE_TIMEOUT_MS = 8_000;

export function makeMvuHost(deps: MvuClientDeps): MvuHost {
  const { st, realm } = deps;
  let standIn: StandIn | null = null;
  return {
    presence() {
      const presence = presenceOf(st(), realm);
      // MVU takes its object away when its script unloads: the place is ours again.
      if (presence.kind === 'absent' && standIn && realm.Mvu === undefined) placeStandIn(st, realm, standIn);
      return presence;
    },
    read(index, swipe) {
      const message = st().chat[index];
      return message ? readMvuRecord(message, swipe ?? shownSwipe(message)) : null;
    },
    readBefore(index) {
      const { chat } = st();
      for (let at = Math.min(index, chat.length) - 1; at >= 0; at -= 1) {
        const message = chat[at];
        const record = message && readMvuRecord(message, shownSwipe(message));
        if (record) return record;
      }
      return null;
    },
    parse(text, before, signal) {
      const mvu = realMvu(realm) ?? standIn;
      if (!mvu) return Promise.reject(new NarrativeError('tool.unavailable', { message: 'MVU is not there.' }));
      return parseWith(mvu, { text, before, signal });
    },
    async initialised(record, swipe) {
      if (realMvu(realm)) return record;
      const copy = structuredClone(record);
      await st().eventSource.emit(mvuEvents.VARIABLE_INITIALIZED, copy, swipe);
      // Listeners change it in place; what they leave counts as far as it is plain data.
      const left = safeJson(copy, 64);
      return isRecord(left) ? left : record;
    },
    async beforeUpdate({ record, text }) {
      if (realMvu(realm) || !standIn) return { record, text };
      const message = { variables: structuredClone(record) as unknown, message_content: text as unknown };
      await st().eventSource.emit(mvuEvents.BEFORE_MESSAGE_UPDATE, message);
      const variables = safeJson(message.variables, 64);
      return {
        record: isRecord(variables) ? variables : record,
        text: typeof message.message_content === 'string' ? message.message_content : text,
      };
    },
    write: (writes) => writes.filter((write) => writeOne(st(), realm, write)).length,
    realign(index, deletedSwipe) {
      const message = st().chat[index];
      return message ? realignRecords(message, deletedSwipe) : false;
    },
    bookNames: () => bookNamesOf(st(), deps),
    usesZod: () => enabledScripts(realm, cardExtensions(st())).some((script) => script.includes('registerMvuSchema')),
    standIn(engine) {
      const mine = makeStandIn(st, engine);
      standIn = mine;
      const remove = placeStandIn(st, realm, mine);
      return () => {
        remove();
        if (standIn === mine) standIn = null;
      };
    },
  };
}

function presenceOf(ctx: StContext, realm: MvuRealm): MvuPresence {
  const mvu = realMvu(realm);
  if (mvu) {
    const settings = ctx.extensionSettings['mvu_settings'];
    const extraModel = isRecord(settings) && settings['更新方式'] === '额外模型解析';
    return { kind: 'present', extraModel, asking: mvu.isDuringExtraAnalysis?.() === true };
  }
  // Without JS-Slash-Runner nothing could load it.
  const canCome = realm.TavernHelper !== undefined;
  const brings = canCome && enabledScripts(realm, cardExtensions(ctx)).some((script) => /MagVarUpdate/i.test(script));
  return { kind: brings ? 'expected' : 'absent' };
}

/** Only the card's own data is read, by its place in the list: names may repeat. */
function cardExtensions(ctx: StContext): unknown {
  const index = openCharacterIndex(ctx);
  const card = index === null ? null : ctx.characters[index];
  const data = isRecord(card) ? card['data'] : null;
  return isRecord(data) ? data['extensions'] : null;
}

function bookNamesOf(ctx: StContext, deps: MvuClientDeps): InitialBookNames {
  const extensions = cardExtensions(ctx);
  const world = isRecord(extensions) ? extensions['world'] : undefined;
  const primary = typeof world === 'string' && world !== '' ? world : null;
  return { global: deps.selectedBooks(), primary, additional: deps.additionalBooks() };
}

interface ParseRequest {
  readonly text: string;
  readonly before: JsonObject;
  readonly signal: AbortSignal;
}

async function parseWith(mvu: Pick<MvuGlobal, 'parseMessage'> | StandIn, request: ParseRequest): Promise<JsonObject> {
  const { text, before, signal } = request;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PARSE_TIMEOUT_MS);
  const stop = (): void => limit.abort();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const asked = Promise.resolve(mvu.parseMessage(text, structuredClone(before)));
    const answer = safeJson(await untilAborted(asked, limit.signal, () => abortedBy(signal)), 64);
    if (isRecord(answer) && isRecord(answer['stat_data'])) return answer;
    throw new NarrativeError('tool.failed', { message: 'MVU gave no record back.' });
  } catch (error) {
    if (error instanceof NarrativeError) throw error;
    throw new NarrativeError('tool.failed', { message: 'MVU failed on this message.', cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function abortedBy(signal: AbortSignal): NarrativeError {
  if (!signal.aborted) return new NarrativeError('tool.timeout', { message: 'MVU did not answer.' });
  const reason: unknown = signal.reason;
  return reason instanceof NarrativeError ? reason : new NarrativeError('run.cancelled');
}

/** Through MVU where it is and the swipe is the one shown, so that it knows; always by number, never by "latest". */
function writeOne(ctx: StContext, realm: MvuRealm, { index, swipe, record }: RecordWrite): boolean {
  const message = ctx.chat[index];
  if (!message) return false;
  const changed = writeMvuRecord(message, swipe, record);
  const mvu = realMvu(realm);
  if (!changed || !mvu || swipe !== shownSwipe(message)) return changed;
  try {
    const whole = mergedRecord(readVariables(message, swipe) ?? {}, record);
    mvu.replaceMvuData(whole, { type: 'message', message_id: index });
  } catch {
    // The record already stands on the message; MVU reads it from there.
    return true;
  }
  return true;
}
