/** What differs between two trees: for the player's list of a turn, and as exact operations for an effect. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isDescribedValue } from './described-value.ts';
import { isPlainObject, toPointer, type Segments } from './patch/pointer.ts';
import { type RfcOperation } from './patch/rfc-patch.ts';
import { sameJson } from './patch/same-json.ts';

export interface TreeChange {
  readonly path: Segments;
  /** undefined: it was not there. */
  readonly before: JsonValue | undefined;
  /** undefined: it is gone. */
  readonly after: JsonValue | undefined;
}

/** Changed leaves in the order of the trees; a described pair counts as its value, `$` keys are left out. */
export function diffTrees(before: JsonObject, after: JsonObject): readonly TreeChange[] {
  const changes: TreeChange[] = [];
  const visit = (a: JsonValue | undefined, b: JsonValue | undefined, path: Segments): void => {
    if (a === b) return;
    if (isPlainObject(a) && isPlainObject(b)) {
      const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
      for (const key of keys) if (!key.startsWith('$')) visit(own(a, key), own(b, key), [...path, key]);
      return;
    }
    const isPair = isDescribedValue(a) && isDescribedValue(b) && a[1] === b[1];
    const [was, is] = isPair ? [a[0], b[0]] : [a, b];
    if (!sameJson(was, is)) changes.push({ path, before: was, after: is });
  };
  visit(before, after, []);
  return changes;
}

/** One line a change, e.g. `主角.金币: 50 → 45`. */
export function renderDiff(changes: readonly TreeChange[], language: 'zh' | 'en'): readonly string[] {
  const words = language === 'zh' ? { added: '新增', removed: '移除' } : { added: 'new', removed: 'removed' };
  const show = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return changes.map(({ path, before, after }) => {
    const place = path.join('.');
    if (before === undefined) return after === undefined ? place : `${place}: ${show(after)} (${words.added})`;
    if (after === undefined) return `${place}: ${show(before)} (${words.removed})`;
    return `${place}: ${show(before)} → ${show(after)}`;
  });
}

/** RFC 6902 operations that turn `before` into `after`; lists are replaced whole. */
export function differenceOf(before: JsonObject, after: JsonObject): readonly RfcOperation[] {
  const operations: RfcOperation[] = [];
  const visit = (a: JsonObject, b: JsonObject, path: Segments): void => {
    for (const key of Object.keys(a)) {
      if (!Object.hasOwn(b, key)) operations.push({ op: 'remove', path: toPointer([...path, key]) });
    }
    for (const key of Object.keys(b)) {
      const here = [...path, key];
      const [was, is] = [own(a, key), own(b, key)];
      if (is === undefined || was === is) continue;
      if (was === undefined) operations.push({ op: 'add', path: toPointer(here), value: is });
      else if (isPlainObject(was) && isPlainObject(is)) visit(was, is, here);
      else if (!sameJson(was, is)) operations.push({ op: 'replace', path: toPointer(here), value: is });
    }
  };
  visit(before, after, []);
  return operations;
}

const own = (value: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;
