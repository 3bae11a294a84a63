/** SillyTavern's chat variables as the branch layer: what is written there, and what others changed since. */
import { sameJson } from '../../shared/json-pointer.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { textHash } from '../../shared/text-hash.ts';
import { type Effect } from '../timeline/effect.ts';
import { readVariableKey } from './variable-key.ts';
import { type VariableLayer } from './variable-layer.ts';

export type HostVariables = Readonly<Record<string, JsonValue>>;
/** Fingerprints of the values as they stood after our last look, by key. */
export type ProjectionMark = Readonly<Record<string, string>>;

/** Larger values are left to whoever keeps them there: they would not fit a message's record. */
const VALUE_LIMIT = 1_024;

const isShared = (key: string): boolean => !key.startsWith('state.') && readVariableKey(key) !== null;
const print = (value: JsonValue): string => textHash(JSON.stringify(value));
const isSmall = (value: JsonValue): boolean => JSON.stringify(value).length <= VALUE_LIMIT;

/** What is there but not in the layer is nobody's yet: it is left unmarked, so that the next look takes it over. */
export function markOf(variables: HostVariables, layer: VariableLayer): ProjectionMark {
  return Object.fromEntries(
    Object.entries(variables)
      .filter(([key]) => isShared(key) && Object.hasOwn(layer, key))
      .map(([key, value]) => [key, print(value)]),
  );
}

/** What must be written so that SillyTavern shows the layer; `undefined` removes. Only keys we know of are touched. */
export function projectionChanges(
  layer: VariableLayer,
  host: HostVariables,
  mark: ProjectionMark,
): Readonly<Record<string, JsonValue | undefined>> {
  const changes: Record<string, JsonValue | undefined> = {};
  for (const [key, held] of Object.entries(layer)) {
    if (!isShared(key)) continue;
    if ('masked' in held) {
      if (Object.hasOwn(host, key)) changes[key] = undefined;
    } else if (!sameJson(host[key], held.value)) changes[key] = held.value;
  }
  for (const [key, value] of Object.entries(host)) {
    const gone = isShared(key) && Object.hasOwn(mark, key) && !Object.hasOwn(layer, key);
    if (gone && isSmall(value)) changes[key] = undefined;
  }
  return changes;
}

/** What scripts and other extensions did to the variables since `mark`, as effects on the branch layer. */
export function externalChanges(layer: VariableLayer, host: HostVariables, mark: ProjectionMark): readonly Effect[] {
  const effects: Effect[] = [];
  const change = (key: string, write: Extract<Effect, { kind: 'variable' }>['write']): void => {
    effects.push({ kind: 'variable', scope: 'branch', key, write, source: 'external' });
  };
  for (const [key, value] of Object.entries(host)) {
    if (!isShared(key) || !isSmall(value)) continue;
    const held = Object.hasOwn(layer, key) ? layer[key] : undefined;
    if (held && 'value' in held && sameJson(held.value, value)) continue;
    const changed = Object.hasOwn(mark, key) ? mark[key] !== print(value) : held === undefined;
    if (changed) change(key, { op: 'set', value });
  }
  for (const key of Object.keys(mark)) {
    if (isShared(key) && Object.hasOwn(layer, key) && !Object.hasOwn(host, key)) change(key, { op: 'unset' });
  }
  return effects;
}
