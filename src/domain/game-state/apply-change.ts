/** Applies one change to the state: strictly, or not at all. */
import { type JsonValue } from '../../shared/json-value.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type StoryLanguage } from '../run/turn-request.ts';
import { checkChange, type Fault } from './check-change.ts';
import { freshCopy, type FreshParts, withEntry } from './fresh-parts.ts';
import { type EventRecord, type GameState, type GameTime, type Quest } from './game-state.ts';
import { type ChangeRefusal, type ChangeRefusalCode, refusal } from './refusal-text.ts';
import { makePlainNames, type NameKind, type PlainName, plainName, sameName } from './same-name.ts';
import { type StateChange } from './state-change.ts';

export interface ChangePoint {
  readonly round: number;
  readonly language: StoryLanguage;
}

export interface AppliedChange {
  /** With the change, or only with the record that it was refused. */
  readonly state: GameState;
  readonly refusal: ChangeRefusal | null;
}

type Attempt = Result<Partial<GameState>, Fault>;

const LOG_LENGTH = 200;
const MINUTES_PER_DAY = 1_440;
/** Names of one kind that are remembered; a story never needs more, a broken model may make them without end. */
const KNOWN_LIMIT = 2_000;
const STOCK_LIMIT = Number.MAX_SAFE_INTEGER;

/** `fresh`: parts nobody else holds, which are changed in place; what is copied joins them. Without it all is copied. */
export type ApplyChange = (state: GameState, change: StateChange, at: ChangePoint, fresh?: FreshParts) => AppliedChange;

/**
 * Never changes `state`, but for what is `fresh`; every change leaves a record in the log, accepted or not. What comes
 * from a file is checked again. For a fold use one `makeApplyChange` for all its changes.
 */
export const applyChange: ApplyChange = (state, change, at, fresh = new Set()) =>
  apply(state, change, at, { plain: plainName, fresh });

/** The same rule with a memory for names, so that ten thousand rounds fold quickly. */
export function makeApplyChange(): ApplyChange {
  const plain = makePlainNames();
  return (state, change, at, fresh = new Set()) => apply(state, change, at, { plain, fresh });
}

interface Means {
  readonly plain: PlainName;
  readonly fresh: FreshParts;
}

function apply(state: GameState, change: StateChange, at: ChangePoint, means: Means): AppliedChange {
  const { fresh } = means;
  const fault = checkChange(change);
  const attempt = fault ? err(fault) : attemptChange(state, change, means);
  const refused = attempt.ok ? null : refusal(attempt.error.code, attempt.error.about, at.language);
  const next: { -readonly [K in keyof GameState]: GameState[K] } = freshCopy(state, fresh);
  if (attempt.ok) Object.assign(next, attempt.value);
  const record: EventRecord = {
    time: next.time,
    round: at.round,
    type: change.type,
    params: paramsOf(change),
    accepted: refused === null,
    ...(refused ? { reason: refused.reason } : {}),
  };
  next.eventLog = withRecord(next.eventLog, record, fresh);
  return { state: next, refusal: refused };
}

function withRecord(log: GameState['eventLog'], record: EventRecord, fresh: FreshParts): GameState['eventLog'] {
  const mine: EventRecord[] = freshCopy(log, fresh);
  mine.push(record);
  if (mine.length > LOG_LENGTH) mine.splice(0, mine.length - LOG_LENGTH);
  return mine;
}

function attemptChange(state: GameState, change: StateChange, { plain, fresh }: Means): Attempt {
  const idOf: FindId = (name, held, known, kind = 'thing') => idFor(name, held, known, { kind, plain });
  switch (change.type) {
    case 'move': {
      const location = idOf(change.location, {}, state.known.locations);
      return ok({ location, known: learn(state, 'locations', location) });
    }
    case 'add_item':
      return addItem(state, change, { idOf, fresh });
    case 'remove_item':
      return removeItem(state, change, { idOf, fresh });
    case 'set_relationship':
    case 'modify_relationship':
      return relate(state, change, { idOf, fresh });
    case 'start_quest':
    case 'advance_quest':
    case 'complete_quest':
      return moveQuest(state, change, { idOf, fresh });
    case 'set_flag':
      return ok({ flags: withEntry(state.flags, change.flag, change.value, fresh) });
    case 'pass_time':
      return ok({ time: later(state.time, change.minutes) });
  }
}

