/** Looks variables up through the layers, the narrowest first; the first layer that says anything decides. */
import { type JsonValue } from '../../shared/json-value.ts';
import { type VariableScope } from '../timeline/effect.ts';
import { readLayer, type VariableLayer } from './variable-layer.ts';

export interface ScopedLayer {
  readonly scope: VariableScope;
  readonly values: VariableLayer;
}

export interface Resolved {
  readonly value: JsonValue;
  readonly scope: VariableScope;
}

/** Null when no layer knows the key, or a mask ends the search. `layers` go from page to global. */
export function resolveVariable(layers: readonly ScopedLayer[], key: string): Resolved | null {
  for (const { scope, values } of layers) {
    const found = readLayer(values, key);
    if (found) return 'masked' in found ? null : { value: found.value, scope };
  }
  return null;
}

/** Every name any layer holds, each as `resolveVariable` gives it. */
export function resolveAllVariables(layers: readonly ScopedLayer[]): ReadonlyMap<string, Resolved> {
  const all = new Map<string, Resolved>();
  for (const key of new Set(layers.flatMap(({ values }) => Object.keys(values)))) {
    const resolved = resolveVariable(layers, key);
    if (resolved) all.set(key, resolved);
  }
  return all;
}
