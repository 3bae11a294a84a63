/** Are two JSON values equal? Order of keys does not count. */
import { type JsonValue } from '../../shared/json-value.ts';
import { isPlainObject } from './pointer.ts';

export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    const [left, right] = [a as readonly JsonValue[], b as readonly JsonValue[]];
    return left.length === right.length && left.every((item, i) => sameJson(item, right[i]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
