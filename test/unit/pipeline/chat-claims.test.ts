/** Who plays the open chat: claimed on opening, waited for, taken over, never written by two. */
import { describe, expect, it } from 'vitest';
import { makeChatClaims } from '../../../src/pipeline/chat-claims.ts';
import { type ChatPlace } from '../../../src/ports/chat-ownership.ts';
import { makeLeaseOwnership, makeMemoryLeases, type LeaseRow } from '../../../src/storage/ownership/lease-ownership.ts';

const log = { debug: () => undefined, warn: () => undefined };
const rest = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

/** Several tabs over one table of leases and one clock that is moved by hand. */
function makeTabs() {
  const table = makeMemoryLeases(new Map<string, LeaseRow>());
  let now = 0;
  let waiting: { at: number; resolve: () => void }[] = [];
  const clock = {
    now: () => now,
    sleep: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ at: now + milliseconds, resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const open = (tab: string, first: ChatPlace | null = { owner: 'mira.png', file: 'one' }) => {
    const seen = { lost: 0, reloads: 0, changes: 0 };
    const at = { place: first };
    const claims = makeChatClaims({
      ownership: makeLeaseOwnership({ table, clock, tab, log }),
      place: () => at.place,
      reload: async () => {
        seen.reloads += 1;
        await claims.claim();
      },
      onLost: () => (seen.lost += 1),
      onChanged: () => (seen.changes += 1),
      clock,
      log,
    });
    return { claims, seen, at };
  };
  return {
    open,
    async pass(milliseconds: number) {
      for (let left = milliseconds; left > 0; left -= 500) {
        now += 500;
        const due = waiting.filter((one) => one.at <= now);
        waiting = waiting.filter((one) => one.at > now);
        for (const each of due) each.resolve();
        await rest();
      }
    },
  };
}

describe('a chat in two tabs', () => {
  it('is played in the one that opened it first', async () => {
    const tabs = makeTabs();
    const [one, two] = [tabs.open('one'), tabs.open('two')];
    expect([await one.claims.claim(), await two.claims.claim()]).toEqual([true, false]);
    expect([one.claims.elsewhere(), two.claims.elsewhere()]).toEqual([false, true]);
    expect([await one.claims.confirm(), await two.claims.confirm()]).toEqual([true, false]);
  });

  it('is read again when it is taken over, and the other tab loses it', async () => {
    const tabs = makeTabs();
    const [one, two] = [tabs.open('one'), tabs.open('two')];
    await one.claims.claim();
    await two.claims.claim();
    const taken = two.claims.takeOver();
    await rest();
    expect(two.seen.reloads).toBe(0);
    await tabs.pass(500);
    await taken;
    expect([two.seen.reloads, two.claims.elsewhere()]).toEqual([1, false]);
    await tabs.pass(6_000);
    expect([one.seen.lost, one.claims.elsewhere(), await one.claims.confirm()]).toEqual([1, true, false]);
  });

  it('is noticed as lost by the tab that asks before it writes', async () => {
    const tabs = makeTabs();
    const [one, two] = [tabs.open('one'), tabs.open('two')];
    await one.claims.claim();
    await two.claims.claim();
    void two.claims.takeOver();
    await rest();
    expect(await one.claims.confirm()).toBe(false);
    expect([one.seen.lost, one.claims.elsewhere()]).toEqual([1, true]);
  });

  it('opens by itself, read anew, once the other tab has left it', async () => {
    const tabs = makeTabs();
    const [one, two] = [tabs.open('one'), tabs.open('two')];
    await one.claims.claim();
    await two.claims.claim();
    one.claims.release();
    await tabs.pass(4_000);
    expect([two.seen.reloads, two.claims.elsewhere(), await two.claims.confirm()]).toEqual([1, false, true]);
  });

  it('is let go when another chat is opened', async () => {
    const tabs = makeTabs();
    const [one, two] = [tabs.open('one'), tabs.open('two')];
    await one.claims.claim();
    await two.claims.claim();
    one.at.place = { owner: 'mira.png', file: 'two' };
    expect(await one.claims.claim()).toBe(true);
    expect(await two.claims.claim()).toBe(true);
    two.at.place = null;
    expect([await two.claims.claim(), two.claims.elsewhere()]).toEqual([true, false]);
  });

  it('keeps its claim when the same chat is only read again', async () => {
    const tabs = makeTabs();
    const [one, two] = [tabs.open('one'), tabs.open('two')];
    await one.claims.claim();
    expect([await one.claims.claim(), one.seen.lost, await two.claims.claim()]).toEqual([true, 0, false]);
  });

  it('is not claimed for a chat that was left while the answer was on its way', async () => {
    const tabs = makeTabs();
    const [one, two] = [tabs.open('one'), tabs.open('two')];
    const claiming = one.claims.claim();
    one.at.place = { owner: 'mira.png', file: 'two' };
    expect(await claiming).toBe(false);
    await rest();
    expect(await two.claims.claim()).toBe(true);
  });
});
