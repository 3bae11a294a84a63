/** AC36: one tab plays a chat at a time, with Web Locks and without. */
import { describe, expect, it } from 'vitest';
import { type ChatOwnership, type ChatPlace } from '../../../src/ports/chat-ownership.ts';
import {
  LEASE_MILLISECONDS,
  type LeaseTable,
  makeLeaseOwnership,
  makeMemoryLeases,
} from '../../../src/storage/ownership/lease-ownership.ts';
import { makeIdbLeases } from '../../../src/storage/idb/idb-leases.ts';
import { openDatabase } from '../../../src/storage/idb/open-database.ts';
import { type Locks, makeLockOwnership } from '../../../src/storage/ownership/lock-ownership.ts';
import { realClock } from '../../support/real-clock.ts';
import 'fake-indexeddb/auto';

const chat: ChatPlace = { owner: 'mira.png', file: 'one' };
const log = { debug: () => undefined, warn: () => undefined };
const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Web Locks as browsers do them: one holder, `ifAvailable`, `steal`. */
function fakeLocks(): Locks {
  const held = new Map<string, (error: Error) => void>();
  return {
    request(name, { ifAvailable, steal }, callback) {
      const other = held.get(name);
      if (other && ifAvailable) return callback(null);
      if (other && steal) other(new DOMException('stolen', 'AbortError'));
      return new Promise((resolve, reject) => {
        held.set(name, reject);
        void callback({ name }).then((value) => {
          if (held.get(name) === reject) held.delete(name);
          resolve(value);
        });
      });
    },
  };
}

/** Time that is moved by hand. */
function handClock() {
  let now = 0;
  const waiting: { at: number; resolve: () => void }[] = [];
  return {
    now: () => now,
    sleep: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ at: now + milliseconds, resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    async pass(milliseconds: number) {
      now += milliseconds;
      for (const each of waiting.filter((one) => one.at <= now)) each.resolve();
      for (let i = 0; i < 5; i += 1) await tick();
    },
  };
}

let count = 0;
const idbLeases = async (): Promise<LeaseTable> => {
  const unused = (): void => undefined;
  const name = `narrative-agent:leases-${(count += 1)}`;
  return makeIdbLeases(
    await openDatabase({ name, patience: 5_000, clock: realClock, onBlocked: unused, onClosed: unused }),
  );
};

async function leaseTabs(table: LeaseTable) {
  const clock = handClock();
  const tab = (name: string): ChatOwnership => makeLeaseOwnership({ table, clock, tab: name, log });
  return { clock, one: tab('one'), two: tab('two') };
}

const kinds: readonly (readonly [
  string,
  () => Promise<{ one: ChatOwnership; two: ChatOwnership; pass: () => Promise<void> }>,
])[] = [
  [
    'Web Locks',
    async () => {
      const locks = fakeLocks();
      return { one: makeLockOwnership(locks), two: makeLockOwnership(locks), pass: tick };
    },
  ],
  [
    'leases in memory',
    async () => {
      const tabs = await leaseTabs(makeMemoryLeases());
      return { ...tabs, pass: () => tabs.clock.pass(30_000) };
    },
  ],
  [
    'leases in IndexedDB',
    async () => {
      const tabs = await leaseTabs(await idbLeases());
      return { ...tabs, pass: () => tabs.clock.pass(30_000) };
    },
  ],
];

describe.each(kinds)('ownership by %s', (_kind, tabs) => {
  it('lets the first tab have the chat and not the second', async () => {
    const { one, two } = await tabs();
    const [first, second] = [await one.claim(chat), await two.claim(chat)];
    expect([first.held, second.held]).toEqual([true, false]);
    expect((await two.claim({ owner: 'bob.png', file: 'one' })).held).toBe(true);
  });

  it('lets the next one have it after the first gave it back', async () => {
    const { one, two } = await tabs();
    const first = await one.claim(chat);
    first.release();
    await tick();
    await tick();
    expect((await two.claim(chat)).held).toBe(true);
    expect(first.lost.aborted).toBe(false);
  });

  it('lets a second tab take over, and tells the first', async () => {
    const { one, two, pass } = await tabs();
    const first = await one.claim(chat);
    const second = await two.takeOver(chat);
    await pass();
    expect([second.held, first.lost.aborted, second.lost.aborted]).toEqual([true, true, false]);
  });

  it('tells a tab that asks before it writes, whoever has the chat by then', async () => {
    const { one, two } = await tabs();
    const first = await one.claim(chat);
    expect(await first.confirm()).toBe(true);
    const second = await two.takeOver(chat);
    await tick();
    expect([await first.confirm(), first.lost.aborted, await second.confirm()]).toEqual([false, true, true]);
  });
});

describe('a lease', () => {
  it('is kept while its tab lives and free when it has been silent for long', async () => {
    const rows = new Map();
    const { clock, one, two } = await leaseTabs(makeMemoryLeases(rows));
    await one.claim(chat);
    for (let i = 0; i < 20; i += 1) await clock.pass(5_000);
    expect((await two.claim(chat)).held).toBe(false);
    const dead = makeLeaseOwnership({
      table: makeMemoryLeases(rows),
      clock: { now: clock.now, sleep: () => new Promise(() => undefined) },
      tab: 'dead',
      log,
    });
    await dead.takeOver(chat);
    await clock.pass(LEASE_MILLISECONDS + 1);
    expect((await two.claim(chat)).held).toBe(true);
  });

  it('is no reason not to play when the database fails', async () => {
    const broken: LeaseTable = { swap: () => Promise.reject(new Error('gone')) };
    const ownership = makeLeaseOwnership({ table: broken, clock: handClock(), tab: 'one', log });
    expect((await ownership.claim(chat)).held).toBe(true);
  });
});
