/** The chat and global layers: writes in order; one that belongs to a page counts while that page is shown somewhere. */
import { type PageId } from '../ids.ts';
import { type VariableWrite } from '../timeline/effect.ts';
import { type LayerValue } from '../world.ts';
import { type VariableLayer, writeLayer } from './variable-layer.ts';

export interface ScopeEntry {
  readonly entryId: string;
  readonly scope: 'chat' | 'global';
  /** The chat's id, or the empty string for the global layer. */
  readonly scopeId: string;
  /** Order of the writes in their layer. */
  readonly seq: number;
  /** null: written by a person or through the API; always counts. */
  readonly pageId: PageId | null;
  readonly key: string;
  readonly write: VariableWrite;
}

/** The layer as the entries that count make it; what no longer applies is left out. */
export function foldScope(entries: readonly ScopeEntry[], isLive: (pageId: PageId) => boolean): VariableLayer {
  const layer: Record<string, LayerValue> = {};
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    if (entry.pageId === null || isLive(entry.pageId)) writeLayer(layer, entry.key, entry.write);
  }
  return layer;
}
