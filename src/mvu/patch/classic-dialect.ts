/** The classic dialect: value-with-description pairs, `$meta` locks and templates. */
import { type JsonValue } from '../../shared/json-value.ts';
import { isDescribedValue } from '../described-value.ts';
import { fillTemplate, mergeObjects } from '../schema/fill-template.ts';
import { isExtensible, isRequired, mayHold, nodeAt, rootFlags } from '../schema/schema-node.ts';
import { placeInList } from './list-place.ts';
import { addDelta, keepNumber } from './numeric.ts';
import { type Operation } from './operation.ts';
import { arrayIndex, isContainer, isPlainObject, toPointer, valueAt, type Segments } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';
import { findPlace, findTarget } from './spell-path.ts';
import { takenPlace } from './taken-place.ts';
import { translateMove } from './translate-move.ts';
import { insertionOf, removalOf, settingOf, type Translation } from './translation.ts';

/** The tree as the operation finds it, and the schema its locks are in. */
export interface Scene {
  readonly tree: JsonValue;
  readonly schema: JsonValue | undefined;
}

/** RFC steps for one operation, or why it may not be done. Reads only. */
export function translateClassic(operation: Operation, scene: Scene): Translation | Refusal {
  if (operation.kind === 'move') return move(operation, scene);
  const path =
    operation.kind === 'insert' ? findPlace(scene.tree, operation.path) : findTarget(scene.tree, operation.path);
  if ('ok' in path) return path;
  switch (operation.kind) {
    case 'replace':
      return replace(scene, path, operation.value);
    case 'delta':
      return delta(scene, path, operation.value);
    case 'insert':
      return insert(scene, path, operation.value, { negative: false, fill: true });
    case 'put':
      return insert(scene, [...path, operation.key], operation.value, { negative: true, fill: true });
    case 'merge':
      return merge(scene, path, operation.value);
    case 'remove':
      return remove(scene, path);
    case 'take': {
      const place = takenPlace(scene.tree, path, operation.item);
      return 'ok' in place ? place : remove(scene, place);
    }
  }
}

function replace({ tree, schema }: Scene, path: Segments, value: JsonValue): Translation | Refusal {
  const before = valueAt(tree, path);
  if (before === undefined) return refuse('missing', toPointer(path));
  if (path.length === 0) return isPlainObject(value) ? settingOf(path, before, value) : refuse('bad-value');
  const writesThrough = isDescribedValue(before) && !Array.isArray(before[0]) && !rootFlags(schema).strictSet;
  if (!writesThrough) return set(path, before, value, path);
  // A whole pair written over a pair of a number means its value.
  const meant = typeof before[0] === 'number' && isDescribedValue(value) ? value[0] : value;
  if (typeof before[0] === 'number' && isContainer(meant)) return refuse('not-a-number', toPointer(path));
  return set(path, before[0], meant, [...path, '0']);
}

function set(path: Segments, before: JsonValue, value: JsonValue, at: Segments): Translation | Refusal {
  const kept = keepNumber(before, value);
  return 'ok' in kept ? kept : settingOf(path, before, kept.value, at);
}

function delta({ tree }: Scene, path: Segments, by: JsonValue): Translation | Refusal {
  if (typeof by !== 'number') return refuse('not-a-number', toPointer(path));
  const found = valueAt(tree, path) ?? null;
  const described = isDescribedValue(found) && !isContainer(found[0]);
  const before = described ? found[0] : found;
  const sum = addDelta(before, by);
  return 'ok' in sum
    ? refuse(sum.code, toPointer(path))
    : settingOf(path, before, sum.value, described ? [...path, '0'] : path);
}

interface Insertion {
  /** Negative indexes count from the end: only in commands. */
  readonly negative: boolean;
  readonly fill: boolean;
}

function insert(scene: Scene, path: Segments, value: JsonValue, how: Insertion): Translation | Refusal {
  const key = path.at(-1);
  if (key === undefined) return refuse('bad-path');
  const at = path.slice(0, -1);
  const container = valueAt(scene.tree, at);
  const node = nodeAt(scene.schema, at);
  const whole = how.fill ? fillTemplate(value, node?.['template'], rootFlags(scene.schema)) : value;
  if (container === undefined) return refuse('missing-parent', toPointer(path));
  if (!isContainer(container)) return refuse('not-a-container', toPointer(path));
  if (isPlainObject(container)) {
    if (isMarker(key)) return refuse('forbidden', key);
    if (!mayHold(node, key)) return refuse('locked', toPointer(path));
    return insertionOf(at, key, whole);
  }
  const place = placeInList(container.length, key, how.negative);
  if (place === null) return refuse('not-an-index', toPointer(path));
  if (!isExtensible(node)) return refuse('locked', toPointer(path));
  return insertionOf(at, place, whole, place === '-' ? null : place);
}

const isMarker = (key: string): boolean => key === '$meta' || key === '$arrayMeta';

function merge(scene: Scene, path: Segments, value: JsonValue): Translation | Refusal {
  const container = valueAt(scene.tree, path);
  if (Array.isArray(container)) return insert(scene, [...path, '-'], value, { negative: true, fill: true });
  if (!isPlainObject(container)) return refuse('not-a-container', toPointer(path));
  if (!isPlainObject(value)) return refuse('bad-value', toPointer(path));
  const locked = firstLocked(scene.schema, path, value);
  if (locked) return refuse('locked', toPointer(locked));
  const translation = settingOf(path, container, mergeObjects(container, value));
  return { ...translation, change: { kind: 'inserted', container: path, key: null, after: value } };
}

function firstLocked(schema: JsonValue | undefined, at: Segments, value: JsonValue): Segments | null {
  if (!isPlainObject(value)) return null;
  const node = nodeAt(schema, at);
  for (const [key, child] of Object.entries(value)) {
    const path = [...at, key];
    if (isMarker(key) || !mayHold(node, key)) return path;
    const deeper = nodeAt(schema, path)?.['type'] === 'object' ? firstLocked(schema, path, child) : null;
    if (deeper) return deeper;
  }
  return null;
}

function remove(scene: Scene, path: Segments): Translation | Refusal {
  const key = path.at(-1);
  const before = valueAt(scene.tree, path);
  if (key === undefined) return refuse('bad-path');
  if (before === undefined) return refuse('missing', toPointer(path));
  const at = path.slice(0, -1);
  const fromList = Array.isArray(valueAt(scene.tree, at));
  if (fromList && arrayIndex(key) === null) return refuse('not-an-index', toPointer(path));
  if (!fromList && isRequired(nodeAt(scene.schema, at), key)) return refuse('required', toPointer(path));
  return removalOf(path, before, fromList);
}

function move(operation: Extract<Operation, { kind: 'move' }>, scene: Scene): Translation | Refusal {
  return translateMove(operation, scene.tree, {
    remove: (path) => remove(scene, path),
    // A moved child is not a new one: the template has nothing to add.
    insert: (path, value, tree) => insert({ ...scene, tree }, path, value, { negative: false, fill: false }),
  });
}
