/** AC68: killed at any write of a turn, the next opening shows the turn either absent, or with its prose, or complete. */
import { describe, expect, it } from 'vitest';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { emptyTables } from '../../src/storage/memory/tables.ts';
import { crashingStore, makeCrashPoint } from '../support/crash.ts';
import { coins } from '../support/reply-mirror.ts';
import { makePlayer, type Player } from '../support/story-player.ts';

type Turn = (player: Player) => Promise<unknown>;

const turns: Readonly<Record<string, Turn>> = {
  send: (player) => player.send(null, 'New.', [coins(5)]),
  swipe: (player) => player.swipe('New.', [coins(5)], { finalText: 'New.\n\nMenu' }),
  regenerate: (player) => player.regenerate('New.', [coins(5)]),
  'hand edit': (player) => player.session.edit('/game/inventory/coin', { op: 'set', value: 6 }),
  adjustment: (player) => player.session.adjust(player.session.timeline().rows.at(-1)!.floorId, [coins(5)]),
};

/** A chat with one round and, for a send, a waiting input; then the turn, stopped at step `at`. */
async function play(name: string, at: number) {
  const tables = emptyTables();
  const player = await makePlayer(makeMemoryStore(tables));
  await player.send('Go', 'Old.', [coins(1)]);
  if (name === 'send') player.host.sendUser('More');
  await player.host.save();
  const before = player.session.head().game.inventory['coin'] ?? 0;
  const point = makeCrashPoint(at);
  await player.reopen(crashingStore(makeMemoryStore(tables), makeCrashPoint(Infinity)));
  await player.reopen(crashingStore(makeMemoryStore(tables), point));
  point.steps.length = 0;
  player.host.onStep = (step) => point.step(step);
  const outcome = await turns[name]!(player).then(
    () => 'done',
    () => 'killed',
  );
  // Everything in the page is gone; what is left is the disk and the database.
  player.host.onStep = () => undefined;
  player.host.reload();
  player.session = await makeSession(player, tables);
  return { player, tables, outcome, before, steps: point.steps };
}

async function makeSession(player: Player, tables: ReturnType<typeof emptyTables>) {
  const { openChatSession } = await import('../../src/pipeline/chat-session/open-chat-session.ts');
  const session = await openChatSession({ ...player.deps, store: makeMemoryStore(tables) });
  if (!session) throw new Error('no chat');
  // What was left running is ended behind the opening.
  await new Promise((resolve) => setImmediate(resolve));
  return session;
}

const coinsOf = (player: Player): number => player.session.head().game.inventory['coin'] ?? 0;

describe.each(Object.keys(turns))('a %s that is killed', (name) => {
  it('is absent or complete whatever write it is killed at, and the next one works', async () => {
    const whole = await play(name, Infinity);
    expect(whole.outcome).toBe('done');
    const complete = coinsOf(whole.player);
    const seen = new Set<string>();
    for (let at = 0; at < whole.steps.length; at += 1) {
      const { player, tables, before, steps } = await play(name, at);
      const where = `killed at ${at} (${whole.steps[at] ?? ''})`;
      // The same writes up to here, and this one was stopped.
      expect(steps.slice(0, at + 1), where).toEqual(whole.steps.slice(0, at + 1));
      const row = player.session.timeline().rows.at(-1)!;
      const pending = row.analysis === 'pending';
      // Prose without its analysis counts for nothing yet, and is offered for completion.
      const allowed = pending ? [name === 'send' ? before : 0] : [before, complete];
      expect(allowed, where).toContain(coinsOf(player));
      seen.add(pending ? 'prose' : coinsOf(player) === complete ? 'complete' : 'absent');
      if (name === 'send') {
        expect(
          player.host.messages.some((message) => message.mes === 'More'),
          where,
        ).toBe(true);
      }
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
    expect(seen.has('absent')).toBe(true);
    expect(seen.has('complete')).toBe(true);
  });
});
