/** A record that differs from what we left on a floor was changed by somebody else: the difference becomes an effect of its page. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { type EffectSource } from '../domain/timeline/effect.ts';
import { type MvuEffect } from './apply-effects.ts';
import { differenceOf } from './diff.ts';
import { isMvuRecord, recordKeys } from './record.ts';

/** Keys that carry the state; the display copies follow from it and never count as a difference. */
const stateKeys = ['stat_data', 'schema', 'initialized_lorebooks'] as const;

/** null when nothing of the state differs, or when `found` is no record of MVU's. */
export function adoptDifference(
  folded: JsonObject | null,
  found: JsonValue | undefined,
  source: EffectSource,
): MvuEffect | null {
  if (!isMvuRecord(found)) return null;
  if (folded === null) return { kind: 'mvu-init', record: ownKeysOf(found) };
  const operations = differenceOf(pick(folded, stateKeys), pick(found, stateKeys));
  if (operations.length === 0) return null;
  return { kind: 'mvu', exact: true, source, operations: operations.map((operation) => ({ ...operation })) };
}

/** The keys of a record that are ours to write; the others of a floor stay as they are. */
export const ownKeysOf = (record: JsonObject): JsonObject => pick(record, recordKeys);

function pick(record: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (record[key] === undefined ? [] : [[key, record[key]]])));
}

/** A fingerprint source: the same text for records with the same state. */
export const stateTextOf = (record: JsonObject): string => JSON.stringify(pick(record, stateKeys));
