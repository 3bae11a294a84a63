/** "Merge new initial keys": brings what the author added to the initial variables into a story that already runs. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { type MvuEffect } from './apply-effects.ts';
import { isDescribedValue } from './described-value.ts';
import { differenceOf } from './diff.ts';
import { booksOf } from './merge-initial.ts';
import { isPlainObject, type Segments } from './patch/pointer.ts';
import { dialectOf, statDataOf } from './record.ts';
import { buildSchema } from './schema/build-schema.ts';
import { childNode, nodeAt } from './schema/schema-node.ts';

export interface NewKeys {
  /** For the page the player is on; null when there is nothing to bring. */
  readonly effect: MvuEffect | null;
  readonly added: readonly string[];
  /** Described values whose description was renewed. */
  readonly refreshed: readonly string[];
}

/** Values that are there win, whatever the author changed; only missing keys and descriptions come from `initial`. */
export function findNewKeys(record: JsonObject, initial: JsonObject): NewKeys {
  const added: string[] = [];
  const refreshed: string[] = [];
  const merge = (mine: JsonObject, theirs: JsonObject, path: Segments): JsonObject => {
    const merged: Record<string, JsonValue> = { ...mine };
    for (const [key, value] of Object.entries(theirs)) {
      const here = [...path, key];
      const present = Object.hasOwn(mine, key) ? mine[key] : undefined;
      if (present === undefined) {
        merged[key] = value;
        added.push(here.join('.'));
      } else if (isPlainObject(present) && isPlainObject(value)) merged[key] = merge(present, value, here);
      else if (isDescribedValue(present) && isDescribedValue(value) && present[1] !== value[1]) {
        merged[key] = [present[0], value[1]];
        refreshed.push(here.join('.'));
      }
    }
    return merged;
  };
  const before = statDataOf(record);
  // What an open object holds came and went with the story: only the author's fixed places are compared there.
  const tree = merge(before, withoutOptional(statDataOf(initial), initial['schema']), []);
  if (added.length + refreshed.length === 0) return { effect: null, added, refreshed };
  const books = { ...booksOf(initial), ...booksOf(record) };
  const after: JsonObject = {
    ...record,
    stat_data: tree,
    initialized_lorebooks: books,
    ...schemaFor(record, initial, tree),
  };
  return {
    effect: { kind: 'mvu', exact: true, source: 'user', operations: asEffect(record, after) },
    added,
    refreshed,
  };
}

const asEffect = (before: JsonObject, after: JsonObject): readonly JsonObject[] =>
  differenceOf(before, after).map((operation) => ({ ...operation }));

function schemaFor(record: JsonObject, initial: JsonObject, tree: JsonObject): JsonObject {
  if (dialectOf(record) === 'zod') return {};
  const joined = joinNodes(record['schema'], initial['schema']);
  return { schema: buildSchema(tree, { tree, schema: joined ?? null }).schema };
}

/** Nodes that are there win; places only the newer schema knows come from it. */
function joinNodes(mine: JsonValue | undefined, theirs: JsonValue | undefined): JsonValue | undefined {
  if (!isPlainObject(mine) || !isPlainObject(theirs)) return mine ?? theirs;
  const [a, b] = [mine['properties'], theirs['properties']];
  if (!isPlainObject(a) || !isPlainObject(b)) return mine;
  const properties: Record<string, JsonValue> = { ...b, ...a };
  for (const key of Object.keys(a)) {
    const joined = joinNodes(a[key], Object.hasOwn(b, key) ? b[key] : undefined);
    if (joined !== undefined) properties[key] = joined;
  }
  return { ...mine, properties };
}

function withoutOptional(tree: JsonObject, schema: JsonValue | undefined): JsonObject {
  const root = nodeAt(schema, []);
  const visit = (value: JsonObject, node: JsonObject | null): JsonObject =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, child]) => {
        const deeper = node && childNode(node, key);
        if (deeper && deeper['required'] === false) return [];
        return [[key, isPlainObject(child) ? visit(child, deeper) : child]];
      }),
    );
  return visit(tree, root);
}
