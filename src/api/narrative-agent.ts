/** `globalThis.NarrativeAgent`: what other extensions may read, propose and listen to. */
import { VERSION } from '../config/identity.ts';
import { NarrativeError } from '../domain/errors.ts';
import { emptyGameState, type GameState } from '../domain/game-state/game-state.ts';
import { type FloorId, type PageId } from '../domain/ids.ts';
import { type NarrativeEventName, narrativeEventNames, type NarrativeEvents } from '../domain/run/narrative-event.ts';
import { type SummaryLine } from '../domain/world.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type StoryMessage } from '../ports/session-messages.ts';
import { type TurnNotes } from '../ports/turn-notes.ts';
import { type TurnStatus } from '../ports/progress.ts';
import { type TurnRunner } from '../ports/turn-runner.ts';
import { type Emitter } from '../shared/emitter.ts';
import { type JsonValue } from '../shared/json-value.ts';
import { type Undo } from '../shared/undo-list.ts';
import { makeBranchesApi } from './branches-api.ts';
import { makeMessagesApi } from './messages-api.ts';
import { makeOpenSession } from './open-session.ts';
import { statePointer } from './state-path.ts';
import { makeToolsApi, type ToolsApiDeps } from './tools-api.ts';
import { makeVariablesApi } from './variables-api.ts';

export interface ApiDeps {
  readonly runner: TurnRunner;
  readonly notes: TurnNotes;
  /** The session of the open chat once it is open. */
  readonly session: () => Promise<ChatSession | null>;
  /** The session if it is open already. */
  readonly peek: () => ChatSession | null;
  readonly events: Emitter<NarrativeEvents>;
  readonly renderSummary: (line: SummaryLine, language: 'zh' | 'en') => string;
  /** SillyTavern's own branching, opened at once. */
  readonly fork: (index: number, swipe: number | null) => Promise<string | null>;
  /** SillyTavern's own deleting; false when it did not. */
  readonly deleteMessage: (index: number) => Promise<boolean>;
  /** Runs the analysis of a floor again. */
  readonly analyseAgain: (floorId: FloorId) => Promise<string>;
  readonly tools: ToolsApiDeps;
}

/** One floor of `sessions.timeline()`. */
export interface TimelineEntry {
  readonly floorId: string;
  readonly round: number;
  readonly pageId: string | null;
  readonly pages: readonly string[];
  readonly activePage: number;
  readonly analysis: string;
  readonly partial: boolean;
  readonly edited: boolean;
  readonly baseMismatch: boolean;
  readonly messageIndex: number | null;
}

/** One candidate of `pages.list`. */
export interface PageEntry {
  readonly pageId: string;
  /** null when only its text is known. */
  readonly kind: string | null;
  readonly analysis: string | null;
  /** It is a swipe of the chat; false: only kept in this browser, and can be restored. */
  readonly attached: boolean;
  readonly active: boolean;
}

