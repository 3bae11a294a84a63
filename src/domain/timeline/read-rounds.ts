/** Reads neighbouring rounds of chat[]: whose floors and pages they are, their numbers, and the rows they make. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type FloorId, type PageId } from '../ids.ts';
import { claimPages, slotsOf, type Slot } from './claim-pages.ts';
import { type Effect } from './effect.ts';
import { type FoldRow } from './fold-row.ts';
import { type HandEdit } from './hand-edit.ts';
import { type HostMessage } from './host-chat-view.ts';
import { type KnownPages, makePageFinder } from './known-pages.ts';
import { type PageMirror } from './mirror.ts';
import { type MirrorWrite } from './mirror-write.ts';
import { type NumbersAround, numberRounds } from './number-rounds.ts';
import { pageOfSlot } from './page-of-slot.ts';
import { pathRow } from './path-row.ts';
import { type ChatSegment } from './segment-chat.ts';
import { type PathRow } from './timeline.ts';

export interface RememberedFloor {
  readonly floorId: FloorId;
  readonly round: number;
}

export interface Tools {
  readonly nextId: () => string;
  readonly hashOf: (text: string) => TextHash;
}

/** What the rounds are read with. */
export interface ReadingDeps {
  readonly group: boolean;
  readonly tools: Tools;
  readonly editsOf: (floorId: FloorId) => readonly HandEdit[];
  /** Effects of a page whose mirror was truncated; null when they are not known. */
  readonly effectsOf: (pageId: PageId) => readonly Effect[] | null;
  /** The page a floor showed at the last reading. */
  readonly before: (floorId: FloorId) => PageId | null;
  /** The floor of an input that does not name one itself, by place and text. */
  readonly inputFloor: (first: HostMessage) => RememberedFloor | undefined;
  /** Pages that may stand there without a mirror. */
  readonly pages: KnownPages;
}

/** What stands before and after the rounds that are read. */
export interface Surroundings {
  /** They are the first of the chat. */
  readonly first: boolean;
  readonly isClaimed: (floorId: FloorId) => boolean;
  readonly isTaken: (pageId: PageId) => boolean;
  readonly numbers: () => NumbersAround;
  /** The page shown before them, and those it stands for. */
  readonly base: readonly PageId[];
}

/** What is kept of a round from reading to reading. */
export interface ReadRound {
  readonly segment: ChatSegment;
  /** A page of its own says which floor it is. */
  readonly owned: boolean;
  readonly shown: PageMirror | null;
  /** Its pages that carry no mirror in the file and need none. */
  readonly bare: readonly PageMirror[];
}

export interface ReadRounds {
  readonly rounds: ReadRound[];
  readonly rows: PathRow[];
  readonly folds: FoldRow[];
  readonly pages: PageMirror[];
  readonly repairs: MirrorWrite[];
  readonly missing: PageId[];
}

interface Round {
  readonly segment: ChatSegment;
  readonly slots: readonly Slot[];
  floorId: FloorId | null;
  /** Number an own or known page says it has. */
  round: number | null;
  owned: boolean;
}

/** `slots`: those of each segment's reply, claims not settled yet. */
export function readRounds(
  segments: readonly ChatSegment[],
  slots: readonly (readonly Slot[])[],
  deps: ReadingDeps,
  around: Surroundings,
): ReadRounds {
  const rounds = segments.map((segment, i): Round => ({
    segment,
    slots: slots[i] ?? [],
    floorId: null,
    round: null,
    owned: false,
  }));
  claimPages(slots);
  const claimed = new Set<FloorId>();
  const isClaimed = (floorId: FloorId): boolean => claimed.has(floorId) || around.isClaimed(floorId);
  claimFloors(rounds, claimed);
  const found = findPages(rounds, deps, around);
  rounds.forEach((round, i) => {
    round.floorId ??= nameFloor(round, found[i] ?? [], isClaimed, deps) ?? (deps.tools.nextId() as FloorId);
    claimed.add(round.floorId);
  });
  const numbers = numberRounds(
    rounds.map(({ round, segment }, i) => ({
      round,
      otherwise: otherwise(segment, deps.group, around.first && i === 0),
    })),
    around.numbers,
  );
  return readRows({ rounds, found, numbers }, deps, around);
}

export function slotsOfSegment(segment: ChatSegment, hashOf: Tools['hashOf']): readonly Slot[] {
  return segment.reply ? slotsOf(segment.reply, hashOf) : [];
}

/** A floor belongs to the first reply that owns a page of it; pages of it elsewhere are copies. */
function claimFloors(rounds: readonly Round[], claimed: Set<FloorId>): void {
  for (const round of rounds) {
    for (const slot of round.slots) {
      if (slot.claim !== 'own' || !slot.found) continue;
      const { floorId } = slot.found;
      if (round.floorId === null && !claimed.has(floorId)) {
        round.floorId = floorId;
        round.round = slot.found.round;
        round.owned = true;
        claimed.add(floorId);
      } else if (floorId !== round.floorId) slot.claim = 'copy';
    }
  }
}

const nothingFound: readonly (PageMirror | null)[] = [];

