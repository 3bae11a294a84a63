/** A chat session that holds one world and remembers what was asked of it, for tests of the panels. */
import { emptyGameState } from '../../../../src/domain/game-state/game-state.ts';
import { type Run, type RunEvent } from '../../../../src/domain/run/run.ts';
import { type Page } from '../../../../src/domain/timeline/page.ts';
import { type EditMark } from '../../../../src/domain/timeline/edit-mark.ts';
import { type PathRow } from '../../../../src/domain/timeline/timeline.ts';
import { type Rejection } from '../../../../src/domain/timeline/effect.ts';
import { type World } from '../../../../src/domain/world.ts';
import { type ChatSession } from '../../../../src/ports/chat-session.ts';

export const aWorld: World = {
  game: {
    ...emptyGameState,
    time: { day: 2, hour: 18, minute: 40 },
    location: 'pier',
    inventory: { coin: 5, 'oil/lamp': 1 },
    relationships: { Wren: 10 },
    quests: { crossing: { status: 'active', stage: 'find a boat' } },
    flags: { bell: true },
  },
  summaries: [
    { floorId: 'f0' as never, round: 0, text: 'Dusk at the pier.' },
    { floorId: 'f1' as never, round: 1, text: 'Bought oil.' },
  ],
  variables: { mood: { value: 'calm' }, gone: { masked: true } },
  mvu: null,
  locks: ['/game/inventory/coin'],
};

export const aRow = (round: number, more: Partial<PathRow> = {}): PathRow => ({
  floorId: `f${round}` as never,
  round,
  pageId: `p${round}` as never,
  kind: 'generated',
  analysis: 'done',
  partial: false,
  replyIndex: round * 2,
  inputIndexes: [],
  swipePages: [`p${round}` as never],
  swipe: 0,
  hash: null,
  edited: false,
  baseMismatch: false,
  ...more,
});

export const aPage = (pageId: string, text: string): Page => ({
  pageId: pageId as never,
  floorId: 'f1' as never,
  kind: 'generated',
  hash: '' as never,
  basePageId: null,
  partial: false,
  analysis: 'done',
  effects: [],
  messages: [
    {
      messageId: 'm' as never,
      role: 'assistant',
      text,
      visibility: { user: true, prompt: true },
      validity: 'always',
      source: 'host',
    },
  ],
  runId: null,
  createdAt: 0,
});

export interface SessionParts {
  readonly world?: World;
  readonly worldBefore?: World;
  readonly rows?: readonly PathRow[];
  readonly rejections?: readonly Rejection[];
  /** Texts of replies by page. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly editMark?: EditMark;
  readonly run?: { readonly run: Run; readonly events: readonly RunEvent[] } | null;
}

export function aSession(parts: SessionParts = {}): { session: ChatSession; asked: unknown[][] } {
  const asked: unknown[][] = [];
  const timeline = { chatId: 'c' as never, branchId: 'b' as never, rows: parts.rows ?? [aRow(0), aRow(1)] };
  const note =
    <T>(name: string, answer: T) =>
    async (...args: unknown[]): Promise<T> => {
      asked.push([name, ...args]);
      return answer;
    };
  const session = {
    language: 'en',
    timeline: () => timeline,
    head: () => parts.world ?? aWorld,
    worldAfter: () => parts.worldBefore ?? aWorld,
    rejections: (floorId: string) => (floorId === 'f1' ? (parts.rejections ?? []) : []),
    page: async (pageId: string) => aPage(pageId, `text of ${pageId}`),
    messages: {
      list: async (_floorId: string, pageId: string) => [
        { role: 'assistant', text: parts.texts?.[pageId] ?? `text of ${pageId}` },
      ],
    },
    editMark: async () => parts.editMark ?? null,
    runOf: note('runOf', parts.run ?? null),
    runOfFloor: async () => parts.run?.run ?? null,
    edit: note('edit', 'e1'),
    undo: note('undo', true),
    redo: note('redo', true),
    restorePage: note('restorePage', undefined),
  };
  return { session: session as unknown as ChatSession, asked };
}
