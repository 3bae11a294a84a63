/** One update of a floor's record: the tree by its dialect, then what the record keeps beside the tree. */
import { type JsonObject } from '../shared/json-value.ts';
import { makeDisplayData } from './display-data.ts';
import { applyOperations, type EngineOptions, type OperationResult } from './patch/apply-operations.ts';
import { dialectOf, statDataOf } from './record.ts';
import { buildSchema } from './schema/build-schema.ts';

export interface Updated {
  readonly record: JsonObject;
  readonly results: readonly OperationResult[];
}

/**
 * Applies operations to a record; keys of the record that are not MVU's stay. Never throws, changes nothing in place.
 * @param settle the card's own zod schema, where there is one
 */
export function updateRecord(
  record: JsonObject,
  operations: readonly unknown[],
  settle?: EngineOptions['settle'],
): Updated {
  const dialect = dialectOf(record);
  const before = statDataOf(record);
  const schema = record['schema'];
  const { tree, results } = applyOperations(before, operations, { dialect, schema, ...(settle ? { settle } : {}) });
  if (dialect === 'zod') {
    const kept = Object.entries(record).filter(([key]) => key !== 'display_data' && key !== 'delta_data');
    return { record: { ...Object.fromEntries(kept), stat_data: tree }, results };
  }
  const built =
    tree === before && schema !== undefined ? null : buildSchema(tree, { tree: before, schema: schema ?? null });
  const after = built?.tree ?? tree;
  const display = makeDisplayData(after, results);
  return { record: { ...record, stat_data: after, ...(built ? { schema: built.schema } : {}), ...display }, results };
}
