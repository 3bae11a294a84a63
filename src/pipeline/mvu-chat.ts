/** The variables of one open chat outside of turns: how they begin, who changed them, and what the author added since. */
import { type FloorId } from '../domain/ids.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type PathRow } from '../domain/timeline/timeline.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { adoptDifference } from '../mvu/adopt-difference.ts';
import { applyMvu, type MvuEffect } from '../mvu/apply-effects.ts';
import { mvuAsksItself } from '../mvu/extractor/should-extract.ts';
import { extractUpdates } from '../mvu/extract-updates.ts';
import { usesMvu } from '../mvu/find-entries.ts';
import { readAddedBooks, readInitial, type Initial, type InitialProblem } from '../mvu/init-record.ts';
import { initialBooksOf } from '../mvu/initial-books.ts';
import { booksOf } from '../mvu/merge-initial.ts';
import { findNewKeys, type NewKeys } from '../mvu/new-keys.ts';
import { dialectOf, type Dialect } from '../mvu/record.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type MvuHost } from '../ports/mvu-host.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { makeMvuSync } from './sync-mvu.ts';

export interface MvuChatDeps {
  readonly session: Pick<ChatSession, 'timeline' | 'worldAfter' | 'head' | 'effectsOf'>;
  readonly host: MvuHost;
  /** Adds effects to the adjustments of the floor's shown page and brings the fold in step. */
  readonly adjust: (floorId: FloorId, effects: readonly Effect[]) => Promise<void>;
  /** Saves the chat soon. */
  readonly save: () => void;
  /** Every entry of the books in use, disabled ones too. */
  readonly entries: () => Promise<readonly WorldbookEntry[]>;
  /** The texts of a message's swipes, in order. */
  readonly swipes: (index: number) => readonly string[];
  /** Expands SillyTavern's macros. */
  readonly expand: (text: string) => string;
}

export interface InStep {
  /** Initial variables that could not be read. */
  readonly problems: readonly InitialProblem[];
  /** A record or a world is different now. */
  readonly changed: boolean;
}

export interface MvuChat {
  /** Call it when the chat was opened, before a turn, and after every change of the path. */
  keepInStep(): Promise<InStep>;
  /** For a chat whose first floor is only being made: what its page begins with. */
  initialEffects(): Promise<readonly MvuEffect[]>;
  ruledByMvu(): boolean;
  /** MVU will ask its own model after this turn: ours is not asked, and the floor is left to it. */
  mvuAsksItself(): Promise<boolean>;
  /** The record with the initial variables it lacks; null when it lacks none. */
  reload(record: JsonObject): Promise<JsonObject | null>;
  newInitialKeys(): Promise<readonly string[]>;
  mergeNewInitialKeys(): Promise<void>;
}

const nothing: Initial = { effects: [], problems: [] };

