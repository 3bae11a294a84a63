/** One item of a model's `events`, in whatever spelling, becomes one of the ten changes or a refusal with its reason. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type StoryLanguage } from '../run/turn-request.ts';
import { readMinutes } from './read-minutes.ts';
import { type ChangeRefusal, type ChangeRefusalCode, refusal } from './refusal-text.ts';
import { type StateChange } from './state-change.ts';

type Outcome<T> = Result<T, { readonly code: ChangeRefusalCode; readonly about: string }>;
type Params = JsonObject;

const NAME_LIMIT = 120;
const QUANTITY_LIMIT = 1_000_000_000;
const FLAG_LIMIT = 4_000;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

const names = {
  location: ['location', 'place', 'destination', 'to', '地点', '位置'],
  item: ['item', 'item_name', 'itemName', 'name', '物品', '名称'],
  quantity: ['quantity', 'amount', 'count', 'qty', 'number', '数量'],
  npc: ['npc', 'character', 'person', 'name', 'target', '人物', '角色'],
  value: ['value', '值', '数值'],
  delta: ['delta', 'change', 'amount', 'value', '变化'],
  quest: ['quest_id', 'questId', 'quest', 'id', 'name', '任务'],
  stage: ['stage', 'step', 'status', '阶段', '进度'],
  outcome: ['outcome', 'result', '结果'],
  flag: ['flag', 'key', 'name', '标记'],
} as const;

/** @param proposal `{type, params}` or flat; anything else is refused */
export function normaliseChange(proposal: JsonValue, language: StoryLanguage): Result<StateChange, ChangeRefusal> {
  const read = isObject(proposal) ? readProposal(proposal) : refuse('not-an-object', '');
  return read.ok ? read : err(refusal(read.error.code, read.error.about, language));
}

function readProposal(proposal: JsonObject): Outcome<StateChange> {
  const written = own(proposal, 'type') ?? own(proposal, 'event') ?? own(proposal, '类型');
  const type = typeof written === 'string' ? snake(written) : '';
  const reader = Object.hasOwn(readers, type) ? readers[type as keyof typeof readers] : undefined;
  if (!reader) return refuse('unknown-type', typeof written === 'string' ? written : JSON.stringify(written ?? null));
  const inner = ['params', 'parameters', 'args', 'arguments', 'data', '参数']
    .map((key) => own(proposal, key))
    .find(isObject);
  return reader({ ...proposal, ...inner });
}

/** `AddItem`, `add-item` and `add item` are `add_item`. */
function snake(text: string): string {
  return text
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

const readers = {
  move: (params: Params) => mapped(nameOf(params, 'location'), (location): StateChange => ({ type: 'move', location })),
  add_item: (params: Params) => readItem(params, 'add_item'),
  remove_item: (params: Params) => readItem(params, 'remove_item'),
  set_relationship: (params: Params) =>
    chained(nameOf(params, 'npc'), (npc) =>
      chained(numberOf(params, 'value'), (value) =>
        Math.abs(value) > 100
          ? refuse('out-of-range', String(value))
          : ok<StateChange>({ type: 'set_relationship', npc, value }),
      ),
    ),
  modify_relationship: (params: Params) =>
    chained(nameOf(params, 'npc'), (npc) =>
      mapped(numberOf(params, 'delta'), (delta): StateChange => ({ type: 'modify_relationship', npc, delta })),
    ),
  start_quest: (params: Params) =>
    mapped(nameOf(params, 'quest'), (questId): StateChange => ({
      type: 'start_quest',
      questId,
      stage: stageOf(params) ?? 'start',
    })),
  advance_quest: (params: Params) =>
    chained(nameOf(params, 'quest'), (questId) => {
      const stage = stageOf(params);
      return stage === null
        ? refuse('name-missing', 'stage')
        : ok<StateChange>({ type: 'advance_quest', questId, stage });
    }),
  complete_quest: (params: Params) =>
    chained(nameOf(params, 'quest'), (questId) =>
      mapped(outcomeOf(params), (outcome): StateChange => ({ type: 'complete_quest', questId, outcome })),
    ),
  set_flag: readFlag,
  pass_time: (params: Params) =>
    mapped(readMinutes(params), (minutes): StateChange => ({ type: 'pass_time', minutes })),
} satisfies Record<StateChange['type'], (params: Params) => Outcome<StateChange>>;

function readItem(params: Params, type: 'add_item' | 'remove_item'): Outcome<StateChange> {
  return chained(nameOf(params, 'item'), (item) => {
    const given = firstOf(params, names.quantity);
    if (given === undefined || given === null) return ok<StateChange>({ type, item, quantity: 1 });
    return chained(toNumber(given), (quantity): Outcome<StateChange> => {
      if (quantity <= 0) return refuse('not-positive', String(quantity));
      if (!Number.isInteger(quantity)) return refuse('not-whole', String(quantity));
      if (quantity > QUANTITY_LIMIT) return refuse('too-large', String(quantity));
      return ok<StateChange>({ type, item, quantity });
    });
  });
}

function readFlag(params: Params): Outcome<StateChange> {
  return chained(nameOf(params, 'flag'), (flag): Outcome<StateChange> => {
    const value = firstOf(params, names.value);
    if (value === undefined) return refuse('value-missing', flag);
    if (JSON.stringify(value).length > FLAG_LIMIT) return refuse('value-too-large', flag);
    return ok<StateChange>({ type: 'set_flag', flag, value });
  });
}

function stageOf(params: Params): string | null {
  const given = firstOf(params, names.stage);
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, NAME_LIMIT) : null;
}

