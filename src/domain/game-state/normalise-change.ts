/** One item of a model's `events`, in whatever spelling, becomes one of the ten changes or a refusal with its reason. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { wellFormed } from '../../shared/well-formed.ts';
import { type StoryLanguage } from '../run/turn-request.ts';
import { checkChange, type Fault } from './check-change.ts';
import { splitCount } from './item-count.ts';
import { readMinutes } from './read-minutes.ts';
import { readNumber } from './read-number.ts';
import { type ChangeRefusal, type ChangeRefusalCode, refusal } from './refusal-text.ts';
import { type StateChange, type StateChangeType } from './state-change.ts';

type Outcome = Result<StateChange, Fault>;
type Params = JsonObject;

const wrappings = ['params', 'parameters', 'args', 'arguments', 'data', '参数'];
const aliases = {
  type: ['type', 'event', 'event_type', '类型'],
  location: ['location', 'place', 'destination', 'to', '地点', '位置'],
  item: ['item', 'item_name', 'itemName', 'name', '物品', '名称'],
  quantity: ['quantity', 'amount', 'count', 'qty', 'number', '数量'],
  npc: ['npc', 'npc_name', 'npcName', 'character', 'person', 'name', 'target', '人物', '角色'],
  value: ['value', '值', '数值'],
  delta: ['delta', 'change', 'amount', 'value', '变化'],
  quest: ['quest_id', 'questId', 'quest', 'id', 'name', '任务'],
  stage: ['stage', 'step', '阶段', '进度'],
  outcome: ['outcome', 'result', '结果'],
  flag: ['flag', 'flag_name', 'key', 'name', '标记'],
} as const;

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

/** @param proposal `{type, params}` or flat; anything else is refused */
export function normaliseChange(proposal: JsonValue, language: StoryLanguage): Result<StateChange, ChangeRefusal> {
  const read = isObject(proposal) ? readProposal(proposal) : refuse('not-an-object', '');
  const fault = read.ok ? checkChange(read.value) : read.error;
  return read.ok && fault === null ? read : err(refusal(fault?.code ?? 'not-an-object', fault?.about ?? '', language));
}

function readProposal(proposal: JsonObject): Outcome {
  const written = firstOf(proposal, aliases.type);
  const type = typeof written === 'string' ? snakeCase(written) : '';
  if (!Object.hasOwn(readers, type))
    return refuse('unknown-type', typeof written === 'string' ? written : shown(written));
  const inner = wrappings.map((key) => own(proposal, key)).find(isObject);
  // Flat parameters count too; those in the wrapping win.
  return readers[type as StateChangeType]({ ...proposal, ...inner });
}

/** `AddItem`, `add-item` and `add item` are `add_item`. */
function snakeCase(text: string): string {
  return text
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

const readers: Readonly<Record<StateChangeType, (params: Params) => Outcome>> = {
  move: (params) => ok({ type: 'move', location: nameOf(params, aliases.location) }),
  add_item: (params) => readItem(params, 'add_item'),
  remove_item: (params) => readItem(params, 'remove_item'),
  set_relationship: (params) =>
    readRelation(params, aliases.value, (npc, value) => ({ type: 'set_relationship', npc, value })),
  modify_relationship: (params) =>
    readRelation(params, aliases.delta, (npc, delta) => ({ type: 'modify_relationship', npc, delta })),
  start_quest(params) {
    const stage = nameOf(params, aliases.stage);
    return ok({ type: 'start_quest', questId: nameOf(params, aliases.quest), stage: stage === '' ? 'start' : stage });
  },
  advance_quest: (params) =>
    ok({ type: 'advance_quest', questId: nameOf(params, aliases.quest), stage: nameOf(params, aliases.stage) }),
  complete_quest: readEnd,
  set_flag(params) {
    const flag = nameOf(params, aliases.flag);
    const value = firstOf(params, aliases.value);
    return value === undefined ? refuse('value-missing', flag) : ok({ type: 'set_flag', flag, value });
  },
  pass_time(params) {
    const read = readMinutes(params);
    return read.ok ? ok({ type: 'pass_time', minutes: read.value }) : read;
  },
};

/** "Three bottles of water" with no number, or with the default of one, are three. */
function readItem(params: Params, type: 'add_item' | 'remove_item'): Outcome {
  const name = nameOf(params, aliases.item);
  const { bare, count } = splitCount(name);
  const given = firstOf(params, aliases.quantity) ?? null;
  const quantity = given === null ? (count ?? 1) : readNumber(given);
  if (quantity === null) return refuse('not-a-number', shown(given));
  if (count === null) return ok({ type, item: name, quantity });
  return quantity === 1 || quantity === count
    ? ok({ type, item: bare, quantity: count })
    : ok({ type, item: bare, quantity });
}

function readRelation(
  params: Params,
  keys: readonly string[],
  make: (npc: string, value: number) => StateChange,
): Outcome {
  const given = firstOf(params, keys) ?? null;
  if (given === null) return refuse('number-missing', keys[0] ?? '');
  const value = readNumber(given);
  return value === null ? refuse('not-a-number', shown(given)) : ok(make(nameOf(params, aliases.npc), value));
}

function readEnd(params: Params): Outcome {
  const questId = nameOf(params, aliases.quest);
  const given = firstOf(params, aliases.outcome) ?? null;
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  const outcome = given === null ? 'success' : Object.hasOwn(outcomes, word) ? outcomes[word] : undefined;
  return outcome ? ok({ type: 'complete_quest', questId, outcome }) : refuse('unknown-outcome', shown(given));
}

/** Empty when there is none; what is no name is refused by the check. */
function nameOf(params: Params, keys: readonly string[]): string {
  const given = firstOf(params, keys);
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given : '';
  return wellFormed(text).replace(/\s+/g, ' ').trim();
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

function shown(value: JsonValue | undefined): string {
  return JSON.stringify(value ?? null);
}

function refuse(code: ChangeRefusalCode, about: string): Result<never, Fault> {
  return err({ code, about });
}
