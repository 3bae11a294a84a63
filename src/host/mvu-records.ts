/** MVU's records on the messages of chat[]: `variables[swipe]`, an array or, from some writers, an object by swipe. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isRecord, own, safeJson } from '../shared/safe-json.ts';
import { type StMessage } from './st-context.ts';

/** A message with the place where extensions keep variables. */
export interface MessageWithVariables extends StMessage {
  variables?: unknown;
}

export const shownSwipe = (message: StMessage): number => message.swipe_id ?? 0;

/** Everything a swipe's record holds, as a copy; null when there is none. */
export function readVariables(message: MessageWithVariables, swipe: number): JsonObject | null {
  const holder = message.variables;
  const record: unknown = Array.isArray(holder)
    ? holder[swipe]
    : isRecord(holder)
      ? own(holder, String(swipe))
      : undefined;
  const copy = isRecord(record) ? safeJson(record, 64) : undefined;
  return isRecord(copy) ? copy : null;
}

/** The record only when it counts as MVU's: `stat_data` and `schema` are there. */
export function readMvuRecord(message: MessageWithVariables, swipe: number): JsonObject | null {
  const record = readVariables(message, swipe);
  return record && isRecord(record['stat_data']) && record['schema'] !== undefined ? record : null;
}

/** Sets MVU's keys of a swipe's record; its other keys stay. Tells whether anything changed. */
export function writeMvuRecord(message: MessageWithVariables, swipe: number, record: JsonObject): boolean {
  const present = readVariables(message, swipe) ?? {};
  const next = mergedRecord(present, record);
  if (JSON.stringify(next) === JSON.stringify(present)) return false;
  const slots = asArray(message.variables);
  while (slots.length < Math.max(swipe + 1, message.swipes?.length ?? 1)) slots.push({});
  slots[swipe] = next;
  message.variables = slots;
  return true;
}

const mvuKeys = ['stat_data', 'schema', 'initialized_lorebooks', 'display_data', 'delta_data'];

export function mergedRecord(present: JsonObject, record: JsonObject): JsonObject {
  const kept = Object.entries(present).filter(([key]) => !mvuKeys.includes(key));
  const ours = mvuKeys.flatMap((key): [string, JsonValue][] => (record[key] === undefined ? [] : [[key, record[key]]]));
  return structuredClone({ ...Object.fromEntries(ours), ...Object.fromEntries(kept) });
}

/** A copy of the records by swipe, however their writer laid them out; a swipe without one has `{}`. */
export function asArray(holder: unknown): unknown[] {
  if (Array.isArray(holder)) return [...(holder as unknown[])];
  const slots: unknown[] = [];
  if (!isRecord(holder)) return slots;
  for (const [key, value] of Object.entries(holder)) {
    const index = /^\d{1,4}$/.test(key) ? Number(key) : -1;
    if (index >= 0) slots[index] = value;
  }
  return Array.from(slots, (slot) => slot ?? {});
}

/**
 * After a swipe was deleted: takes its record out, but only when there is one record more than swipes, so that it does
 * nothing where somebody else has done it already.
 */
export function realignRecords(message: MessageWithVariables, deletedSwipe: number): boolean {
  const slots = asArray(message.variables);
  if (!Array.isArray(message.swipes) || slots.length !== message.swipes.length + 1) return false;
  if (deletedSwipe < 0 || deletedSwipe >= slots.length) return false;
  slots.splice(deletedSwipe, 1);
  message.variables = slots;
  return true;
}
