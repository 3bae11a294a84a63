/** Finds what `_.remove(container, item)` means: a key of an object, a value or an index of a list. */
import { type JsonValue } from '../../shared/json-value.ts';
import { sameJson } from './same-json.ts';
import { isPlainObject, toPointer, valueAt, type Segments } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';

export function takenPlace(tree: JsonValue, path: Segments, item: JsonValue): Segments | Refusal {
  const container = valueAt(tree, path);
  if (isPlainObject(container)) {
    const key = typeof item === 'string' ? item : JSON.stringify(item);
    return Object.hasOwn(container, key) ? [...path, key] : refuse('missing', toPointer([...path, key]));
  }
  if (!Array.isArray(container)) return refuse('not-a-container', toPointer(path));
  const list = container as readonly JsonValue[];
  // A number is an index first, as in the language's own reading; every other value is looked for.
  const isIndex = typeof item === 'number' && Number.isInteger(item) && item >= 0 && item < list.length;
  const index = isIndex ? item : list.findIndex((value) => sameJson(value, item));
  return index < 0 ? refuse('missing', toPointer(path)) : [...path, String(index)];
}
