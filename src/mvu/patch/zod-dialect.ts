/** The zod dialect: `_` keys are read-only, `$` keys are derived, containers appear when needed; the card's own schema has the last word. */
import { type JsonValue } from '../../shared/json-value.ts';
import { mergeObjects } from '../schema/fill-template.ts';
import { placeInList } from './list-place.ts';
import { addDelta, keepNumber, readNumber } from './numeric.ts';
import { type Operation } from './operation.ts';
import { arrayIndex, isContainer, isPlainObject, toPointer, valueAt, type Segments } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';
import { type RfcOperation } from './rfc-patch.ts';
import { findPlace, findTarget, type WrittenPath } from './spell-path.ts';
import { takenPlace } from './taken-place.ts';
import { translateMove } from './translate-move.ts';
import { insertionOf, removalOf, settingOf, type Translation } from './translation.ts';

/** RFC steps for one operation, or why it may not be done. Reads only. */
export function translateZod(operation: Operation, tree: JsonValue): Translation | Refusal {
  switch (operation.kind) {
    case 'move':
      return translateMove(operation, tree, {
        remove: (path) => readOnly(path) ?? remove(tree, path),
        insert: (path, value, without) => readOnly(path) ?? insert(without, path, value, false),
      });
    case 'replace':
    case 'insert':
      return guarded(findPlaceOrTarget(tree, operation), (path) =>
        operation.kind === 'replace' && valueAt(tree, path) !== undefined
          ? replace(tree, path, operation.value)
          : insert(tree, path, operation.value, false),
      );
    case 'delta':
      return guarded(findTarget(tree, operation.path), (path) => delta(tree, path, operation.value));
    case 'remove':
      return guarded(findTarget(tree, operation.path), (path) => remove(tree, path));
    case 'put':
      return guarded(findPlace(tree, operation.path), (path) =>
        insert(tree, [...path, operation.key], operation.value, true),
      );
    case 'merge':
      return guarded(findPlace(tree, operation.path), (path) => merge(tree, path, operation.value));
    case 'take':
      return guarded(findTarget(tree, operation.path), (path) => {
        const place = takenPlace(tree, path, operation.item);
        return 'ok' in place ? place : (readOnly(place) ?? remove(tree, place));
      });
  }
}

function findPlaceOrTarget(tree: JsonValue, { kind, path }: { kind: string; path: WrittenPath }): Segments | Refusal {
  const target = kind === 'replace' ? findTarget(tree, path) : null;
  return target && !('ok' in target) ? target : findPlace(tree, path);
}

function guarded(path: Segments | Refusal, then: (path: Segments) => Translation | Refusal): Translation | Refusal {
  return 'ok' in path ? path : (readOnly(path) ?? then(path));
}

function readOnly(path: Segments): Refusal | null {
  return path.some((segment) => segment.startsWith('_') || segment.startsWith('$'))
    ? refuse('read-only', toPointer(path))
    : null;
}

function replace(tree: JsonValue, path: Segments, value: JsonValue): Translation | Refusal {
  const before = valueAt(tree, path) ?? null;
  if (path.length === 0) return isPlainObject(value) ? settingOf(path, before, value) : refuse('bad-value');
  const kept = keepNumber(before, value);
  return 'ok' in kept ? refuse(kept.code, toPointer(path)) : settingOf(path, before, kept.value);
}

function delta(tree: JsonValue, path: Segments, by: JsonValue): Translation | Refusal {
  const amount = typeof by === 'string' ? readNumber(by) : by;
  const before = valueAt(tree, path) ?? null;
  if (typeof amount !== 'number' || typeof before !== 'number') return refuse('not-a-number', toPointer(path));
  const sum = addDelta(before, amount);
  return 'ok' in sum ? refuse(sum.code, toPointer(path)) : settingOf(path, before, sum.value);
}

function insert(tree: JsonValue, path: Segments, value: JsonValue, negative: boolean): Translation | Refusal {
  const key = path.at(-1);
  if (key === undefined) return refuse('bad-path');
  if (key.startsWith('_') || key.startsWith('$')) return refuse('read-only', toPointer(path));
  const at = path.slice(0, -1);
  if (at.length === 0 && valueAt(tree, path) === undefined) return refuse('new-category', toPointer(path));
  const container = valueAt(tree, at);
  if (container === undefined) return insertWithParents(tree, path, value);
  if (!isContainer(container)) return refuse('not-a-container', toPointer(path));
  if (isPlainObject(container)) return insertionOf(at, key, value);
  const place = placeInList(container.length, key, negative);
  return place === null
    ? refuse('not-an-index', toPointer(path))
    : insertionOf(at, place, value, place === '-' ? null : place);
}

function insertWithParents(tree: JsonValue, path: Segments, value: JsonValue): Translation | Refusal {
  const steps: RfcOperation[] = [];
  for (let depth = 1; depth < path.length; depth += 1) {
    const at = path.slice(0, depth);
    const present = valueAt(tree, at);
    if (present === undefined) {
      if (depth === 1) return refuse('new-category', toPointer(path));
      if (Array.isArray(valueAt(tree, at.slice(0, -1)))) return refuse('missing-parent', toPointer(path));
      steps.push({ op: 'add', path: toPointer(at), value: path[depth] === '-' ? [] : {} });
    } else if (!isContainer(present)) return refuse('not-a-container', toPointer(path));
  }
  const container = path.slice(0, -1);
  const insertion = insertionOf(
    container,
    path.at(-1) ?? '',
    value,
    path.at(-1) === '-' ? null : (path.at(-1) ?? null),
  );
  return { ...insertion, steps: [...steps, ...insertion.steps] };
}

function merge(tree: JsonValue, path: Segments, value: JsonValue): Translation | Refusal {
  const container = valueAt(tree, path);
  if (container === undefined) return insert(tree, path, value, false);
  if (Array.isArray(container)) return insert(tree, [...path, '-'], value, false);
  if (!isPlainObject(container)) return refuse('not-a-container', toPointer(path));
  if (!isPlainObject(value)) return refuse('bad-value', toPointer(path));
  const secret = Object.keys(value).find((key) => key.startsWith('_') || key.startsWith('$'));
  if (secret !== undefined) return refuse('read-only', toPointer([...path, secret]));
  const fresh = path.length === 0 ? Object.keys(value).find((key) => !Object.hasOwn(container, key)) : undefined;
  if (fresh !== undefined) return refuse('new-category', fresh);
  const translation = settingOf(path, container, mergeObjects(container, value));
  return { ...translation, change: { kind: 'inserted', container: path, key: null, after: value } };
}

function remove(tree: JsonValue, path: Segments): Translation | Refusal {
  const key = path.at(-1);
  const before = valueAt(tree, path);
  if (key === undefined) return refuse('bad-path');
  if (before === undefined) return refuse('missing', toPointer(path));
  const fromList = Array.isArray(valueAt(tree, path.slice(0, -1)));
  if (fromList && arrayIndex(key) === null) return refuse('not-an-index', toPointer(path));
  return removalOf(path, before, fromList);
}
