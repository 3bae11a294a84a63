/** The open chat in memory: who it is, what its path is, and the worlds along it; read off chat[] anew on demand. */
import { NarrativeError } from '../../domain/errors.ts';
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { type Fold, makeFold } from '../../domain/timeline/fold.ts';
import { type HandEdit } from '../../domain/timeline/hand-edit.ts';
import { type HostChatView } from '../../domain/timeline/host-chat-view.ts';
import { type ChatIdentity } from '../../domain/timeline/identify-chat.ts';
import { type ChatMirror, MIRROR_VERSION, type PageMirror } from '../../domain/timeline/mirror.ts';
import { makePathReader, type PathReader } from '../../domain/timeline/path-reader.ts';
import { type Reconciled } from '../../domain/timeline/reconcile.ts';
import { makeReplyHasher } from '../../domain/timeline/reply-hash.ts';
import { type PathRow, type Timeline } from '../../domain/timeline/timeline.ts';
import { type World } from '../../domain/world.ts';
import { type SessionDeps } from './session-deps.ts';

export interface OpenedChat {
  readonly view: HostChatView;
  readonly identity: ChatIdentity;
  /** What the file said, under the identity it has now. */
  readonly mirror: ChatMirror | null;
  readonly handEdits: readonly HandEdit[];
}

/** A floor whose last reply vanished; a regenerate fills it again. */
export interface VanishedFloor {
  readonly floorId: FloorId;
  readonly round: number;
}

export interface SessionCore {
  readonly deps: SessionDeps;
  readonly identity: ChatIdentity;
  /** The file as it was opened. */
  readonly home: Pick<HostChatView, 'owner' | 'file' | 'integrity' | 'group'>;
  readonly fold: Fold<World>;
  readonly hashOf: (text: string) => ReturnType<ReturnType<typeof makeReplyHasher>>;
  /** The chat of this session is the one that is open. */
  isOpen(): boolean;
  /** The chat as it is now; throws `host.chat-changed` when another one is open. */
  view(trustBefore?: number): HostChatView;
  /**
   * Reads chat[] and brings path and fold in step; repairs of ids are written at once. Messages before `trustBefore`
   * are taken as they were read last: for the steps of a turn, which begins and ends with a reading of everything.
   */
  refresh(trustBefore?: number): Refreshed;
  /** Index of the first message of the earliest of these floors; 0 when one is not on the path. */
  firstMessageOf(floors: readonly FloorId[]): number;
  timeline(): Timeline;
  pages(): ReadonlyMap<PageId, PageMirror>;
  /** The page carries no mirror in the file. */
  isUnstamped(pageId: PageId): boolean;
  vanished(): VanishedFloor | null;
  row(floorId: FloorId): { readonly row: PathRow; readonly ordinal: number } | null;
  /** The row whose swipes hold the page, shown or not. */
  rowOfPage(pageId: PageId): PathRow | null;
  handEdits(): readonly HandEdit[];
  setHandEdits(edits: readonly HandEdit[]): void;
  /** Pages without a mirror that the database remembers, and effects of truncated ones. */
  remember(pages: readonly PageMirror[], effects: ReadonlyMap<PageId, readonly Effect[]>): void;
  language(): StoryLanguage | null;
  /** The chat's own mirror to be written now; its revision counts up. */
  nextChatMirror(): ChatMirror;
  /** Changes keys of the chat's mirror in memory; `undefined` removes one. */
  patchMirror(changes: Readonly<Record<string, unknown>>): void;
  choice(key: string): unknown;
  /** Keeps the effects of a page whose mirror is too small for them. */
  keepKeyframe(pageId: PageId, effects: readonly Effect[]): void;
  /** What a page of chat[] holds, also when its mirror is too small for it; null when that is known nowhere. */
  heldEffects(page: PageMirror): HeldEffects | null;
  /** Has this chat any data of ours yet? A chat that was only looked at leaves no trace. */
  touched(): boolean;
  touch(): void;
  close(): void;
}

