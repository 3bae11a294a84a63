/** Initial data meets data that is there: per root key the first wins, nothing is mixed deeper down. */
import { type JsonObject } from '../shared/json-value.ts';
import { isPlainObject } from './patch/pointer.ts';
import { dialectOf, statDataOf } from './record.ts';
import { buildSchema } from './schema/build-schema.ts';

/** `record` keeps every key it has; what `initial` alone has is added, with its books marked as initialised. */
export function mergeInitial(record: JsonObject | null, initial: JsonObject): JsonObject {
  if (record === null) return initial;
  const [mine, theirs] = [statDataOf(record), statDataOf(initial)];
  const merged = { ...theirs, ...mine };
  const books = { ...booksOf(initial), ...booksOf(record) };
  const base = { ...record, initialized_lorebooks: books };
  if (dialectOf(record) === 'zod') return { ...base, stat_data: merged };
  const initialSchema = initial['schema'];
  const added = buildSchema(merged, { tree: merged, schema: joinRoots(record['schema'], initialSchema) });
  return { ...base, stat_data: added.tree, schema: added.schema };
}

function joinRoots(mine: JsonObject[string] | undefined, theirs: JsonObject[string] | undefined): JsonObject {
  const [a, b] = [isPlainObject(mine) ? mine : {}, isPlainObject(theirs) ? theirs : {}];
  const [ours, added] = [a['properties'], b['properties']];
  const properties = { ...(isPlainObject(added) ? added : {}), ...(isPlainObject(ours) ? ours : {}) };
  return { ...b, ...a, type: 'object', properties };
}

/** `{[book]: []}`; the older form was a list of names. */
export function booksOf(record: JsonObject): JsonObject {
  const books = record['initialized_lorebooks'];
  if (Array.isArray(books))
    return Object.fromEntries(books.filter((name) => typeof name === 'string').map((name) => [name, []]));
  return isPlainObject(books) ? books : {};
}
