/** The two narrowest layers: what one page wrote for itself and for its floor. */
import { type Effect } from '../timeline/effect.ts';
import { type LayerValue } from '../world.ts';
import { type VariableLayer, writeLayer } from './variable-layer.ts';

export interface PageLayers {
  readonly page: VariableLayer;
  readonly floor: VariableLayer;
}

export function pageLayers(effects: readonly Effect[]): PageLayers {
  const page: Record<string, LayerValue> = {};
  const floor: Record<string, LayerValue> = {};
  for (const effect of effects) {
    if (effect.kind !== 'variable') continue;
    if (effect.scope === 'page') writeLayer(page, effect.key, effect.write);
    if (effect.scope === 'floor') writeLayer(floor, effect.key, effect.write);
  }
  return { page, floor };
}