function findPages(
  rounds: readonly Round[],
  deps: ReadingDeps,
  around: Surroundings,
): readonly (readonly (PageMirror | null)[])[] {
  const own = new Set<PageId>();
  let loose = false;
  for (const { slots } of rounds) {
    for (const { claim, found } of slots) {
      if (claim === 'own' && found) own.add(found.pageId);
      else loose = true;
    }
  }
  if (!loose) return rounds.map(() => nothingFound);
  const find = makePageFinder(deps.pages, (pageId) => own.has(pageId) || around.isTaken(pageId));
  return rounds.map(({ slots }) => slots.map((slot) => (slot.claim === 'own' ? slot.found : find(slot.hash))));
}

/**
 * The floor of a reply without a page of its own: as its input says, else as remembered. What the file says goes first,
 * or a reading without memory would tell another story.
 */
function nameFloor(
  round: Round,
  found: readonly (PageMirror | null)[],
  isClaimed: (floorId: FloorId) => boolean,
  deps: ReadingDeps,
): FloorId | null {
  const [first] = round.segment.inputs;
  const remembered = first ? deps.inputFloor(first) : undefined;
  const known = found.find((page) => page !== null && !isClaimed(page.floorId));
  const stamped = round.segment.inputs.find(({ input }) => input !== null && !isClaimed(input.floorId))?.input;
  const free = remembered !== undefined && !isClaimed(remembered.floorId) ? remembered : undefined;
  const name = stamped ?? known ?? free;
  if (!name) return null;
  // An input of an older version names its floor alone; the number is remembered.
  const same = found.find((page) => page?.floorId === name.floorId);
  round.round = name.round ?? same?.round ?? (free?.floorId === name.floorId ? free.round : null);
  return name.floorId;
}

function otherwise(segment: ChatSegment, group: boolean, first: boolean): 'greeting' | 'shared' | 'next' {
  if (segment.leading && segment.reply) return group || first ? 'greeting' : 'next';
  return group && segment.inputs.length === 0 ? 'shared' : 'next';
}

interface Material {
  readonly rounds: readonly Round[];
  readonly found: readonly (readonly (PageMirror | null)[])[];
  readonly numbers: readonly number[];
}

const noBare: readonly PageMirror[] = [];

function readRows({ rounds, found, numbers }: Material, deps: ReadingDeps, around: Surroundings): ReadRounds {
  const { tools, before } = deps;
  const read: ReadRounds = { rounds: [], rows: [], folds: [], pages: [], repairs: [], missing: [] };
  let base = around.base;
  rounds.forEach(({ segment, slots, floorId: named, owned }, ordinal) => {
    const floorId = named ?? (tools.nextId() as FloorId);
    const greeting = segment.leading && around.first && ordinal === 0;
    const place = { floorId, round: numbers[ordinal] ?? 0, greeting };
    let bare = noBare;
    const mirrors = slots.map((slot, i) => {
      const page = pageOfSlot(slot, found[ordinal]?.[i] ?? null, place, tools.nextId);
      read.pages.push(page);
      if (isBare(slot, page)) bare = [...bare, page];
      else if (page !== slot.found) read.repairs.push(repair(segment, slot, page));
      return page;
    });
    const row = pathRow({ ...place, segment, slots, mirrors, base, before });
    const shown = row.pageId === null ? null : (mirrors[row.swipe] ?? null);
    const effects = effectsOf(shown, deps);
    if (shown && effects === null) read.missing.push(shown.pageId);
    read.rounds.push({ segment, owned, shown, bare });
    read.rows.push(row);
    read.folds.push(foldRowOf(row, shown, effects ?? noEffects, deps.editsOf(floorId)));
    if (shown) base = pagesOf(shown);
  });
  return read;
}

const noEffects: readonly Effect[] = [];

export function foldRowOf(
  { floorId, round, pageId }: PathRow,
  shown: PageMirror | null,
  effects: readonly Effect[],
  edits: readonly HandEdit[],
): FoldRow {
  return { floorId, round, pageId, effects, adjustments: shown?.adjustments ?? noEffects, edits };
}

/** The page and those it stands for. */
export const pagesOf = (page: PageMirror): readonly PageId[] =>
  page.standsFor ? [page.pageId, ...page.standsFor] : [page.pageId];

/** Null when they could not be found anywhere. */
export function effectsOf(page: PageMirror | null, deps: Pick<ReadingDeps, 'effectsOf'>): readonly Effect[] | null {
  if (!page) return noEffects;
  return page.truncated ? deps.effectsOf(page.pageId) : page.effects;
}

/** Nothing of ours is in the file and nothing needs to be: a reply nobody analysed. */
function isBare(slot: Slot, page: PageMirror): boolean {
  return slot.claim === 'none' && (page.kind === 'native' || page.kind === 'greeting') && page.effects.length === 0;
}

function repair(segment: ChatSegment, slot: Slot, mirror: PageMirror): MirrorWrite {
  return { kind: 'page', at: { index: segment.reply?.index ?? -1, swipe: slot.swipe, hash: slot.hash }, mirror };
}
