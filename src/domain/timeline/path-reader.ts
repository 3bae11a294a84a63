/** Reads the path again and again, and looks only at what changed in chat[] since the last time. */
import { type FloorId, type PageId } from '../ids.ts';
import { type Effect } from './effect.ts';
import { editsByFloor, type FoldRow, withEdits } from './fold-row.ts';
import { type HandEdit } from './hand-edit.ts';
import { type HostChatView } from './host-chat-view.ts';
import { type ChatIdentity } from './identify-chat.ts';
import { bothPages, knownPagesOf, type KnownPages, noPages } from './known-pages.ts';
import { type PageMirror } from './mirror.ts';
import { changedPart } from './changed-part.ts';
import { readChangedPart } from './read-changed-part.ts';
import { effectsOf, foldRowOf, type Tools } from './read-rounds.ts';
import { inputFloorsOf, reconcile, type Reconciled, unstampedPages } from './reconcile.ts';
import { makeRoundIndex } from './round-index.ts';

export interface ReadingFacts {
  readonly handEdits: readonly HandEdit[];
  readonly effectsOf: (pageId: PageId) => readonly Effect[] | null;
}

export interface PathReader {
  /** As `reconcile`, with all that was read before as what is known. */
  read(view: HostChatView, facts: ReadingFacts): Reconciled;
  /** Where a floor stands at the last reading. */
  ordinalOf(floorId: FloorId): number | undefined;
  /** The page carries no mirror in the file. */
  isUnstamped(pageId: PageId): boolean;
  /** Takes over pages the database holds; what was read before is forgotten when there are any. */
  remember(pages: readonly PageMirror[]): void;
}

export function makePathReader(identity: ChatIdentity, tools: Tools): PathReader {
  let remembered: KnownPages = noPages;
  let last: Reconciled | null = null;
  let lastView: HostChatView | null = null;
  let handEdits: readonly HandEdit[] = [];
  const index = makeRoundIndex();
  /** Some page shown has its effects elsewhere. */
  let truncated = false;

  const readAll = (view: HostChatView, facts: ReadingFacts): Reconciled => {
    const known = {
      previous: last?.timeline ?? null,
      pages: last ? bothPages(knownPagesOf(unstampedPages(last)), remembered) : remembered,
      inputFloors: last ? inputFloorsOf(last, tools.hashOf) : new Map<string, never>(),
      ...facts,
    };
    const read = reconcile(view, identity, known, tools);
    index.reset(read);
    truncated = read.rounds.some(({ shown }) => shown?.truncated);
    return read;
  };

  const readChanges = (view: HostChatView, facts: ReadingFacts): Reconciled | null => {
    if (!last || !lastView || last.repairs.length > 0 || lastView.group !== view.group) return null;
    const part = changedPart(lastView.messages, view.messages, last);
    if (!part) return null;
    const editsOf = editsByFloor(facts.handEdits);
    const nothing = part.before === last.rounds.length && part.from === view.messages.length;
    const read = nothing
      ? { ...last, activated: [] }
      : readChangedPart(last, view, part, { ...facts, editsOf, remembered, index, tools });
    if (!read) return null;
    const folds = handEdits === facts.handEdits ? read.folds : read.folds.map((row) => withEdits(row, editsOf));
    truncated ||= read.rounds.slice(part.before).some(({ shown }) => shown?.truncated);
    return truncated ? withEffects({ ...read, folds }, facts) : { ...read, folds };
  };

  return {
    read(view, facts) {
      const read = readChanges(view, facts) ?? readAll(view, facts);
      last = read;
      lastView = view;
      handEdits = facts.handEdits;
      return read;
    },
    ordinalOf: (floorId) => index.ordinalOf(floorId),
    isUnstamped: (pageId) => index.isBare(pageId),
    remember(pages) {
      remembered = knownPagesOf(pages);
      // Ids given before anything was remembered are forgotten again.
      if (pages.length > 0) last = null;
    },
  };
}

/** Effects of truncated pages are kept elsewhere, and may be found or lost without a change of the chat. */
function withEffects(read: Reconciled, facts: ReadingFacts): Reconciled {
  const missing: PageId[] = [];
  const changed = new Map<number, FoldRow>();
  read.rounds.forEach(({ shown }, ordinal) => {
    const old = read.folds[ordinal];
    const row = read.timeline.rows[ordinal];
    if (!shown?.truncated || !old || !row) return;
    const effects = effectsOf(shown, facts);
    if (effects === null) missing.push(shown.pageId);
    if (effects === old.effects || (effects === null && old.effects.length === 0)) return;
    changed.set(ordinal, foldRowOf(row, shown, effects ?? [], old.edits));
  });
  if (changed.size === 0) return { ...read, missing };
  return { ...read, missing, folds: read.folds.map((row, ordinal) => changed.get(ordinal) ?? row) };
}
