/** Reads the changed rounds between two stretches that stand as they stood; null where the three touch each other. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type FloorId, type PageId } from '../ids.ts';
import { type ActivatedPage } from './activated-pages.ts';
import { type ChangedPart } from './changed-part.ts';
import { type Slot } from './claim-pages.ts';
import { type FoldRow } from './fold-row.ts';
import { type HandEdit } from './hand-edit.ts';
import { type HostChatView, type HostMessage } from './host-chat-view.ts';
import { bothPages, knownPagesOf, type KnownPages } from './known-pages.ts';
import { type PageMirror } from './mirror.ts';
import { type NumbersAround } from './number-rounds.ts';
import { hasOtherBase } from './path-row.ts';
import {
  pagesOf,
  type ReadRound,
  readRounds,
  type ReadingDeps,
  type RememberedFloor,
  slotsOfSegment,
  type Tools,
} from './read-rounds.ts';
import { inputKey, pageBefore, type Reconciled, remembersInput } from './reconcile.ts';
import { type RoundIndex } from './round-index.ts';
import { type ChatSegment, segmentChat } from './segment-chat.ts';
import { type PathRow } from './timeline.ts';

interface Means {
  readonly editsOf: (floorId: FloorId) => readonly HandEdit[];
  readonly effectsOf: ReadingDeps['effectsOf'];
  readonly remembered: KnownPages;
  readonly index: RoundIndex;
  readonly tools: Tools;
}

/** The last reading, and where it is cut; what stands before and after is not copied until the end. */
interface Cut extends Pick<Reconciled, 'timeline' | 'rounds' | 'folds' | 'pages'> {
  /** The rounds that are read anew, as they were. */
  readonly old: Stretch;
  /** Their ordinals: from `from` to before `to`. */
  readonly from: number;
  readonly to: number;
}

interface Stretch {
  readonly rounds: readonly ReadRound[];
  readonly rows: readonly PathRow[];
  readonly folds: readonly FoldRow[];
}

export function readChangedPart(
  last: Reconciled,
  view: HostChatView,
  part: ChangedPart,
  means: Means,
): Reconciled | null {
  const { timeline, rounds } = last;
  const { length } = rounds;
  const [from, to] = [part.before, length - part.after];
  const cut: Cut = { ...last, old: stretch(last, from, to), from, to };
  if (!isDraftFixed(cut) || waitsForFloor(cut)) return null;
  const spoke = rounds[from - 1]?.segment.leading === false;
  const segments = segmentChat(view.messages.slice(part.from, part.to), spoke);
  // What the player said first decides what is a greeting.
  if (part.after > 0 && segments.at(-1)?.leading !== cut.old.rounds.at(-1)?.segment.leading) return null;
  const slots = segments.map((segment) => slotsOfSegment(segment, means.tools.hashOf));
  const around = surroundings(cut, means.index);
  if (holdsIdsOf(around, slots)) return null;
  if (part.after > 0 && (sharesTexts(cut.old, slots, means) || takesFloor(around, { segments, slots }, last, means))) {
    return null;
  }
  const deps: ReadingDeps = {
    group: view.group,
    tools: means.tools,
    editsOf: means.editsOf,
    effectsOf: means.effectsOf,
    before: pageBefore({ ...timeline, rows: cut.old.rows }),
    inputFloor: (first) => rememberedFloor(last, first, means.tools),
    pages: bothPages(knownPagesOf(cut.old.rounds.flatMap(({ bare }) => bare)), means.remembered),
  };
  const read = readRounds(segments, slots, deps, around);
  const after = moved(
    stretch(last, to, length),
    part.shift,
    view.messages,
    lastBase(read.rounds, read.rounds.length, around.base),
  );
  const rows = timeline.rows.slice(0, from).concat(read.rows, after.rows);
  const pages = last.pages as Map<PageId, PageMirror>;
  for (const row of cut.old.rows) for (const pageId of row.swipePages) pages.delete(pageId);
  for (const page of read.pages) pages.set(page.pageId, page);
  means.index.drop(cut.old.rounds, cut.old.rows);
  means.index.add(read.rounds, read.rows, part.before);
  if (read.rows.length !== cut.old.rows.length) means.index.moved(rows, part.before + read.rows.length);
  return {
    timeline: { ...timeline, rows },
    rounds: rounds.slice(0, from).concat(read.rounds, after.rounds),
    folds: last.folds.slice(0, from).concat(read.folds, after.folds),
    pages,
    repairs: read.repairs,
    missing: read.missing,
    activated: newlyShown(cut.old.rows, read.rows),
  };
}

