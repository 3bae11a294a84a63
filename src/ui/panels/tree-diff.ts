/** What changed between two variable trees, leaf by leaf. */
import { writePointer } from '../../shared/json-pointer.ts';
import { type JsonValue } from '../../shared/json-value.ts';

export interface LeafChange {
  readonly pointer: string;
  /** undefined: it was not there. */
  readonly before: JsonValue | undefined;
  /** undefined: it is gone. */
  readonly after: JsonValue | undefined;
}

/** In the order of the keys; a list counts as one leaf, since its places have no names. */
export function diffTrees(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: readonly string[] = [],
): LeafChange[] {
  if (isTree(before) && isTree(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => diffTrees(own(before, key), own(after, key), [...path, key]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ pointer: writePointer(path), before, after }];
}

function isTree(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(tree: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}
