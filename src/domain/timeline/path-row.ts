/** Makes one row of the path from a round of chat[] and the pages its swipes hold. */
import { type FloorId, type PageId } from '../ids.ts';
import { type Slot } from './claim-pages.ts';
import { type PageMirror } from './mirror.ts';
import { type FloorPlace } from './page-of-slot.ts';
import { type ChatSegment } from './segment-chat.ts';
import { type PathRow } from './timeline.ts';

export interface RowMaterial extends FloorPlace {
  readonly segment: ChatSegment;
  readonly slots: readonly Slot[];
  /** Parallel to the slots. */
  readonly mirrors: readonly PageMirror[];
  /** The page shown on the row before, and those it stands for; empty without one. */
  readonly base: readonly PageId[];
  /** The page a floor showed at the last reading. */
  readonly before: (floorId: FloorId) => PageId | null;
}

/** Kinds that were built on the page before them; the others stand alone. */
const built: readonly string[] = ['generated', 'continued', 'reanalysed'];

export function pathRow(material: RowMaterial): PathRow {
  const { segment, floorId, round } = material;
  const inputIndexes = segment.inputs.map((input) => input.index);
  const swipe = shownSwipe(material);
  const page = material.mirrors[swipe];
  const hash = material.slots[swipe]?.hash;
  if (!segment.reply || page === undefined || hash === undefined) {
    const empty = { pageId: null, kind: null, analysis: 'none', partial: false, replyIndex: null } as const;
    return { ...empty, floorId, round, inputIndexes, swipePages: [], swipe: 0, ...nothingShown };
  }
  return {
    floorId,
    round,
    pageId: page.pageId,
    kind: page.kind,
    analysis: page.analysis,
    partial: page.partial ?? false,
    replyIndex: segment.reply.index,
    inputIndexes,
    swipePages: material.mirrors.map((mirror) => mirror.pageId),
    swipe,
    hash,
    edited: page.hash !== hash,
    baseMismatch: hasOtherBase(page, material.base),
  };
}

/** The page was built on another one than `base`, the page before it and those that one stands for. */
export function hasOtherBase({ kind, basePageId }: PageMirror, base: readonly PageId[]): boolean {
  if (!built.includes(kind)) return false;
  return basePageId === null ? base.length > 0 : !base.includes(basePageId);
}

const nothingShown = { hash: null, edited: false, baseMismatch: false } as const;

/** While a new swipe is being written, the page shown before still counts. */
function shownSwipe({ segment, mirrors, floorId, before }: RowMaterial): number {
  const swipeId = segment.reply?.swipeId ?? 0;
  if (swipeId >= 0 && swipeId < mirrors.length) return swipeId;
  if (mirrors.length === 0) return 0;
  const shown = before(floorId);
  const previous = mirrors.findIndex((page) => page.pageId === shown);
  return previous >= 0 ? previous : Math.max(0, mirrors.length - 1);
}