export function makeMvuChat(deps: MvuChatDeps): MvuChat {
  const { session, host, adjust } = deps;
  const sync = makeMvuSync(deps);
  const dialect = (): Dialect => (host.usesZod() ? 'zod' : 'classic');

  const initial = async (greeting: string): Promise<Initial> => {
    const entries = await deps.entries();
    if (!usesMvu(entries, [greeting])) return nothing;
    const sources = initialBooksOf(entries, host.bookNames(), deps.expand);
    return readInitial({ ...sources, greeting: deps.expand(greeting), dialect: dialect() });
  };

  /** Scripts of the card may set up more when the variables begin. */
  const withScripts = async (effects: readonly MvuEffect[], swipe: number): Promise<readonly MvuEffect[]> => {
    const record = recordOf(effects);
    const difference = record && adoptDifference(record, await host.initialised(record, swipe), 'external');
    return difference ? [...effects, difference] : effects;
  };

  /** The first floor with a reply is where the variables begin; with MVU there, its own record is adopted instead. */
  const begin = async (row: PathRow): Promise<readonly InitialProblem[]> => {
    if (row.replyIndex === null || host.presence().kind === 'present') return [];
    const texts = deps.swipes(row.replyIndex);
    const found = await initial(texts[row.swipe] ?? '');
    if (found.effects.length > 0) await adjust(row.floorId, await withScripts(found.effects, row.swipe));
    for (const [swipe, text] of texts.entries()) {
      if (swipe === row.swipe || host.read(row.replyIndex, swipe)) continue;
      const record = recordOf((await initial(text)).effects);
      if (record) host.write([{ index: row.replyIndex, swipe, record: await host.initialised(record, swipe) }]);
    }
    return found.problems;
  };

  const addBooks = async (row: PathRow, record: JsonObject): Promise<readonly InitialProblem[]> => {
    if (host.presence().kind === 'present') return [];
    const { books } = initialBooksOf(await deps.entries(), host.bookNames(), deps.expand);
    const added = await readAddedBooks(books, booksOf(record), dialectOf(record));
    if (added.effects.length > 0) await adjust(row.floorId, added.effects);
    return added.problems;
  };

  /** A reply of SillyTavern's own (ours was off, or it was continued) may bring its update; nobody else carries it out. */
  const readOwnBlock = async (row: PathRow): Promise<void> => {
    const { replyIndex, swipe, analysis } = row;
    if (replyIndex === null || analysis !== 'none' || host.presence().kind === 'present') return;
    if (host.read(replyIndex, swipe) || session.effectsOf(row.pageId).length > 0) return;
    const { operations } = await extractUpdates(deps.swipes(replyIndex)[swipe] ?? '');
    if (operations.length > 0) await adjust(row.floorId, [{ kind: 'mvu', operations, source: 'card' }]);
  };

  const newKeys = async (record = session.head().mvu): Promise<NewKeys | null> => {
    const first = session.timeline().rows.find((row) => row.replyIndex !== null);
    if (!record || first?.replyIndex === undefined || first.replyIndex === null) return null;
    const fresh = recordOf((await initial(deps.swipes(first.replyIndex)[first.swipe] ?? '')).effects.slice(0, 1));
    return fresh && findNewKeys(record, fresh);
  };

  const keep = async (): Promise<InStep> => {
    const { rows } = session.timeline();
    const first = rows.findIndex((row) => row.pageId !== null);
    const firstRow = rows[first];
    const last = rows.findLast((row) => row.pageId !== null);
    if (!firstRow || !last) return { problems: [], changed: false };
    const adopted = await sync.adopt();
    if (firstRow !== last && session.head().mvu) await readOwnBlock(last);
    const head = session.head().mvu;
    const problems = head ? await addBooks(last, head) : await begin(firstRow);
    // A chat without variables is left alone, however long it is.
    const written = session.head().mvu ? sync.project(head ? (adopted ?? undefined) : 0) : 0;
    if (written > 0) deps.save();
    return { problems, changed: written > 0 || adopted !== null };
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    keepInStep() {
      // One after the other: two at once would take the same change over twice.
      const mine = last.then(keep);
      last = mine.catch(() => undefined);
      return mine;
    },
    initialEffects: async () => (host.presence().kind === 'present' ? [] : (await initial('')).effects),
    ruledByMvu: () => host.presence().kind === 'present',
    async mvuAsksItself() {
      const presence = host.presence();
      if (presence.kind !== 'present' || !presence.extraModel) return false;
      return mvuAsksItself(true, await deps.entries(), host.bookNames().primary);
    },
    async reload(record) {
      const effect = (await newKeys(record))?.effect;
      return effect ? applyMvu(record, effect).record : null;
    },
    newInitialKeys: async () => (await newKeys())?.added ?? [],
    async mergeNewInitialKeys() {
      const found = await newKeys();
      const last = session.timeline().rows.findLast((row) => row.pageId !== null);
      if (!found?.effect || !last) return;
      await adjust(last.floorId, [found.effect]);
      if (sync.project() > 0) deps.save();
    },
  };
}

function recordOf(effects: readonly MvuEffect[]): JsonObject | null {
  return effects.reduce<JsonObject | null>((before, effect) => applyMvu(before, effect).record, null);
}
