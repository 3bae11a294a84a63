/** States of a turn in the middle, for tests of single steps: a story of plain rounds, and the deps the steps take. */
import { defaultSettings } from '../../src/config/settings.ts';
import { emptyGameState } from '../../src/domain/game-state/game-state.ts';
import { type HistoryMessage, type StoryLanguage } from '../../src/domain/run/turn-request.ts';
import { type Settings } from '../../src/domain/settings.ts';
import { type PathRow } from '../../src/domain/timeline/timeline.ts';
import { type World } from '../../src/domain/world.ts';
import { type WorldbookEntry } from '../../src/domain/worldbook/entry.ts';
import { makeScannerCache } from '../../src/domain/worldbook/scanner-cache.ts';
import { type TurnDeps } from '../../src/pipeline/turn-deps.ts';
import { type OpenState } from '../../src/pipeline/turn-state.ts';
import { type TurnMaterial } from '../../src/ports/turn-runner.ts';
import { aRequest } from './agents/a-turn.ts';

const base = defaultSettings();
export type Part = { readonly [K in keyof Settings]?: Settings[K] extends object ? Partial<Settings[K]> : Settings[K] };
export const settingsWith = (part: Part): Settings =>
  Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const over = part[key as keyof Settings];
      return [key, typeof over === 'object' && over !== null ? { ...(value as object), ...over } : (over ?? value)];
    }),
  ) as unknown as Settings;

const world: World = { game: emptyGameState, summaries: [], variables: {}, mvu: null, locks: [] };
export const turnDeps = {
  tokens: {
    estimate: (text: string) => Math.ceil(text.length / 4),
    count: (text: string) => Promise.resolve(Math.ceil(text.length / 4)),
  },
  keyScanner: makeScannerCache(),
  events: { emit: () => undefined },
  stateText: ({ game }: World, language: StoryLanguage) => `${language}: ${game.known.locations.join(', ')}`,
  notifier: { once: () => undefined },
  screenLanguage: () => 'en',
} as unknown as TurnDeps;

export interface Story {
  readonly rounds?: number;
  readonly summarised?: boolean;
  readonly entries?: readonly WorldbookEntry[];
  readonly input?: string;
  readonly fixed?: StoryLanguage | null;
}

export function openedTurn(settings: Settings, { rounds = 0, summarised = true, fixed = null }: Story = {}): OpenState {
  const rows = Array.from({ length: rounds + 1 }, (_, round): PathRow => ({
    ...({} as PathRow),
    floorId: `f${round}` as never,
    pageId: `p${round}` as never,
    round,
    analysis: 'done',
    replyIndex: round * 2,
    inputIndexes: round === 0 ? [] : [round * 2 - 1],
  }));
  const summaries = summarised
    ? rows.slice(1).map(({ floorId, round }) => ({ floorId, round, text: `Sum ${round}.` }))
    : [];
  let language = fixed;
  return {
    settings,
    session: {
      choice: () => undefined,
      get language() {
        return language;
      },
      setLanguage: (next: StoryLanguage) => (language = next),
      timeline: () => ({ chatId: 'c' }),
    },
    opened: { before: rows, base: { ...world, summaries }, rewritten: null },
    orders: { guide: '', skipPlanning: false, notes: [] },
    notes: { step: 'open', rungs: [], staged: [] },
    journal: { append: () => undefined },
    variablesRule: false,
    unfinished: null,
    runId: 'run',
    type: 'normal',
  } as unknown as OpenState;
}

export function materialOf(
  { rounds = 0, entries = [], input = 'I look at the water.' }: Story,
  language: StoryLanguage = 'en',
): TurnMaterial {
  const history = Array.from({ length: rounds * 2 + 1 }, (_, index): HistoryMessage => ({
    chatIndex: index,
    role: index % 2 === 0 ? 'assistant' : 'user',
    name: 'x',
    text: index % 2 === 0 ? `Reply ${index / 2}.` : `Input ${(index + 1) / 2}.`,
    hidden: false,
  }));
  return { ...aRequest(language), history, entries, activated: [], input };
}
