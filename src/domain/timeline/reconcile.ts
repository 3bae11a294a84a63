/** Reads the path off chat[]: which floors there are, which page each shows, and what must be repaired in the file. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type FloorId, type PageId } from '../ids.ts';
import { activatedPages } from './activated-pages.ts';
import { claimPages, slotsOf, type Slot } from './claim-pages.ts';
import { type Effect } from './effect.ts';
import { editsByFloor, type FoldRow } from './fold-row.ts';
import { type HandEdit } from './hand-edit.ts';
import { type HostChatView } from './host-chat-view.ts';
import { type ChatIdentity } from './identify-chat.ts';
import { type KnownPages, makePageFinder } from './known-pages.ts';
import { type PageMirror } from './mirror.ts';
import { type MirrorWrite } from './mirror-write.ts';
import { pageOfSlot } from './page-of-slot.ts';
import { numberRounds } from './number-rounds.ts';
import { type ChatSegment, segmentChat } from './segment-chat.ts';
import { pathRow } from './path-row.ts';
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

export interface Tools {
  readonly nextId: () => string;
  readonly hashOf: (text: string) => TextHash;
}

export interface RememberedFloor {
  readonly floorId: FloorId;
  readonly round: number;
}

export interface Reconciled {
  readonly timeline: Timeline;
  /** Parallel to the timeline's rows. */
  readonly folds: readonly FoldRow[];
  /** Every page chat[] holds, shown or not, as its mirror says or would say. */
  readonly pages: ReadonlyMap<PageId, PageMirror>;
  /** Pages that carry no mirror in the file. */
  readonly unstamped: readonly PageMirror[];
  /** To be handed in again as `Known.inputFloors`. */
  readonly inputFloors: ReadonlyMap<string, RememberedFloor>;
  /** Ids that leaked, were cloned or got lost; to be written before anything else is. */
  readonly repairs: readonly MirrorWrite[];
  readonly activated: readonly { readonly floorId: FloorId; readonly pageId: PageId }[];
  /** Shown pages whose effects could not be found anywhere. */
  readonly missing: readonly PageId[];
}

interface Round {
  readonly segment: ChatSegment;
  readonly slots: Slot[];
  floorId: FloorId | null;
  /** Number an own or known page says it has. */
  round: number | null;
}

/** Pure and idempotent: applying `repairs` and reading again gives the same timeline and no repairs. */
export function reconcile(view: HostChatView, identity: ChatIdentity, known: Known, tools: Tools): Reconciled {
  const rounds: Round[] = segmentChat(view.messages).map((segment) => ({
    segment,
    slots: segment.reply ? slotsOf(segment.reply, tools.hashOf) : [],
    floorId: null,
    round: null,
  }));
  claimPages(rounds.flatMap((round) => round.slots));
  const claimed = claimFloors(rounds);
  const taken = new Set<PageId>();
  for (const round of rounds) {
    for (const slot of round.slots) if (slot.claim === 'own' && slot.found) taken.add(slot.found.pageId);
  }
  const find = makePageFinder(known.pages, taken);
  const found = rounds.map((round) => round.slots.map((slot) => (slot.claim === 'own' ? slot.found : find(slot.hash))));
  const keys = new Map<string, number>();
  rounds.forEach((round, i) => {
    const recent = i >= rounds.length - REMEMBERED_INPUTS || round.floorId === null;
    const key = recent ? inputKey(round.segment, tools.hashOf) : null;
    round.floorId ??= nameFloor(round, found[i] ?? [], claimed, known.inputFloors.get(key ?? '')) ?? newFloor(tools);
    claimed.add(round.floorId);
    if (key !== null) keys.set(key, i);
  });
  const numbers = numberRounds(
    rounds.map((round) => ({ round: round.round, otherwise: otherwise(round, view, rounds) })),
  );
  const path = readRows(known, { rounds, found, numbers, tools });
  const inputFloors = new Map([...keys].flatMap(([key, i]) => (path.rows[i] ? [[key, path.rows[i]] as const] : [])));
  const timeline = { chatId: identity.chatId, branchId: identity.branchId, rows: path.rows };
  return { ...path, timeline, inputFloors, activated: activatedPages(known.previous, timeline) };
}

/** A reply that vanishes and is written anew is one of the last. */
const REMEMBERED_INPUTS = 8;

const newFloor = (tools: Tools): FloorId => tools.nextId() as FloorId;

/** Place and text of the first input of a round. */
function inputKey(segment: ChatSegment, hashOf: Tools['hashOf']): string | null {
  const first = segment.inputs[0];
  return first ? `${first.index}:${hashOf(first.text)}` : null;
}