function stretch({ rounds, timeline, folds }: Reconciled, from: number, to: number): Stretch {
  return { rounds: rounds.slice(from, to), rows: timeline.rows.slice(from, to), folds: folds.slice(from, to) };
}

/** An unanswered input at the end keeps its floor and number only if it says itself which they are. */
function isDraftFixed({ rounds, timeline, to }: Cut): boolean {
  const round = rounds.at(-1);
  const row = timeline.rows.at(-1);
  if (to === rounds.length || !round || !row || round.segment.reply) return true;
  const stamp = round.segment.inputs[0]?.input;
  return stamp?.floorId === row.floorId && stamp.round === row.round;
}

/** A round outside that is named by memory only has an input that asks for a floor which the change may set free. */
function waitsForFloor({ rounds, old, from, to }: Cut): boolean {
  const freed = new Set(old.rows.map((row) => row.floorId));
  return rounds.some(
    ({ owned, segment }, ordinal) =>
      !owned &&
      (ordinal < from || ordinal >= to) &&
      segment.inputs.some(({ input }) => input !== null && freed.has(input.floorId)),
  );
}

function surroundings(cut: Cut, index: RoundIndex) {
  const { old, from, to } = cut;
  const oldPages = new Set(old.rows.flatMap((row) => row.swipePages));
  const outside = (floorId: FloorId): number | null => {
    const ordinal = index.ordinalOf(floorId);
    return ordinal === undefined || (ordinal >= from && ordinal < to) ? null : ordinal;
  };
  return {
    first: false,
    isClaimed: (floorId: FloorId): boolean => outside(floorId) !== null,
    /** A later round that is named by memory only would have to give it up. */
    couldBeTaken(floorId: FloorId): boolean {
      const ordinal = outside(floorId);
      return ordinal !== null && ordinal >= to && !cut.rounds[ordinal]?.owned;
    },
    isTaken: (pageId: PageId): boolean => cut.pages.has(pageId) && !oldPages.has(pageId),
    numbers: (): NumbersAround => numbersAround(cut.timeline.rows.slice(0, from), cut.timeline.rows.slice(to)),
    base: lastBase(cut.rounds, from, []),
  };
}

function numbersAround(before: readonly PathRow[], after: readonly PathRow[]): NumbersAround {
  let highestBefore = 0;
  for (const { round } of before) highestBefore = Math.max(highestBefore, round);
  let highest = highestBefore;
  for (const { round } of after) highest = Math.max(highest, round);
  return {
    highest,
    highestBefore,
    last: before.at(-1)?.round ?? 0,
    taken: (round) => round <= highest && [before, after].some((rows) => rows.some((row) => row.round === round)),
  };
}

/** The page shown last before `end`, and those it stands for. */
function lastBase(rounds: readonly ReadRound[], end: number, otherwise: readonly PageId[]): readonly PageId[] {
  for (let ordinal = end - 1; ordinal >= 0; ordinal -= 1) {
    const shown = rounds[ordinal]?.shown;
    if (shown) return pagesOf(shown);
  }
  return otherwise;
}

type Around = ReturnType<typeof surroundings>;
type Slots = readonly (readonly Slot[])[];

