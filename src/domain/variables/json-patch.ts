/** RFC 6902 for the `patch` policy: all operations or none. */
import {
  type PointerPath,
  readPointer,
  sameJson,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../shared/json-pointer.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { isRecord, own, safeJson } from '../../shared/safe-json.ts';

/** The changed copy, or undefined when the list is malformed, a place is missing or a `test` fails. */
export function patchedJson(root: JsonValue, operations: JsonValue): JsonValue | undefined {
  if (!Array.isArray(operations)) return undefined;
  let value: JsonValue | undefined = root;
  for (const operation of operations as readonly JsonValue[]) {
    value = applied(value, operation);
    if (value === undefined) return undefined;
  }
  return value;
}

function applied(root: JsonValue, raw: JsonValue): JsonValue | undefined {
  if (!isRecord(raw)) return undefined;
  const path = pathOf(own(raw, 'path'));
  const from = pathOf(own(raw, 'from'));
  const value = safeJson(own(raw, 'value'));
  if (!path) return undefined;
  switch (own(raw, 'op')) {
    case 'add':
      return value === undefined ? undefined : added(root, path, value);
    case 'replace':
      return value === undefined || valueAt(root, path) === undefined ? undefined : withValueAt(root, path, value);
    case 'remove':
      return valueAt(root, path) === undefined ? undefined : withoutValueAt(root, path);
    case 'test':
      return value !== undefined && sameJson(valueAt(root, path), value) ? root : undefined;
    case 'copy':
    case 'move':
      return from ? carried(root, from, path, own(raw, 'op') === 'move') : undefined;
    default:
      return undefined;
  }
}

function carried(root: JsonValue, from: PointerPath, path: PointerPath, move: boolean): JsonValue | undefined {
  const value = valueAt(root, from);
  const intoItself = move && path.length > from.length && from.every((part, i) => part === path[i]);
  if (value === undefined || intoItself) return undefined;
  return added(move ? withoutValueAt(root, from) : root, path, value);
}

/** `add` inserts into lists and needs its parent to exist. */
function added(root: JsonValue, path: PointerPath, value: JsonValue): JsonValue | undefined {
  const last = path.at(-1);
  if (last === undefined) return value;
  const parentPath = path.slice(0, -1);
  const parent = valueAt(root, parentPath);
  if (typeof parent !== 'object' || parent === null) return undefined;
  if (!Array.isArray(parent)) return withValueAt(root, path, value);
  const list = parent as readonly JsonValue[];
  const index = last === '-' ? list.length : Number(last);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return undefined;
  return withValueAt(root, parentPath, [...list.slice(0, index), value, ...list.slice(index)]);
}

const pathOf = (pointer: unknown): PointerPath | null => (typeof pointer === 'string' ? readPointer(pointer) : null);
