/** What a page that counts changed in the variables: each key it wrote, as it was before the page and as it is with it. */
import { type PageId } from '../../domain/ids.ts';
import { type Effect, type VariableScope } from '../../domain/timeline/effect.ts';
import { pageLayers } from '../../domain/variables/page-layers.ts';
import { readLayer, type VariableLayer } from '../../domain/variables/variable-layer.ts';
import { type VariableChange } from '../../ports/session-variables.ts';
import { sameJson } from '../../shared/json-pointer.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { type ScopeKeeper } from './scope-keeper.ts';
import { type SessionCore } from './session-core.ts';

/** In the order they were written; a key that ends as it began is left out. Empty for a page that is not shown. */
export function variableChanges(core: SessionCore, scopes: ScopeKeeper, pageId: PageId): readonly VariableChange[] {
  const page = core.pages().get(pageId);
  const ordinal = page ? (core.row(page.floorId)?.ordinal ?? -1) : -1;
  if (!page || core.timeline().rows[ordinal]?.pageId !== pageId) return [];
  const held = core.heldEffects(page);
  const effects = [...(held?.effects ?? []), ...(held?.adjustments ?? [])];
  const own = pageLayers(effects);
  const layers: Readonly<Record<VariableScope, readonly [VariableLayer, VariableLayer]>> = {
    page: [{}, own.page],
    floor: [{}, own.floor],
    branch: [core.fold.after(ordinal - 1).variables, core.fold.after(ordinal).variables],
    chat: [scopes.layer('chat', pageId), scopes.layer('chat')],
    global: [{}, {}],
  };
  return written(effects).flatMap(({ scope, key }): readonly VariableChange[] => {
    const [before, after] = layers[scope].map((layer) => valueIn(layer, key));
    if (before === after || (before !== undefined && after !== undefined && sameJson(before, after))) return [];
    return [{ scope, key, before, after }];
  });
}

function written(effects: readonly Effect[]): readonly { readonly scope: VariableScope; readonly key: string }[] {
  const all = effects.flatMap((effect) => (effect.kind === 'variable' ? [effect] : []));
  return all.filter(({ scope, key }, index) => all.findIndex((e) => e.scope === scope && e.key === key) === index);
}

function valueIn(layer: VariableLayer, key: string): JsonValue | undefined {
  const found = readLayer(layer, key);
  return found && 'value' in found ? found.value : undefined;
}