function holdsIdsOf(around: Around, slots: Slots): boolean {
  return slots.some((reply) =>
    reply.some(({ found }) => found !== null && (around.isTaken(found.pageId) || around.isClaimed(found.floorId))),
  );
}

/** Pages without a mirror are handed out by text and in order: those outside the change must not move up or down. */
function sharesTexts(old: Stretch, slots: Slots, { index }: Means): boolean {
  const within = new Map<TextHash, number>();
  for (const { bare } of old.rounds) for (const { hash } of bare) within.set(hash, (within.get(hash) ?? 0) + 1);
  const isOutside = (hash: TextHash): boolean => index.bareCount(hash) > (within.get(hash) ?? 0);
  return [...within.keys()].some(isOutside) || slots.some((reply) => reply.some(({ hash }) => isOutside(hash)));
}

/** A floor that is named by memory only goes to the first who remembers it. */
function takesFloor(
  around: Around,
  { segments, slots }: { readonly segments: readonly ChatSegment[]; readonly slots: Slots },
  last: Reconciled,
  { remembered, tools }: Means,
): boolean {
  const named = segments.flatMap(({ inputs }) => {
    const floor = inputs[0] ? rememberedFloor(last, inputs[0], tools) : undefined;
    return [...inputs.flatMap(({ input }) => input?.floorId ?? []), ...(floor ? [floor.floorId] : [])];
  });
  const pages = slots.flatMap((reply) => reply.flatMap(({ hash }) => remembered.get(hash) ?? []));
  return [...named, ...pages.map((page) => page.floorId)].some((floorId) => around.couldBeTaken(floorId));
}

function rememberedFloor(last: Reconciled, first: HostMessage, tools: Tools): RememberedFloor | undefined {
  const { rounds, timeline } = last;
  let low = 0;
  let high = rounds.length;
  const startOf = (ordinal: number): number => {
    const segment = rounds[ordinal]?.segment;
    return segment?.inputs[0]?.index ?? segment?.reply?.index ?? Infinity;
  };
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(middle) >= first.index) high = middle;
    else low = middle + 1;
  }
  const round = rounds[low];
  const held = round?.segment.inputs[0];
  if (!round || !held || !remembersInput(round, low, rounds.length)) return undefined;
  return inputKey(held, tools.hashOf) === inputKey(first, tools.hashOf) ? timeline.rows[low] : undefined;
}

/** The rounds after the change at their new places, the first of them on its new base. */
function moved(after: Stretch, shift: number, messages: readonly HostMessage[], base: readonly PageId[]): Stretch {
  const rows = shift === 0 ? [...after.rows] : after.rows.map((row) => movedRow(row, shift));
  const rounds = shift === 0 ? after.rounds : after.rounds.map((round) => movedRound(round, shift, messages));
  const [row] = rows;
  const shown = rounds[0]?.shown;
  if (row && shown) {
    const baseMismatch = hasOtherBase(shown, base);
    if (baseMismatch !== row.baseMismatch) rows[0] = { ...row, baseMismatch };
  }
  return { rows, rounds, folds: after.folds };
}

function movedRow(row: PathRow, shift: number): PathRow {
  return {
    ...row,
    replyIndex: row.replyIndex === null ? null : row.replyIndex + shift,
    inputIndexes: row.inputIndexes.map((index) => index + shift),
  };
}

function movedRound(round: ReadRound, shift: number, messages: readonly HostMessage[]): ReadRound {
  const now = (message: HostMessage): HostMessage => messages[message.index + shift] ?? message;
  const { inputs, reply, leading } = round.segment;
  return { ...round, segment: { inputs: inputs.map(now), reply: reply && now(reply), leading } };
}

function newlyShown(old: readonly PathRow[], now: readonly PathRow[]): readonly ActivatedPage[] {
  const before = new Map(old.map((row) => [row.floorId, row.pageId]));
  return now.flatMap(({ floorId, pageId }) =>
    pageId !== null && before.get(floorId) !== pageId ? [{ floorId, pageId }] : [],
  );
}
