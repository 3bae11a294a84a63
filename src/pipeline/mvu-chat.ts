/** The variables of one open chat outside of turns: how they begin, who changed them, and what the author added since. */
import { type FloorId } from '../domain/ids.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type PathRow } from '../domain/timeline/timeline.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { applyMvu, type MvuEffect } from '../mvu/apply-effects.ts';
import { mvuAsksItself } from '../mvu/extractor/should-extract.ts';
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
  readonly session: Pick<ChatSession, 'timeline' | 'worldAfter' | 'head'>;
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

export interface MvuChat {
  /** Call it when the chat was opened, before a turn, and after every change of the path. */
  keepInStep(): Promise<readonly InitialProblem[]>;
  /** For a chat whose first floor is only being made: what its page begins with. */
  initialEffects(): Promise<readonly MvuEffect[]>;
  ruledByMvu(): boolean;
  /** MVU will ask its own model after this turn: ours is not asked, and the floor is left to it. */
  mvuAsksItself(entries: readonly WorldbookEntry[]): boolean;
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

  /** The first floor with a reply is where the variables begin; with MVU there, its own record is adopted instead. */
  const begin = async (row: PathRow): Promise<readonly InitialProblem[]> => {
    if (row.replyIndex === null || host.presence().kind === 'present') return [];
    const texts = deps.swipes(row.replyIndex);
    const found = await initial(texts[row.swipe] ?? '');
    if (found.effects.length > 0) await adjust(row.floorId, found.effects);
    for (const [swipe, text] of texts.entries()) {
      if (swipe === row.swipe || host.read(row.replyIndex, swipe)) continue;
      const record = recordOf((await initial(text)).effects);
      if (record) host.write([{ index: row.replyIndex, swipe, record }]);
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

  const newKeys = async (): Promise<NewKeys | null> => {
    const record = session.head().mvu;
    const first = session.timeline().rows.find((row) => row.replyIndex !== null);
    if (!record || first?.replyIndex === undefined || first.replyIndex === null) return null;
    const fresh = recordOf((await initial(deps.swipes(first.replyIndex)[first.swipe] ?? '')).effects.slice(0, 1));
    return fresh && findNewKeys(record, fresh);
  };

  return {
    async keepInStep() {
      const { rows } = session.timeline();
      const first = rows.findIndex((row) => row.pageId !== null);
      const firstRow = rows[first];
      const last = rows.findLast((row) => row.pageId !== null);
      if (!firstRow || !last) return [];
      const adopted = await sync.adopt();
      const head = session.head().mvu;
      const problems = head ? await addBooks(last, head) : await begin(firstRow);
      const written = sync.project(adopted > 0 || !head ? 0 : undefined);
      if (written > 0) deps.save();
      return problems;
    },
    initialEffects: async () => (host.presence().kind === 'present' ? [] : (await initial('')).effects),
    ruledByMvu: () => host.presence().kind === 'present',
    mvuAsksItself(entries) {
      const presence = host.presence();
      return presence.kind === 'present' && mvuAsksItself(presence.extraModel, entries, host.bookNames().primary);
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