type ItemChange = Extract<StateChange, { readonly item: string }>;
type FindId = (name: string, held: object, known: readonly string[], kind?: NameKind) => string;
interface Ways {
  readonly idOf: FindId;
  readonly fresh: FreshParts;
}

function addItem(state: GameState, { item: name, quantity }: ItemChange, { idOf, fresh }: Ways): Attempt {
  const item = idOf(name, state.inventory, state.known.items);
  const stock = (ownValue(state.inventory, item) ?? 0) + quantity;
  if (stock > STOCK_LIMIT) return err({ code: 'too-large', about: String(stock) });
  return ok({ inventory: withEntry(state.inventory, item, stock, fresh), known: learn(state, 'items', item) });
}

function removeItem(state: GameState, { item: name, quantity }: ItemChange, { idOf, fresh }: Ways): Attempt {
  const item = idOf(name, state.inventory, []);
  const stock = ownValue(state.inventory, item) ?? 0;
  if (stock < quantity) return err({ code: 'not-enough', about: `${item} ${stock} < ${quantity}` });
  const inventory = withEntry(state.inventory, item, stock - quantity, fresh);
  if (stock === quantity) delete inventory[item];
  return ok({ inventory });
}

type RelationChange = Extract<StateChange, { readonly npc: string }>;

function relate(state: GameState, change: RelationChange, { idOf, fresh }: Ways): Attempt {
  const npc = idOf(change.npc, state.relationships, state.known.npcs, 'person');
  const next = 'value' in change ? change.value : (ownValue(state.relationships, npc) ?? 0) + change.delta;
  const value = Math.max(-100, Math.min(100, next));
  return ok({ relationships: withEntry(state.relationships, npc, value, fresh), known: learn(state, 'npcs', npc) });
}

/** Nearly every name is written as it stands in the state; only others are compared in earnest. */
function idFor(
  name: string,
  held: object,
  known: readonly string[],
  how: { readonly kind: NameKind; readonly plain: PlainName },
): string {
  if (Object.hasOwn(held, name)) return name;
  const nearest = sameName(name, Object.keys(held), how.kind, how.plain);
  return nearest === name ? sameName(name, known, how.kind, how.plain) : nearest;
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

type QuestChange = Extract<StateChange, { readonly questId: string }>;

function moveQuest(state: GameState, change: QuestChange, { idOf, fresh }: Ways): Attempt {
  const questId = idOf(change.questId, state.quests, state.known.quests);
  const quest = ownValue(state.quests, questId);
  const next = nextQuest(quest, change);
  if (!next.ok) return err({ code: next.error, about: questId });
  return ok({ quests: withEntry(state.quests, questId, next.value, fresh), known: learn(state, 'quests', questId) });
}

function nextQuest(quest: Quest | undefined, change: QuestChange): Result<Quest, ChangeRefusalCode> {
  if (change.type === 'start_quest') {
    if (quest?.status === 'active') return err('quest-active');
    if (quest && quest.status !== 'available') return err('quest-over');
    return ok({ status: 'active', stage: change.stage });
  }
  if (quest?.status !== 'active') return err('quest-not-active');
  if (change.type === 'advance_quest') return ok({ ...quest, stage: change.stage });
  const status = change.outcome === 'success' ? 'completed' : 'failed';
  return ok({ ...quest, status, outcome: change.outcome });
}

function learn(state: GameState, kind: keyof GameState['known'], name: string): GameState['known'] {
  const names = state.known[kind];
  return names.length >= KNOWN_LIMIT || names.includes(name)
    ? state.known
    : { ...state.known, [kind]: [...names, name] };
}

function later(time: GameTime, minutes: number): GameTime {
  const total = time.hour * 60 + time.minute + minutes;
  const rest = total % MINUTES_PER_DAY;
  return { day: time.day + Math.floor(total / MINUTES_PER_DAY), hour: Math.floor(rest / 60), minute: rest % 60 };
}

/** As the model's JSON names them. */
function paramsOf(change: StateChange): Readonly<Record<string, JsonValue>> {
  const { type: _type, ...params } = change;
  if (!('questId' in params)) return params;
  const { questId, ...others } = params;
  return { quest_id: questId, ...others };
}