const outcomes: Readonly<Record<string, 'success' | 'failure'>> = {
  success: 'success',
  succeeded: 'success',
  completed: 'success',
  complete: 'success',
  done: 'success',
  成功: 'success',
  完成: 'success',
  failure: 'failure',
  fail: 'failure',
  failed: 'failure',
  失败: 'failure',
};

function outcomeOf(params: Params): Outcome<'success' | 'failure'> {
  const given = firstOf(params, names.outcome);
  if (given === undefined || given === null) return ok('success' as const);
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  const outcome = Object.hasOwn(outcomes, word) ? outcomes[word] : undefined;
  return outcome ? ok(outcome) : refuse('unknown-outcome', JSON.stringify(given));
}

function nameOf(params: Params, kind: 'location' | 'item' | 'npc' | 'quest' | 'flag'): Outcome<string> {
  const given = firstOf(params, names[kind]);
  const text = (typeof given === 'number' ? String(given) : typeof given === 'string' ? given : '')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return refuse('name-missing', names[kind][0]);
  if (text.length > NAME_LIMIT) return refuse('name-too-long', text);
  return forbidden.has(text) ? refuse('name-forbidden', text) : ok(text);
}

function numberOf(params: Params, kind: 'value' | 'delta'): Outcome<number> {
  const given = firstOf(params, names[kind]);
  return given === undefined || given === null ? refuse('number-missing', kind) : toNumber(given);
}

/** A clean number in a string counts as one. */
function toNumber(given: JsonValue): Outcome<number> {
  const text = typeof given === 'string' ? given.trim().replace(/^\+/, '') : '';
  const number = typeof given === 'number' ? given : /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? ok(number) : refuse('not-a-number', JSON.stringify(given));
}

function firstOf(params: Params, keys: readonly string[]): JsonValue | undefined {
  const key = keys.find((name) => own(params, name) !== undefined);
  return key === undefined ? undefined : own(params, key);
}

function own(params: Params, key: string): JsonValue | undefined {
  return Object.hasOwn(params, key) ? params[key] : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(code: ChangeRefusalCode, about: string): Outcome<never> {
  return err({ code, about });
}

function chained<A, B>(read: Outcome<A>, next: (value: A) => Outcome<B>): Outcome<B> {
  return read.ok ? next(read.value) : read;
}

function mapped<A, B>(read: Outcome<A>, next: (value: A) => B): Outcome<B> {
  return read.ok ? ok(next(read.value)) : read;
}
