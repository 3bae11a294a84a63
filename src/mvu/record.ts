/** MVU's record of one floor: which keys it has, when it counts, and which dialect it speaks. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isPlainObject } from './patch/pointer.ts';

/** What the zod dialect writes where the classic one has a schema. */
export const ZOD_SCHEMA_MARK = '没有用别管这个';

export type Dialect = 'classic' | 'zod';

/** The keys that are MVU's; every other key of a floor's record belongs to somebody else and is left alone. */
export const recordKeys = ['stat_data', 'schema', 'initialized_lorebooks', 'display_data', 'delta_data'] as const;

/** A floor counts only when both `stat_data` and `schema` are there. */
export const isMvuRecord = (value: JsonValue | undefined): value is JsonObject =>
  isPlainObject(value) && isPlainObject(value['stat_data']) && value['schema'] !== undefined;

export const dialectOf = (record: JsonObject): Dialect => (typeof record['schema'] === 'string' ? 'zod' : 'classic');

export function statDataOf(record: JsonObject | null): JsonObject {
  const tree = record?.['stat_data'];
  return isPlainObject(tree) ? tree : {};
}
