/** AC68: killed at any write, the next opening shows each deed either absent, or with its prose, or complete. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { openChatSession } from '../../src/pipeline/chat-session/open-chat-session.ts';
import { pruneRuns } from '../../src/pipeline/chat-session/prune-runs.ts';
import { openDatabase } from '../../src/storage/idb/open-database.ts';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { emptyTables, type Tables } from '../../src/storage/memory/tables.ts';
import { crashingStore, makeCrashPoint } from '../support/crash.ts';
import { realClock } from '../support/real-clock.ts';
import { coins } from '../support/reply-mirror.ts';
import { makePlayer, type Player } from '../support/story-player.ts';

interface Deed {
  /** After one round with a coin. */
  readonly before?: (player: Player) => unknown;
  readonly act: (player: Player) => Promise<unknown>;
  /** What tells absent from complete; the coins where nothing else is said. */
  readonly shows?: (player: Player, tables: Tables) => unknown;
  /** It leaves the world as it is, killed or not. */
  readonly quiet?: true;
  /** Prose may stand there without its analysis: it counts for nothing yet. */
  readonly pending?: number;
}

const coinsOf = (player: Player): number => player.session.head().game.inventory['coin'] ?? 0;
const lastFloor = (player: Player) => player.session.timeline().rows.at(-1)!.floorId;
const luck = (player: Player): unknown => player.session.variables?.resolve('luck')?.value ?? null;
const runsOf = (_player: Player, tables: Tables): unknown => [
  [...tables.runs.keys()].length,
  [...tables.events.values()].flat().filter(({ type }) => type === 'note').length,
];

const write =
  (...args: Parameters<NonNullable<Player['session']['variables']>['set']>) =>
  (player: Player): Promise<unknown> =>
    player.session.variables?.set(...args) ?? expect.fail('no variables');
const setLuck = write('luck', { op: 'set', value: 1 }, 'branch');
const nothing = (): void => undefined;

const deeds: Readonly<Record<string, Deed>> = {
  send: {
    before: (player) => player.host.sendUser('More'),
    act: (player) => player.send(null, 'New.', [coins(5)]),
    pending: 1,
  },
  swipe: { act: (player) => player.swipe('New.', [coins(5)], { finalText: 'New.\n\nMenu' }), pending: 0 },
  regenerate: { act: (player) => player.regenerate('New.', [coins(5)]), pending: 0 },
  'failed send': {
    before: (player) => player.host.sendUser('More'),
    act: (player) => player.failed('normal', nothing, nothing),
    quiet: true,
  },
  'failed swipe': {
    act: (player) =>
      player.failed(
        'swipe',
        () => player.host.beginSwipe(),
        () => player.host.abandonSwipe(),
      ),
    quiet: true,
  },
  'hand edit': { act: (player) => player.session.edit('/game/inventory/coin', { op: 'set', value: 6 }) },
  adjustment: { act: (player) => player.session.adjust(lastFloor(player), [coins(5)]) },
  'variable that is set': { act: setLuck, shows: luck },
  'variable that is unset': { before: setLuck, act: write('luck', { op: 'unset' }, 'branch'), shows: luck },
  'variable that is masked': {
    before: write('luck', { op: 'set', value: 1 }, 'chat'),
    act: write('luck', { op: 'mask' }, 'branch'),
    shows: luck,
  },
  'variable of the chat': { act: write('luck', { op: 'set', value: 2 }, 'chat'), shows: luck },
  'repeated analysis': { act: (player) => player.again(lastFloor(player), 'reanalysed', [coins(5)]) },
  'continued reply': {
    before: (player) => player.host.continueReply(' And on.'),
    act: (player) => player.again(lastFloor(player), 'continued', [coins(5)]),
  },
  'analysis of two rounds': {
    before: async (player) => {
      await player.send('On.', 'Second.', []);
      await player.host.save();
    },
    act: (player) => {
      const [, first, second] = player.session.timeline().rows;
      const earlier = [{ floorId: first!.floorId, effects: [coins(3)] }];
      return player.again(second!.floorId, 'reanalysed', [coins(4)], earlier);
    },
  },
  'restored page': {
    before: (player) => player.regenerate('Other.', [coins(1)]),
    act: async (player) => {
      const shown = player.session.timeline().rows.at(-1)?.swipePages ?? [];
      const pages = await player.session.pagesOfFloor(lastFloor(player));
      await player.session.restorePage(pages.find(({ pageId }) => !shown.includes(pageId))!.pageId);
    },
    shows: ({ host }) => [...(host.messages.at(-1)?.swipes ?? [])],
  },
  pruning: {
    before: async (player) => {
      for (const text of ['Two.', 'Three.', 'Four.']) await player.send('On.', text);
    },
    act: async ({ deps, session }) => {
      const keep = { keepCompletedRuns: 1, keepFailedRuns: 1, maxRunWorkspacesPerChat: 1, autoPruneAfterDays: 0 };
      await pruneRuns(deps.store, { chatId: session.timeline().chatId, needed: new Set() }, keep, 1_000);
    },
    shows: runsOf,
  },
  'branch that is opened': {
    before: (player) => player.session.edit('/game/location', { op: 'set', value: 'quay' }),
    act: (player) => {
      player.host.branch(2, 'branch');
      return player.reopen();
    },
    shows: ({ session, host }) => [host.place.file, session.head().game.location],
    // SillyTavern made the file before we see it.
    quiet: true,
  },
};

