/** Reads one effect of a mirror: the shape is checked by hand, because a long chat holds tens of thousands. */
import { type JsonObject } from '../../shared/json-value.ts';
import { isRecord, own, safeJson } from '../../shared/safe-json.ts';
import { type GameTime } from '../game-state/game-state.ts';
import { type StateChange, type StateChangeType } from '../game-state/state-change.ts';
import {
  type Effect,
  type EffectSource,
  type VariablePolicy,
  type VariableScope,
  type VariableWrite,
} from './effect.ts';

const sources: readonly string[] = ['analysis', 'tool', 'macro', 'mvu', 'user', 'external', 'api', 'card'];
const scopes: readonly string[] = ['page', 'floor', 'branch', 'chat', 'global'];
const policies: readonly string[] = ['replace', 'if_absent', 'add', 'max', 'min', 'append_unique', 'patch'];

type FieldKind = 'text' | 'number' | 'outcome' | 'json';
const changeFields: Readonly<Record<StateChangeType, Readonly<Record<string, FieldKind>>>> = {
  move: { location: 'text' },
  add_item: { item: 'text', quantity: 'number' },
  remove_item: { item: 'text', quantity: 'number' },
  set_relationship: { npc: 'text', value: 'number' },
  modify_relationship: { npc: 'text', delta: 'number' },
  start_quest: { questId: 'text', stage: 'text' },
  advance_quest: { questId: 'text', stage: 'text' },
  complete_quest: { questId: 'text', outcome: 'outcome' },
  set_flag: { flag: 'text', value: 'json' },
  pass_time: { minutes: 'number' },
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isSource = (value: unknown): value is EffectSource => isText(value) && sources.includes(value);

function fits(kind: FieldKind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return isText(value);
    case 'number':
      return isNumber(value);
    case 'outcome':
      return value === 'success' || value === 'failure';
    case 'json':
      return safeJson(value) !== undefined;
  }
}

function parseChange(raw: unknown): StateChange | null {
  if (!isRecord(raw)) return null;
  const type = own(raw, 'type');
  if (!isText(type) || !Object.hasOwn(changeFields, type)) return null;
  const change: Record<string, unknown> = { type };
  for (const [field, kind] of Object.entries(changeFields[type as StateChangeType])) {
    const value = own(raw, field);
    if (!fits(kind, value)) return null;
    change[field] = kind === 'json' ? safeJson(value) : value;
  }
  return change as StateChange;
}

function parseTime(raw: unknown): GameTime | null {
  if (!isRecord(raw)) return null;
  const day = own(raw, 'day');
  const hour = own(raw, 'hour');
  const minute = own(raw, 'minute');
  return isNumber(day) && isNumber(hour) && isNumber(minute) ? { day, hour, minute } : null;
}

function parseWrite(raw: unknown): VariableWrite | null {
  if (!isRecord(raw)) return null;
  const op = own(raw, 'op');
  if (op === 'unset' || op === 'mask') return { op };
  const value = safeJson(own(raw, 'value'));
  if (op !== 'set' || value === undefined) return null;
  const policy = own(raw, 'policy');
  return isText(policy) && policies.includes(policy) ? { op, value, policy: policy as VariablePolicy } : { op, value };
}

function parseVariable(raw: Record<string, unknown>): Effect | null {
  const scope = own(raw, 'scope');
  const key = own(raw, 'key');
  const source = own(raw, 'source');
  const reason = own(raw, 'reason');
  const write = parseWrite(own(raw, 'write'));
  if (!write || !isText(key) || !isText(scope) || !scopes.includes(scope) || !isSource(source)) return null;
  return {
    kind: 'variable',
    scope: scope as VariableScope,
    key,
    write,
    source,
    ...(isText(reason) ? { reason } : {}),
  };
}

function parseState(raw: Record<string, unknown>): Effect | null {
  const change = parseChange(own(raw, 'change'));
  const quote = own(raw, 'quote');
  const source = own(raw, 'source');
  if (!change) return null;
  return { kind: 'state', change, ...(isText(quote) ? { quote } : {}), ...(isSource(source) ? { source } : {}) };
}

function parseOpening(raw: Record<string, unknown>): Effect {
  const location = own(raw, 'location');
  const time = parseTime(own(raw, 'time'));
  return { kind: 'opening', ...(isText(location) ? { location } : {}), ...(time ? { time } : {}) };
}

function parseMvu(raw: Record<string, unknown>): Effect | null {
  const operations = own(raw, 'operations');
  const source = own(raw, 'source');
  if (!Array.isArray(operations) || !isSource(source)) return null;
  const safe = operations.filter(isRecord).map((operation) => safeJson(operation) as JsonObject);
  return { kind: 'mvu', operations: safe, source, ...(own(raw, 'exact') === true ? { exact: true } : {}) };
}

/** Null for an effect this version does not know or cannot read. */
export function parseEffect(raw: unknown): Effect | null {
  if (!isRecord(raw)) return null;
  switch (own(raw, 'kind')) {
    case 'state':
      return parseState(raw);
    case 'opening':
      return parseOpening(raw);
    case 'summary': {
      const text = own(raw, 'text');
      return isText(text) ? { kind: 'summary', text } : null;
    }
    case 'variable':
      return parseVariable(raw);
    case 'mvu':
      return parseMvu(raw);
    case 'mvu-init': {
      const record = own(raw, 'record');
      return isRecord(record) ? { kind: 'mvu-init', record: safeJson(record) as JsonObject } : null;
    }
    default:
      return null;
  }
}

/** The effects that could be read, in order; null when `raw` is no list. */
export function parseEffects(raw: unknown): readonly Effect[] | null {
  if (!Array.isArray(raw)) return null;
  const effects: Effect[] = [];
  for (const item of raw) {
    const effect = parseEffect(item);
    if (effect) effects.push(effect);
  }
  return effects;
}
