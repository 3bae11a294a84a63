/** Applies one change to the state: strictly, or not at all. */
import { type JsonValue } from '../../shared/json-value.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type StoryLanguage } from '../run/turn-request.ts';
import { type EventRecord, type GameState, type GameTime, type Quest } from './game-state.ts';
import { type ChangeRefusal, type ChangeRefusalCode, refusal } from './refusal-text.ts';
import { sameName } from './same-name.ts';
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

type Attempt = Result<Partial<GameState>, { readonly code: ChangeRefusalCode; readonly about: string }>;

const LOG_LENGTH = 200;
const MINUTES_PER_DAY = 1_440;

/** Never changes `state`; every change leaves a record in the log, accepted or not. */
export function applyChange(state: GameState, change: StateChange, at: ChangePoint): AppliedChange {
  const attempt = attemptChange(state, change);
  const refused = attempt.ok ? null : refusal(attempt.error.code, attempt.error.about, at.language);
  const next = attempt.ok ? { ...state, ...attempt.value } : state;
  const record: EventRecord = {
    time: next.time,
    round: at.round,
    type: change.type,
    params: paramsOf(change),
    accepted: refused === null,
    ...(refused ? { reason: refused.reason } : {}),
  };
  return { state: { ...next, eventLog: [...next.eventLog.slice(1 - LOG_LENGTH), record] }, refusal: refused };
}

function attemptChange(state: GameState, change: StateChange): Attempt {
  switch (change.type) {
    case 'move': {
      const location = sameName(change.location, state.known.locations);
      return ok({ location, known: learn(state, 'locations', location) });
    }
    case 'add_item':
      return addItem(state, change.item, change.quantity);
    case 'remove_item':
      return removeItem(state, change.item, change.quantity);
    case 'set_relationship':
      return relate(state, change.npc, () => change.value);
    case 'modify_relationship':
      return relate(state, change.npc, (now) => now + change.delta);
    case 'start_quest':
    case 'advance_quest':
    case 'complete_quest':
      return moveQuest(state, change);
    case 'set_flag':
      return ok({ flags: { ...state.flags, [change.flag]: change.value } });
    case 'pass_time':
      return ok({ time: later(state.time, change.minutes) });
  }
}

function addItem(state: GameState, name: string, quantity: number): Attempt {
  const item = sameName(name, Object.keys(state.inventory));
  const have = Object.hasOwn(state.inventory, item) ? (state.inventory[item] ?? 0) : 0;
  return ok({
    inventory: { ...state.inventory, [item]: have + quantity },
    known: learn(state, 'items', item),
  });
}

function removeItem(state: GameState, name: string, quantity: number): Attempt {
  const item = sameName(name, Object.keys(state.inventory));
  const have = Object.hasOwn(state.inventory, item) ? (state.inventory[item] ?? 0) : 0;
  if (have < quantity) return err({ code: 'not-enough', about: `${item} ${have} < ${quantity}` });
  const { [item]: _gone, ...others } = state.inventory;
  return ok({ inventory: have === quantity ? others : { ...state.inventory, [item]: have - quantity } });
}

function relate(state: GameState, name: string, next: (now: number) => number): Attempt {
  const npc = sameName(name, [...Object.keys(state.relationships), ...state.known.npcs]);
  const now = Object.hasOwn(state.relationships, npc) ? (state.relationships[npc] ?? 0) : 0;
  const value = Math.max(-100, Math.min(100, next(now)));
  if (!Number.isFinite(value)) return err({ code: 'not-a-number', about: String(value) });
  return ok({
    relationships: { ...state.relationships, [npc]: value },
    known: learn(state, 'npcs', npc),
  });
}

type QuestChange = Extract<StateChange, { readonly questId: string }>;

function moveQuest(state: GameState, change: QuestChange): Attempt {
  const questId = sameName(change.questId, [...Object.keys(state.quests), ...state.known.quests]);
  const quest = Object.hasOwn(state.quests, questId) ? state.quests[questId] : undefined;
  const next = nextQuest(quest, change);
  if (!next.ok) return err({ code: next.error, about: questId });
  return ok({ quests: { ...state.quests, [questId]: next.value }, known: learn(state, 'quests', questId) });
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
  return names.includes(name) ? state.known : { ...state.known, [kind]: [...names, name] };
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
