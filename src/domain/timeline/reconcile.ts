/** Reads the path off chat[]: which floors there are, which page each shows, and what must be repaired in the file. */
import { type FloorId, type PageId } from '../ids.ts';
import { type ActivatedPage, activatedPages } from './activated-pages.ts';
import { type Effect } from './effect.ts';
import { editsByFloor, type FoldRow } from './fold-row.ts';
import { type HandEdit } from './hand-edit.ts';
import { type HostChatView } from './host-chat-view.ts';
import { type ChatIdentity } from './identify-chat.ts';
import { type KnownPages } from './known-pages.ts';
import { type PageMirror } from './mirror.ts';
import { type MirrorWrite } from './mirror-write.ts';
import { type NumbersAround } from './number-rounds.ts';
import {
  type ReadRound,
  readRounds,
  type RememberedFloor,
  slotsOfSegment,
  type Surroundings,
  type Tools,
} from './read-rounds.ts';
import { type ChatSegment, segmentChat } from './segment-chat.ts';
import { type PathRow, type Timeline } from './timeline.ts';

export interface Known {
  /** The path as it was at the last reading; null at the first. */
  readonly previous: Timeline | null;
  /** Pages that may stand in chat[] without a mirror. */
  readonly pages: KnownPages;
  /** Floors of inputs that do not name one themselves, by place and text. */
  readonly inputFloors: ReadonlyMap<string, RememberedFloor>;
  readonly handEdits: readonly HandEdit[];
  /** Effects of a page whose mirror was truncated; null when they are not known. */
  readonly effectsOf: (pageId: PageId) => readonly Effect[] | null;
}

export interface Reconciled {
  readonly timeline: Timeline;
  /** Parallel to the timeline's rows. */
  readonly folds: readonly FoldRow[];
  /** Parallel to the timeline's rows. */
  readonly rounds: readonly ReadRound[];
  /** Every page chat[] holds, shown or not, as its mirror says or would say. */
  readonly pages: ReadonlyMap<PageId, PageMirror>;
  /** Ids that leaked, were cloned or got lost; to be written before anything else is. */
  readonly repairs: readonly MirrorWrite[];
  readonly activated: readonly ActivatedPage[];
  /** Shown pages whose effects could not be found anywhere. */
  readonly missing: readonly PageId[];
}

const nothingAround: Surroundings = {
  first: true,
  isClaimed: () => false,
  isTaken: () => false,
  numbers: (): NumbersAround => ({ taken: () => false, highest: 0, highestBefore: 0, last: 0 }),
  base: [],
};

/** Pure and idempotent: applying `repairs` and reading again gives the same timeline and no repairs. */
export function reconcile(view: HostChatView, identity: ChatIdentity, known: Known, tools: Tools): Reconciled {
  const segments = segmentChat(view.messages);
  const deps = {
    group: view.group,
    tools,
    editsOf: editsByFloor(known.handEdits),
    effectsOf: known.effectsOf,
    before: pageBefore(known.previous),
    inputFloor: (first: ChatSegment['inputs'][number]) => known.inputFloors.get(inputKey(first, tools.hashOf)),
    pages: known.pages,
  };
  const slots = segments.map((segment) => slotsOfSegment(segment, tools.hashOf));
  const { rounds, rows, folds, pages, repairs, missing } = readRounds(segments, slots, deps, nothingAround);
  const timeline: Timeline = { chatId: identity.chatId, branchId: identity.branchId, rows };
  return {
    timeline,
    folds,
    rounds,
    pages: new Map(pages.map((page) => [page.pageId, page])),
    repairs,
    missing,
    activated: activatedPages(known.previous, timeline),
  };
}

export function pageBefore(previous: Timeline | null): (floorId: FloorId) => PageId | null {
  return (floorId) => previous?.rows.findLast((row) => row.floorId === floorId)?.pageId ?? null;
}

/** Pages that carry no mirror in the file. */
export function unstampedPages({ rounds }: Pick<Reconciled, 'rounds'>): readonly PageMirror[] {
  return rounds.flatMap(({ bare }) => bare);
}

/** A reply that vanishes and is written anew is one of the last. */
const REMEMBERED_INPUTS = 8;

/** Place and text of the first input of a round. */
export function inputKey(first: { readonly index: number; readonly text: string }, hashOf: Tools['hashOf']): string {
  return `${first.index}:${hashOf(first.text)}`;
}

export function remembersInput(round: ReadRound, ordinal: number, length: number): boolean {
  return !round.owned || ordinal >= length - REMEMBERED_INPUTS;
}

/** To be handed in again as `Known.inputFloors`. */
export function inputFloorsOf(
  { rounds, timeline }: Pick<Reconciled, 'rounds' | 'timeline'>,
  hashOf: Tools['hashOf'],
): ReadonlyMap<string, PathRow> {
  const floors = new Map<string, PathRow>();
  rounds.forEach((round, ordinal) => {
    const [first] = round.segment.inputs;
    const row = timeline.rows[ordinal];
    if (first && row && remembersInput(round, ordinal, rounds.length)) floors.set(inputKey(first, hashOf), row);
  });
  return floors;
}
