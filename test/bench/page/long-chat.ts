/** In the browser: a chat of many rounds with the real adapters, IndexedDB and panel. `bench(rounds)` gives milliseconds. */
import { h, render } from 'preact';
import { emptyGameState } from '../../../src/domain/game-state/game-state.ts';
import { makeApplyChange } from '../../../src/domain/game-state/apply-change.ts';
import { type RunId } from '../../../src/domain/ids.ts';
import { type Effect } from '../../../src/domain/timeline/effect.ts';
import { type PageMirror } from '../../../src/domain/timeline/mirror.ts';
import { makeHostChat } from '../../../src/host/host-chat.ts';
import { type StContext, type StMessage } from '../../../src/host/st-context.ts';
import { openChatSession } from '../../../src/pipeline/chat-session/open-chat-session.ts';
import { makeWorldLedger } from '../../../src/pipeline/world-ledger.ts';
import { type ChatSession } from '../../../src/ports/chat-session.ts';
import { type TimelineStore } from '../../../src/ports/timeline-store.ts';
import { openStore } from '../../../src/storage/open-store.ts';
import { StateTab } from '../../../src/ui/panels/state-tab.tsx';
import { uiText } from '../../../src/ui/text.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { replyMirror } from '../../support/reply-mirror.ts';

const KEY = 'narrative_agent';
const prose = 'The fog over the harbour lifts a little, and a bell rings twice from the pier. '.repeat(12);

const effectsOf = (round: number): readonly Effect[] => [
  { kind: 'summary', text: `Round ${round}: somebody walks along the pier and finds something.` },
  { kind: 'state', change: { type: 'add_item', item: `item ${round % 50}`, quantity: 1 } },
  { kind: 'state', change: { type: 'pass_time', minutes: 5 } },
];

/** The chat as a file: two swipes a reply, every page with its mirror. */
function chatFile(rounds: number): string {
  const messages: StMessage[] = [];
  let base: string | null = null;
  for (let round = 1; round <= rounds; round += 1) {
    const floor = `floor-${round}`;
    const swipes = ['a', 'b'].map((letter): [string, PageMirror] => {
      const text = `${round}${letter} ${prose}`;
      return [
        text,
        replyMirror({ floor, page: `page-${round}${letter}`, base, round }, text, { effects: effectsOf(round) }),
      ];
    });
    base = `page-${round}a`;
    const input = { v: 1, floorId: floor, round };
    messages.push({ name: 'P', is_user: true, is_system: false, mes: `I go on, ${round}.`, extra: { [KEY]: input } });
    messages.push({
      ...{ name: 'Mira', is_user: false, is_system: false, mes: swipes[0]?.[0] ?? '', swipe_id: 0 },
      swipes: swipes.map(([text]) => text),
      swipe_info: swipes.map(([, mirror]) => ({ extra: { [KEY]: mirror } })),
      extra: { [KEY]: swipes[0]?.[1] },
    });
  }
  return JSON.stringify(messages);
}

const silent = (): void => undefined;
const notifier = { info: silent, warn: silent, error: silent, once: silent, confirm: () => Promise.resolve(true) };
const log = { debug: silent, warn: silent };
const ids = countingIds('bench');
const clock = { now: () => Date.now(), sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) };

const chat: StMessage[] = [];
const chatMetadata: Record<string, unknown> = {
  integrity: 'bench',
  [KEY]: { v: 1, chatId: 'c', branchId: 'b', integrity: 'bench', file: 'long', owner: 'mira.png', handEdits: [] },
};
const context = {
  chat,
  chatMetadata,
  characters: [{ avatar: 'mira.png' }],
  characterId: '0',
  groupId: null,
  getCurrentChatId: () => 'long',
  saveMetadataDebounced: silent,
} as unknown as StContext;

function openSession(store: TimelineStore): Promise<ChatSession | null> {
  const hostChat = makeHostChat({
    st: () => context,
    own: { during: (work: () => Promise<void>) => work() } as never,
    // Writing the file is SillyTavern's work and is not measured.
    save: () => Promise.resolve(),
    isShown: () => false,
    showHiding: silent,
  });
  const ledger = (language: () => 'zh' | 'en') =>
    makeWorldLedger({
      empty: emptyGameState,
      applyChange: makeApplyChange(),
      applyMvu: (record) => ({ record, refusals: [] }),
      language,
    });
  return openChatSession({ hostChat, store, ledger, ids, clock, notifier, log, screenLanguage: () => 'en' });
}

