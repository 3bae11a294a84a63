/** A chat of 10,000 rounds: opening, a commit, a swipe in the middle, a deletion in the middle. Prints one JSON line. */
import { emptyGameState } from '../../src/domain/game-state/game-state.ts';
import { applyChange } from '../../src/domain/game-state/apply-change.ts';
import { type RunId } from '../../src/domain/ids.ts';
import { type Effect } from '../../src/domain/timeline/effect.ts';
import { type PageMirror } from '../../src/domain/timeline/mirror.ts';
import { openChatSession } from '../../src/pipeline/chat-session/open-chat-session.ts';
import { makeWorldLedger } from '../../src/pipeline/world-ledger.ts';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { countingIds } from '../support/counting-ids.ts';
import { makeFakeHost } from '../support/fake-host-chat.ts';
import { KEY, type RawMessage } from '../support/raw-chat.ts';
import { replyMirror } from '../support/reply-mirror.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10_000);
const prose = 'The fog over the harbour lifts a little, and a bell rings twice from the pier. '.repeat(12);

const effectsOf = (round: number): readonly Effect[] => [
  { kind: 'summary', text: `Round ${round}: somebody walks along the pier and finds something.` },
  { kind: 'state', change: { type: 'add_item', item: `item ${round % 50}`, quantity: 1 } },
  { kind: 'state', change: { type: 'pass_time', minutes: 5 } },
];

function reply(texts: readonly [string, PageMirror][], shown: number): RawMessage {
  return {
    name: 'Mira',
    is_user: false,
    is_system: false,
    mes: texts[shown]?.[0] ?? '',
    swipe_id: shown,
    swipes: texts.map(([text]) => text),
    swipe_info: texts.map(([, mirror]) => ({ extra: { [KEY]: mirror } })),
    extra: { [KEY]: texts[shown]?.[1] },
  };
}

function longChat(): RawMessage[] {
  const messages: RawMessage[] = [];
  let base: string | null = null;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const floor = `floor-${round}`;
    const swipes = ['a', 'b'].map((letter): [string, PageMirror] => {
      const text = `${round}${letter} ${prose}`;
      const effects = effectsOf(round);
      return [text, replyMirror({ floor, page: `page-${round}${letter}`, base, round }, text, { effects })];
    });
    base = `page-${round}a`;
    const input = { v: 1, floorId: floor, round };
    messages.push({ name: 'P', is_user: true, is_system: false, mes: `I go on, ${round}.`, extra: { [KEY]: input } });
    messages.push(reply(swipes, 0));
  }
  return messages;
}

async function timed<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const used = process.cpuUsage(cpu);
  results[name] = Math.round((performance.now() - began) * 10) / 10;
  results[`${name} (cpu)`] = Math.round((used.user + used.system) / 100) / 10;
  return result;
}

const results: Record<string, number> = {};
const host = makeFakeHost();
host.newChat('mira.png', 'long', []);
host.messages.push(...longChat());
host.metadata[KEY] = {
  v: 1,
  chatId: 'c',
  branchId: 'b',
  integrity: host.metadata['integrity'],
  file: 'long',
  handEdits: [],
};
// The fake copies the whole chat at each save, which SillyTavern's server does and the page does not.
host.save = () => Promise.resolve();
const ids = countingIds();
const store = makeMemoryStore();
const silent = (): void => undefined;
const open = () =>
  openChatSession({
    hostChat: host,
    store,
    ledger: (language) =>
      makeWorldLedger({
        empty: emptyGameState,
        applyChange,
        applyMvu: (record) => ({ record, refusals: [] }),
        language,
      }),
    ids,
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    notifier: { info: silent, warn: silent, error: silent, once: silent, confirm: () => Promise.resolve(true) },
    log: { debug: silent, warn: silent },
    screenLanguage: () => 'en',
  });

globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
await timed('reference: stringify the chat', () => JSON.stringify(host.messages).length);
await timed('read', () => host.read());
const session = await timed('open', open);
if (!session) throw new Error('no chat');
await timed('head', () => session.head());
await session.reconcile('settle');
globalThis.gc?.();
results['heapMb'] = Math.round((process.memoryUsage().heapUsed - heapBefore) / 1e5) / 10;
await timed('reconcile', () => session.reconcile('nothing'));
await timed('swipe at 5,000 with head', async () => {
  host.messages[ROUNDS + 1]!.swipe_id = 1;
  host.messages[ROUNDS + 1]!.mes = host.messages[ROUNDS + 1]!.swipes![1]!;
  host.messages[ROUNDS + 1]!.extra = host.messages[ROUNDS + 1]!.swipe_info![1]!.extra!;
  await session.reconcile('swiped');
  return session.head();
});
await timed('delete in the middle with head', async () => {
  host.messages.splice(ROUNDS, 2);
  await session.reconcile('deleted');
  return session.head();
});
host.messages.push({ name: 'P', is_user: true, is_system: false, mes: 'On.', extra: {} });
const opened = await timed('openTurn', () => session.openTurn('normal', 'run' as RunId));
const chatIndex = host.addReply('New prose.');
await timed('secureProse', () => session.secureProse(opened, { chatIndex, swipe: 0, partial: false }));
const { floorId, pageId, basePageId } = opened;
await timed('commit', () =>
  session.commit({
    ...{ runId: 'run' as RunId, floorId, pageId, basePageId, kind: 'generated', chatIndex, swipe: 0, partial: false },
    ...{ writtenText: 'New prose.', finalText: 'New prose.', analysis: 'done', effects: effectsOf(ROUNDS + 1) },
    ...{ messages: [], toolOutput: [], earlier: [], events: [] },
  }),
);
await session.close();
console.log(JSON.stringify({ rounds: ROUNDS, node: process.version, milliseconds: results }));
