/** One layer of variables: reading a key and applying a write with its policy. */
import { sameJson, valueAt, withoutValueAt, withValueAt } from '../../shared/json-pointer.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { utf8Length } from '../../shared/utf8-length.ts';
import { type VariableWrite } from '../timeline/effect.ts';
import { type LayerValue } from '../world.ts';
import { patchedJson } from './json-patch.ts';
import { readVariableKey, type VariableKey } from './variable-key.ts';

export type VariableLayer = Readonly<Record<string, LayerValue>>;

/** A value may be this many bytes of JSON. */
export const VARIABLE_LIMIT_BYTES = 65_536;

export type WriteRefusal =
  'key-refused' | 'too-large' | 'not-a-number' | 'not-a-list' | 'patch-failed' | 'path-blocked';

const at = (layer: VariableLayer, name: string): LayerValue | undefined =>
  Object.hasOwn(layer, name) ? layer[name] : undefined;

/** What the layer itself says about a key: a value, a mask, or nothing. */
export function readLayer(layer: VariableLayer, key: string): LayerValue | undefined {
  const read = readVariableKey(key);
  return read ? lookUp(layer, read) : undefined;
}

function lookUp(layer: VariableLayer, key: VariableKey): LayerValue | undefined {
  const flat = at(layer, key.flat);
  if (flat) return flat;
  const [name = '', ...path] = key.path;
  const holder = at(layer, name);
  if (!holder || 'masked' in holder || path.length === 0) return path.length === 0 ? holder : undefined;
  const value = valueAt(holder.value, path);
  return value === undefined ? undefined : { value };
}

/** Changes `layer` in place, or says why not and leaves it alone. `if_absent` on a present key is no refusal. */
export function writeLayer(layer: Record<string, LayerValue>, key: string, write: VariableWrite): WriteRefusal | null {
  const read = readVariableKey(key);
  if (!read) return 'key-refused';
  if (write.op === 'unset') {
    unset(layer, read);
    return null;
  }
  if (write.op === 'mask') {
    layer[read.flat] = { masked: true };
    return null;
  }
  const found = lookUp(layer, read);
  const next = evaluated(found && 'value' in found ? found.value : undefined, write);
  if ('refusal' in next) return next.refusal;
  return next.value === undefined ? null : put(layer, read, next.value);
}

type Evaluated = { readonly value: JsonValue | undefined } | { readonly refusal: WriteRefusal };

/** The value the policy leads to; undefined: leave it as it is. */
function evaluated(current: JsonValue | undefined, write: Extract<VariableWrite, { op: 'set' }>): Evaluated {
  const { value, policy = 'replace' } = write;
  switch (policy) {
    case 'replace':
      return { value };
    case 'if_absent':
      return { value: current === undefined ? value : undefined };
    case 'add':
    case 'max':
    case 'min':
      return reckoned(current, value, policy);
    case 'append_unique':
      return appended(current, value);
    case 'patch': {
      const patched = patchedJson(current ?? {}, value);
      return patched === undefined ? { refusal: 'patch-failed' } : { value: patched };
    }
  }
}

function reckoned(current: JsonValue | undefined, value: JsonValue, policy: 'add' | 'max' | 'min'): Evaluated {
  if (typeof value !== 'number' || (current !== undefined && typeof current !== 'number')) {
    return { refusal: 'not-a-number' };
  }
  if (current === undefined) return { value };
  const result = policy === 'add' ? current + value : Math[policy](current, value);
  return Number.isFinite(result) ? { value: result } : { refusal: 'not-a-number' };
}

function appended(current: JsonValue | undefined, value: JsonValue): Evaluated {
  if (current !== undefined && !Array.isArray(current)) return { refusal: 'not-a-list' };
  const list = [...((current as readonly JsonValue[] | undefined) ?? [])];
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  for (const item of items) if (!list.some((old) => sameJson(old, item))) list.push(item);
  return { value: list };
}

function put(layer: Record<string, LayerValue>, key: VariableKey, value: JsonValue): WriteRefusal | null {
  const [name = '', ...path] = key.path;
  const holder = at(layer, name);
  const inside = path.length > 0 && at(layer, key.flat) === undefined && holder !== undefined && 'value' in holder;
  // A pointer always means a place inside a variable; a dotted name only where that variable is there to go into.
  const asPath = inside || key.flat.startsWith('/');
  const target = asPath ? name : key.flat;
  const next = asPath ? withValueAt(inside ? holder.value : undefined, path, value) : value;
  if (next === undefined) return 'path-blocked';
  if (utf8Length(JSON.stringify(next)) > VARIABLE_LIMIT_BYTES) return 'too-large';
  layer[target] = { value: next };
  return null;
}

function unset(layer: Record<string, LayerValue>, key: VariableKey): void {
  if (at(layer, key.flat)) {
    delete layer[key.flat];
    return;
  }
  const [name = '', ...path] = key.path;
  const holder = at(layer, name);
  if (!holder) return;
  if (path.length === 0) delete layer[name];
  else if ('value' in holder) layer[name] = { value: withoutValueAt(holder.value, path) };
}