/** One round with a coin and what the deed needs; then the deed, stopped at step `at`. */
async function play({ before: prepare, act, shows = coinsOf }: Deed, at: number) {
  const tables = emptyTables();
  const player = await makePlayer(makeMemoryStore(tables));
  await player.send('Go', 'Old.', [coins(1)]);
  await prepare?.(player);
  await player.session.reconcile('check');
  await player.host.save();
  const before = { shown: shows(player, tables), coins: coinsOf(player) };
  const point = makeCrashPoint(at);
  const store = crashingStore(makeMemoryStore(tables), point);
  await player.reopen(crashingStore(makeMemoryStore(tables), makeCrashPoint(Infinity)));
  await player.reopen(store);
  point.steps.length = 0;
  player.host.onStep = (step) => point.step(step);
  const doomed: Player = { ...player, deps: { ...player.deps, store } };
  const outcome = await act(Object.defineProperty(doomed, 'session', { get: () => player.session })).then(
    () => 'done',
    () => 'killed',
  );
  // Everything in the page is gone; what is left is the disk and the database.
  player.host.onStep = () => undefined;
  player.host.reload();
  player.session = await makeSession(player, tables);
  return { player, tables, outcome, before, steps: point.steps };
}

async function makeSession(player: Player, tables: Tables) {
  const session = await openChatSession({ ...player.deps, store: makeMemoryStore(tables) });
  if (!session) throw new Error('no chat');
  // What was left running is ended behind the opening.
  await new Promise((resolve) => setImmediate(resolve));
  return session;
}

describe.each(Object.entries(deeds))('AC68: a %s that is killed', (_name, deed) => {
  const { shows = coinsOf, quiet = false, pending } = deed;

  it('is absent or complete whatever write it is killed at, and the next one works', async () => {
    const whole = await play(deed, Infinity);
    expect(whole.outcome).toBe('done');
    const complete = shows(whole.player, whole.tables);
    if (!quiet) expect(complete).not.toEqual(whole.before.shown);
    const seen = new Set<string>();
    for (let at = 0; at < whole.steps.length; at += 1) {
      const { player, tables, before, steps } = await play(deed, at);
      const where = `killed at ${at} (${whole.steps[at] ?? ''})`;
      // The same writes up to here, and this one was stopped.
      expect(steps.slice(0, at + 1), where).toEqual(whole.steps.slice(0, at + 1));
      const row = player.session.timeline().rows.at(-1)!;
      const isPending = row.analysis === 'pending';
      const shown = shows(player, tables);
      // Prose without its analysis counts for nothing yet, and is offered for completion.
      expect(isPending ? [pending] : [before.shown, complete], where).toContainEqual(shown);
      if (quiet) expect(coinsOf(player), where).toBe(before.coins);
      seen.add(isPending ? 'prose' : JSON.stringify(shown) === JSON.stringify(complete) ? 'complete' : 'absent');
      const texts = player.host.messages.map(({ mes }) => mes);
      for (const { mes } of whole.player.host.messages.filter((each) => each.is_user))
        expect(texts, where).toContain(mes);
      for (const run of tables.runs.values()) expect(run.status, where).not.toBe('running');
      for (const floor of tables.floors.values()) expect(['committed', 'failed'], where).toContain(floor.status);
      expect([...tables.outbox.values()], where).toEqual([]);

      const again = await makeSession(player, tables);
      expect(again.head(), where).toEqual(player.session.head());
      player.session = again;
      const now = coinsOf(player);
      await player.send('Next', 'Next.', [coins(1)]);
      expect(coinsOf(player), where).toBe(now + 1);
    }
    expect(seen.has('complete')).toBe(true);
    if (!quiet) expect(seen.has('absent')).toBe(true);
  });
});

describe('AC68: a database that is made and killed', () => {
  const open = (name: string) =>
    openDatabase({ name, patience: 5_000, clock: realClock, onBlocked: nothing, onClosed: nothing });

  /** Counts what the upgrade does and throws at step `at`. */
  async function killed(name: string, at: number): Promise<number> {
    let steps = 0;
    const undo = [IDBDatabase.prototype, IDBObjectStore.prototype].flatMap((proto) =>
      (['createObjectStore', 'createIndex'] as const).flatMap((method) => {
        const own = Object.getOwnPropertyDescriptor(proto, method);
        if (!own) return [];
        const real = own.value as (...args: unknown[]) => unknown;
        const value = function (this: unknown, ...args: unknown[]): unknown {
          if (steps === at) throw new Error('killed');
          steps += 1;
          return real.apply(this, args);
        };
        Object.defineProperty(proto, method, { ...own, value });
        return [() => Object.defineProperty(proto, method, own)];
      }),
    );
    await open(name).then(
      (db) => db.close(),
      () => undefined,
    );
    for (const each of undo) each();
    return steps;
  }

  it('is whole the next time, whatever step of its numbered steps it was killed at', async () => {
    const all = await killed('narrative-agent:whole', Infinity);
    const names = (db: { objectStoreNames: Iterable<string> }): string[] => [...db.objectStoreNames];
    const whole = await open('narrative-agent:whole');
    expect(all).toBeGreaterThan(10);
    for (let at = 0; at < all; at += 1) {
      const name = `narrative-agent:killed-${at}`;
      expect(await killed(name, at)).toBe(at);
      const db = await open(name);
      expect(names(db)).toEqual(names(whole));
      for (const store of db.objectStoreNames) {
        const indexes = (of: typeof db): string[] => [...of.transaction(store).store.indexNames];
        expect(indexes(db)).toEqual(indexes(whole));
      }
      db.close();
    }
    whole.close();
  });
});