export interface HeldEffects {
  readonly effects: readonly Effect[];
  readonly adjustments: readonly Effect[];
}

export interface Refreshed extends Reconciled {
  /** The chat as it was read; repairs of ids are in it only after the next reading. */
  readonly view: HostChatView;
  readonly changed: boolean;
}

export function makeSessionCore(deps: SessionDeps, opened: OpenedChat): SessionCore {
  const { identity } = opened;
  const hashOf = makeReplyHasher();
  const language = (): StoryLanguage | null => mirror.language ?? null;
  const fold = makeFold(deps.ledger(() => language() ?? deps.screenLanguage()));
  let closed = false;
  let touched = opened.mirror !== null;
  let handEdits = opened.handEdits;
  let mirror: ChatMirror = { ...freshMirror(opened), ...opened.mirror, ...identityOf(opened) };
  let last: Reconciled | null = null;
  let vanished: VanishedFloor | null = null;
  const reader = makePathReader(identity, { nextId: () => deps.ids.next(), hashOf });
  const effects = new Map<PageId, readonly Effect[]>();

  const keyframeOf = (pageId: PageId): readonly Effect[] | null =>
    mirror.keyframes?.[pageId] ?? effects.get(pageId) ?? null;

  const openView = (trustBefore?: number): HostChatView | null => {
    const now = closed ? null : deps.hostChat.read(trustBefore);
    return now && isSameChat(now, opened.view) ? now : null;
  };
  const view = (trustBefore?: number): HostChatView => {
    const now = openView(trustBefore);
    if (!now) throw new NarrativeError('host.chat-changed');
    return now;
  };

  const refresh = (trustBefore?: number): Refreshed => {
    const previous = last;
    const read = view(trustBefore);
    const result = reader.read(read, {
      handEdits,
      effectsOf: keyframeOf,
    });
    if (result.repairs.length > 0) deps.hostChat.write(result.repairs);
    vanished =
      vanishedFloor(previous?.timeline.rows ?? [], result.timeline.rows) ?? keptVanished(vanished, result, reader);
    last = result;
    const first = fold.update(result.folds);
    const changed =
      previous === null || first < result.folds.length || !sameRows(previous.timeline.rows, result.timeline.rows);
    return { ...result, changed, view: read };
  };

  const now = (): Reconciled => last ?? refresh();

  const row: SessionCore['row'] = (floorId) => {
    const { rows } = now().timeline;
    const ordinal = reader.ordinalOf(floorId);
    const found = ordinal === undefined ? undefined : rows[ordinal];
    return found && ordinal !== undefined ? { row: found, ordinal } : null;
  };

  return {
    deps,
    identity,
    home: opened.view,
    fold,
    hashOf,
    isOpen: () => openView() !== null,
    view,
    refresh,
    timeline: () => now().timeline,
    pages: () => now().pages,
    isUnstamped(pageId) {
      now();
      return reader.isUnstamped(pageId);
    },
    vanished: () => vanished,
    row,
    rowOfPage(pageId) {
      const page = now().pages.get(pageId);
      const place = page ? row(page.floorId) : null;
      return place?.row.swipePages.includes(pageId) ? place.row : null;
    },
    firstMessageOf: (floors) =>
      Math.min(
        ...floors.map((floorId) => {
          const row = now().timeline.rows[reader.ordinalOf(floorId) ?? -1];
          return row?.inputIndexes[0] ?? row?.replyIndex ?? 0;
        }),
      ),
    handEdits: () => handEdits,
    setHandEdits(edits) {
      handEdits = edits;
    },
    remember(pages, more) {
      reader.remember(pages);
      if (pages.length > 0) last = null;
      for (const [pageId, list] of more) effects.set(pageId, list);
    },
    language,
    nextChatMirror() {
      // A keyframe made a moment ago belongs to a page that chat[] does not show yet.
      const held = last?.pages;
      const frames = Object.entries(mirror.keyframes ?? {}).filter(
        ([pageId]) => effects.has(pageId as PageId) || (held?.has(pageId as PageId) ?? true),
      );
      const { keyframes, ...rest } = mirror;
      const rev = revOf(mirror) + 1;
      mirror = { ...mirror, rev };
      return {
        ...rest,
        rev,
        handEdits,
        ...(keyframes && frames.length > 0 ? { keyframes: Object.fromEntries(frames) } : {}),
      };
    },
    patchMirror(changes) {
      const next = { ...mirror, ...changes };
      mirror = Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined),
      ) as unknown as ChatMirror;
    },
    choice: (key) => (Object.hasOwn(mirror, key) ? mirror[key] : undefined),
    keepKeyframe(pageId, list) {
      effects.set(pageId, list);
      mirror = { ...mirror, keyframes: { ...mirror.keyframes, [pageId]: list } };
    },
    heldEffects(page) {
      if (!page.truncated) return { effects: page.effects, adjustments: page.adjustments ?? [] };
      const all = keyframeOf(page.pageId);
      const own = (all?.length ?? 0) - (page.adjusted ?? 0);
      return all && { effects: all.slice(0, own), adjustments: all.slice(own) };
    },
    touched: () => touched,
    touch() {
      touched = true;
    },
    close() {
      closed = true;
    },
  };
}