/** A floor belongs to the first reply that owns a page of it; pages of it elsewhere are copies. */
function claimFloors(rounds: readonly Round[]): Set<FloorId> {
  const claimed = new Set<FloorId>();
  for (const round of rounds) {
    for (const slot of round.slots) {
      if (slot.claim !== 'own' || !slot.found) continue;
      const { floorId } = slot.found;
      if (round.floorId === null && !claimed.has(floorId)) {
        round.floorId = floorId;
        round.round = slot.found.round;
        claimed.add(floorId);
      } else if (floorId !== round.floorId) slot.claim = 'copy';
    }
  }
  return claimed;
}

/** The floor of a reply without a page of its own: as remembered by its text, else by its input. */
function nameFloor(
  round: Round,
  found: readonly (PageMirror | null)[],
  claimed: ReadonlySet<FloorId>,
  remembered: RememberedFloor | undefined,
): FloorId | null {
  const known = found.find((page) => page !== null && !claimed.has(page.floorId));
  const stamped = round.segment.inputs.find(({ input }) => input !== null && !claimed.has(input.floorId))?.input;
  const free = remembered !== undefined && !claimed.has(remembered.floorId) ? remembered : undefined;
  const name = known ?? stamped ?? free;
  round.round = name?.round ?? null;
  return name?.floorId ?? null;
}

function otherwise(round: Round, view: HostChatView, rounds: readonly Round[]): 'greeting' | 'shared' | 'next' {
  const { segment } = round;
  if (segment.leading && segment.reply) return view.group || round === rounds[0] ? 'greeting' : 'next';
  return view.group && segment.inputs.length === 0 ? 'shared' : 'next';
}

interface Material {
  readonly rounds: readonly Round[];
  readonly found: readonly (readonly (PageMirror | null)[])[];
  readonly numbers: readonly number[];
  readonly tools: Tools;
}

type Path = Pick<Reconciled, 'folds' | 'pages' | 'unstamped' | 'repairs' | 'missing'> & { readonly rows: PathRow[] };

function readRows(known: Known, { rounds, found, numbers, tools }: Material): Path {
  const editsOf = editsByFloor(known.handEdits);
  const before = (floorId: FloorId): PageId | null =>
    known.previous?.rows.findLast((row) => row.floorId === floorId)?.pageId ?? null;
  const rows: PathRow[] = [];
  const folds: FoldRow[] = [];
  const pages = new Map<PageId, PageMirror>();
  const unstamped: PageMirror[] = [];
  const repairs: MirrorWrite[] = [];
  const missing: PageId[] = [];
  let base: readonly PageId[] = [];

  rounds.forEach((round, ordinal) => {
    const { segment, slots } = round;
    const floorId = round.floorId ?? newFloor(tools);
    const place = { floorId, round: numbers[ordinal] ?? 0, greeting: segment.leading && ordinal === 0 };
    const mirrors = slots.map((slot, i) => {
      const page = pageOfSlot(slot, found[ordinal]?.[i] ?? null, place, tools.nextId);
      pages.set(page.pageId, page);
      if (isBare(slot, page)) unstamped.push(page);
      else if (page !== slot.found) repairs.push(repair(segment, slot, page));
      return page;
    });
    const row = pathRow({ ...place, segment, slots, mirrors, base, before });
    const page = row.pageId === null ? null : (pages.get(row.pageId) ?? null);
    const effects = effectsOf(page, known);
    if (page && effects === null) missing.push(page.pageId);
    rows.push(row);
    folds.push({
      floorId,
      round: row.round,
      pageId: row.pageId,
      effects: effects ?? [],
      adjustments: page?.adjustments ?? [],
      edits: editsOf(floorId),
    });
    if (page) base = [page.pageId, ...(page.standsFor ?? [])];
  });
  return { rows, folds, pages, unstamped, repairs, missing };
}

/** Nothing of ours is in the file and nothing needs to be: a reply nobody analysed. */
function isBare(slot: Slot, page: PageMirror): boolean {
  return slot.claim === 'none' && (page.kind === 'native' || page.kind === 'greeting') && page.effects.length === 0;
}

function repair(segment: ChatSegment, slot: Slot, mirror: PageMirror): MirrorWrite {
  return { kind: 'page', at: { index: segment.reply?.index ?? -1, swipe: slot.swipe, hash: slot.hash }, mirror };
}

function effectsOf(page: PageMirror | null, known: Known): readonly Effect[] | null {
  if (!page) return [];
  return page.truncated ? known.effectsOf(page.pageId) : page.effects;
}
