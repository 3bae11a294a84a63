/** JSON Pointers (RFC 6901) over plain JSON values: reading, and changed copies that share what did not change. */
import { type JsonValue } from './json-value.ts';
import { isForbiddenKey } from './safe-json.ts';

export type PointerPath = readonly string[];

/** Null when it is no pointer or names a forbidden key. The empty pointer is the whole value. */
export function readPointer(pointer: string): PointerPath | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return null;
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.some(isForbiddenKey) ? null : parts;
}

export function writePointer(path: PointerPath): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A place in a list of `length`; null when it is none. `-` is the place after the last. */
function listIndex(part: string, length: number): number | null {
  if (part === '-') return length;
  return /^(?:0|[1-9]\d{0,8})$/.test(part) && Number(part) <= length ? Number(part) : null;
}

export function valueAt(root: JsonValue | undefined, path: PointerPath): JsonValue | undefined {
  let value = root;
  for (const part of path) {
    if (isList(value)) value = value[listIndex(part, value.length) ?? -1];
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A copy with `value` at `path`, missing objects made on the way; undefined where a plain value or a gap in a list is in the way. */
export function withValueAt(root: JsonValue | undefined, path: PointerPath, value: JsonValue): JsonValue | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (isForbiddenKey(part)) return undefined;
  if (isList(root)) {
    const index = listIndex(part, root.length);
    const inner = index === null ? undefined : withValueAt(root[index], rest, value);
    return index === null || inner === undefined ? undefined : replaced(root, index, inner);
  }
  if (root !== undefined && !isObject(root)) return undefined;
  const inner = withValueAt(root && Object.hasOwn(root, part) ? root[part] : undefined, rest, value);
  return inner === undefined ? undefined : { ...root, [part]: inner };
}

/** A copy without what stands at `path`; the same value when nothing does. */
export function withoutValueAt(root: JsonValue, path: PointerPath): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined || valueAt(root, path) === undefined) return root;
  if (isList(root)) {
    const index = listIndex(part, root.length) ?? -1;
    if (rest.length === 0) return root.filter((_, i) => i !== index);
    const old = root[index];
    return old === undefined ? root : replaced(root, index, withoutValueAt(old, rest));
  }
  if (!isObject(root)) return root;
  const old = root[part];
  if (rest.length > 0) return old === undefined ? root : { ...root, [part]: withoutValueAt(old, rest) };
  return Object.fromEntries(Object.entries(root).filter(([key]) => key !== part));
}

function replaced(list: readonly JsonValue[], index: number, value: JsonValue): JsonValue {
  const copy = [...list];
  copy[index] = value;
  return copy;
}

/** Equal as JSON, whatever the order of the keys. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