export function makeApi(deps: ApiDeps) {
  const open = makeOpenSession(deps.session);

  const turn = {
    /** Resolves when no run is active. */
    idle: (): Promise<void> => deps.runner.idle(),
    status: (): TurnStatus => deps.runner.status(),
    cancel: (): void => deps.runner.cancel('api'),
    /** Analyses a floor again, as a new page of the same floor; resolves to how it went. */
    analyseAgain: (floorId: string): Promise<string> => deps.analyseAgain(floorId as FloorId),
  };

  const state = {
    /** The game state at the head of the path; the empty state when no chat is open. */
    get(): GameState {
      const session = deps.peek();
      const game = session?.head().game ?? emptyGameState;
      return game.location === '' ? { ...game, location: session?.language === 'zh' ? '起点' : 'Start' } : game;
    },
    /** Edits by hand, e.g. `set('inventory.coin', 5)`. Rejects with `input.invalid` when the path or value is wrong. */
    set: async (path: string, value: JsonValue): Promise<string> =>
      (await open()).edit(statePointer(path), { op: 'set', value }),
    unset: async (path: string): Promise<string> => (await open()).edit(statePointer(path), { op: 'unset' }),
    lock: async (path: string): Promise<string> => (await open()).edit(statePointer(path), { op: 'lock' }),
    unlock: async (path: string): Promise<string> => (await open()).edit(statePointer(path), { op: 'unlock' }),
    /** Undoes the newest hand edit that counts; false when there is none. */
    undo: async (): Promise<boolean> => (await open()).undo(),
    redo: async (): Promise<boolean> => (await open()).redo(),
    /** Who holds the state of the open chat: the variables of its card, or the built-in changes. */
    provider: (): 'mvu' | 'builtin' => (deps.peek()?.head().mvu ? 'mvu' : 'builtin'),
    /** The numbered summary lines at the head, oldest first. */
    summaries(): string[] {
      const session = deps.peek();
      if (!session) return [];
      return session.head().summaries.map((line) => deps.renderSummary(line, session.language ?? 'en'));
    },
  };

  const sessions = {
    /** The floors of the open chat, in order. */
    timeline(): TimelineEntry[] {
      const rows = deps.peek()?.timeline().rows ?? [];
      return rows.map((row) => ({
        floorId: row.floorId,
        round: row.round,
        pageId: row.pageId,
        pages: row.swipePages,
        activePage: row.swipe,
        analysis: row.analysis,
        partial: row.partial,
        edited: row.edited,
        baseMismatch: row.baseMismatch,
        messageIndex: row.replyIndex,
      }));
    },
    /** Ids of the open chat and branch; null when none is open. */
    current(): { chatId: string; branchId: string } | null {
      const timeline = deps.peek()?.timeline();
      return timeline ? { chatId: timeline.chatId, branchId: timeline.branchId } : null;
    },
  };

  const pages = {
    /** Puts a page that is no longer in the chat back: as a swipe, or as the reply at the end that was deleted. */
    restore: async (pageId: string): Promise<void> => (await open()).restorePage(pageId as PageId),
    /** The candidates of a floor: those in the chat in its order, then those that are only kept here. */
    list: async (floorId: string): Promise<readonly PageEntry[]> => pagesOf(await open(), floorId as FloorId),
    /** What the player said, the steps, and the reply, as this candidate has them. */
    async messages(pageId: string): Promise<readonly StoryMessage[]> {
      const session = await open();
      const rows = session.timeline().rows;
      const shown = rows.find((row) => row.swipePages.includes(pageId as PageId));
      const floorId = shown?.floorId ?? (await session.page(pageId as PageId))?.floorId;
      return floorId ? session.messages.list(floorId, pageId as PageId) : [];
    },
    get: async (pageId: string) => (await open()).page(pageId as PageId),
    /** The run that made the page, with its journal; null when it is no longer kept. */
    run: async (pageId: string) => (await open()).runOf(pageId as PageId),
  };

  return {
    version: VERSION,
    api: {
      turn,
      state,
      sessions,
      pages,
      messages: makeMessagesApi({ open, notes: deps.notes, deleteMessage: deps.deleteMessage }),
      branches: makeBranchesApi({ open, fork: deps.fork }),
      tools: makeToolsApi(deps.tools),
      variables: makeVariablesApi({ open, peek: deps.peek, staged: () => deps.runner.staged() }),
    },
    /** Listens to one of the events; returns the function that ends it. Throws `input.invalid` on an unknown name. */
    on<Name extends NarrativeEventName>(name: Name, handler: (payload: NarrativeEvents[Name]) => void): Undo {
      if (!narrativeEventNames.includes(name)) {
        throw new NarrativeError('input.invalid', {
          message: `"${name}" is no event; there are: ${narrativeEventNames.join(', ')}.`,
        });
      }
      return deps.events.on(name, handler);
    },
    schemas: {},
  };
}

async function pagesOf(session: ChatSession, floorId: FloorId): Promise<readonly PageEntry[]> {
  const row = session.timeline().rows.find((each) => each.floorId === floorId);
  const known = new Map((await session.pagesOfFloor(floorId)).map((page) => [page.pageId, page]));
  const attached = row?.swipePages ?? [];
  const detached = [...known.keys()].filter((pageId) => !attached.includes(pageId));
  return [...attached, ...detached].map((pageId) => {
    const page = known.get(pageId);
    return {
      pageId,
      kind: page?.kind ?? (pageId === row?.pageId ? row.kind : null),
      analysis: page?.analysis ?? null,
      attached: attached.includes(pageId),
      active: pageId === row?.pageId,
    };
  });
}

export type NarrativeAgentApi = ReturnType<typeof makeApi>;