interface Times {
  readonly milliseconds: Record<string, number[]>;
  readonly heapMb: number;
  readonly transactions: number;
}

const heap = (): number => {
  (globalThis as { gc?: () => void }).gc?.();
  return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
};

async function bench(rounds: number): Promise<Times> {
  const milliseconds: Record<string, number[]> = {};
  const timed = async <T>(name: string, work: () => Promise<T> | T): Promise<T> => {
    const began = performance.now();
    const result = await work();
    (milliseconds[name] ??= []).push(performance.now() - began);
    return result;
  };
  const inner = await openStore({ handle: 'bench', notifier, log, language: () => 'en', clock });
  if (inner.kind !== 'durable') throw new Error('no database');
  let transactions = 0;
  const store: TimelineStore = {
    ...inner,
    write(batch, durability) {
      if (batch.pages) transactions += 1;
      return inner.write(batch, durability);
    },
  };
  const file = chatFile(rounds);
  const load = (): void => {
    chat.splice(0, chat.length, ...(JSON.parse(file) as StMessage[]));
  };
  load();
  const first = await openSession(store);
  await first?.close();

  let session: ChatSession | null = null;
  let heapMb = 0;
  for (let i = 0; i < 8; i += 1) {
    load();
    const before = heap();
    const place = document.body.appendChild(document.createElement('div'));
    session = await timed('open, panel ready', async () => {
      const now = await openSession(store);
      if (!now) throw new Error('no chat');
      render(h(StateTab, { session: now, text: uiText('en'), onError: silent }), place);
      place.getBoundingClientRect();
      return now;
    });
    await session.reconcile('settle');
    heapMb = (heap() - before) / 1e6;
    render(null, place);
    place.remove();
    if (i === 7) break;
    await session.close();
    session = null;
  }
  if (!session) throw new Error('no chat');
  const open = session;
  for (let i = 0; i < 9; i += 1) await timed('reference: the chat as JSON', () => JSON.stringify(chat).length);
  for (let i = 0; i < 15; i += 1) await timed('nothing changed', () => open.reconcile('nothing'));
  const middle = chat.length / 2 + 1;
  for (let i = 0; i < 20; i += 1) {
    await timed('swipe in the middle', async () => {
      const message = chat[middle];
      const swipe = (i + 1) % 2;
      if (!message) return;
      message.swipe_id = swipe;
      message.mes = message.swipes?.[swipe] ?? '';
      message.extra = structuredClone(message.swipe_info?.[swipe]?.extra ?? {});
      await open.reconcile('swiped');
      open.head();
    });
  }
  for (let i = 0; i < 12; i += 1) {
    await timed('deletion in the middle', async () => {
      chat.splice(middle - 1 - 2 * i, 2);
      await open.reconcile('deleted');
      open.head();
    });
  }
  transactions = 0;
  const turns = 40;
  for (let i = 0; i < turns; i += 1) {
    const runId = `run-${i}` as RunId;
    const text = `New prose ${i}. ${prose}`;
    chat.push({ name: 'P', is_user: true, is_system: false, mes: `On, ${i}.`, extra: {} });
    const turn = await timed('opening of a turn', () => open.openTurn('normal', runId));
    chat.push({
      ...{ name: 'Mira', is_user: false, is_system: false, mes: text, extra: {} },
      ...{ swipe_id: 0, swipes: [text], swipe_info: [{ extra: {} }] },
    });
    const chatIndex = chat.length - 1;
    await open.secureProse(turn, { chatIndex, swipe: 0, partial: false });
    await timed('commit of a turn', () =>
      open.commit({
        ...{ runId, floorId: turn.floorId, pageId: turn.pageId, basePageId: turn.basePageId, kind: 'generated' },
        ...{ chatIndex, swipe: 0, partial: false, writtenText: text, finalText: text, analysis: 'done' },
        ...{ effects: effectsOf(rounds + i), messages: [], toolOutput: [], earlier: [], events: [] },
      }),
    );
  }
  await open.close();
  store.close();
  return { milliseconds, heapMb, transactions: transactions / turns };
}

Object.assign(globalThis, { bench });