/** How often this chat's mirror was written: the higher one is the newer. */
export function revOf(mirror: ChatMirror | null): number {
  const rev = mirror?.['rev'];
  return typeof rev === 'number' && Number.isSafeInteger(rev) ? rev : 0;
}

function freshMirror({ view, identity }: OpenedChat): ChatMirror {
  const { chatId, branchId } = identity;
  return { v: MIRROR_VERSION, chatId, branchId, integrity: view.integrity, file: view.file, handEdits: [] };
}

function identityOf({ view, identity }: OpenedChat): Partial<ChatMirror> {
  const { chatId, branchId } = identity;
  return { chatId, branchId, integrity: view.integrity, file: view.file, owner: view.owner };
}

function isSameChat(a: HostChatView, b: HostChatView): boolean {
  return a.owner === b.owner && a.file === b.file && (a.integrity === b.integrity || b.integrity === '');
}

/** The last floor, when all before it is still there and only it is gone. */
function vanishedFloor(before: readonly PathRow[], now: readonly PathRow[]): VanishedFloor | null {
  const gone = before.at(-1);
  if (!gone || now.length !== before.length - 1 || now.at(-1)?.floorId !== before.at(-2)?.floorId) return null;
  return { floorId: gone.floorId, round: gone.round };
}

/** It stays the vanished one until something else follows the rows before it. */
function keptVanished(
  vanished: VanishedFloor | null,
  { activated }: Reconciled,
  { ordinalOf }: Pick<PathReader, 'ordinalOf'>,
): VanishedFloor | null {
  return vanished && activated.length === 0 && ordinalOf(vanished.floorId) === undefined ? vanished : null;
}

function sameRows(a: readonly PathRow[], b: readonly PathRow[]): boolean {
  return a.length === b.length && a.every((row, i) => sameRow(row, b[i]));
}

function sameRow(a: PathRow, b: PathRow | undefined): boolean {
  if (a === b || b === undefined) return a === b;
  return (
    a.floorId === b.floorId &&
    a.pageId === b.pageId &&
    a.hash === b.hash &&
    a.analysis === b.analysis &&
    a.edited === b.edited &&
    a.baseMismatch === b.baseMismatch &&
    a.replyIndex === b.replyIndex &&
    a.swipe === b.swipe &&
    sameList(a.swipePages, b.swipePages) &&
    sameList(a.inputIndexes, b.inputIndexes)
  );
}

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);
