/** The page one swipe holds: its own, a copy under a new id, one known from before, or a fresh one nobody analysed. */
import { type FloorId, type PageId } from '../ids.ts';
import { type Slot } from './claim-pages.ts';
import { MIRROR_VERSION, type PageMirror } from './mirror.ts';

export interface FloorPlace {
  readonly floorId: FloorId;
  readonly round: number;
  readonly greeting: boolean;
}

/** `known`: a page remembered by its text. The result is `slot.found` itself where nothing needs to be written. */
export function pageOfSlot(slot: Slot, known: PageMirror | null, place: FloorPlace, nextId: () => string): PageMirror {
  const { floorId, round } = place;
  if (slot.claim === 'own' && slot.found) return slot.found;
  const pageId = known?.pageId ?? (nextId() as PageId);
  if (slot.claim === 'copy' && slot.found) return { ...slot.found, pageId, floorId, round };
  if (known) return known.floorId === floorId && known.round === round ? known : { ...known, floorId, round };
  return {
    v: MIRROR_VERSION,
    floorId,
    pageId,
    basePageId: null,
    kind: place.greeting ? 'greeting' : 'native',
    hash: slot.hash,
    round,
    analysis: 'none',
    effects: [],
  };
}
