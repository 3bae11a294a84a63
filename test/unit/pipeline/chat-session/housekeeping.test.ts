/** What is thrown away, and what never is. */
import { describe, expect, it } from 'vitest';
import { type ChatId, type RunId } from '../../../../src/domain/ids.ts';
import { pendingRounds } from '../../../../src/domain/timeline/pending-rounds.ts';
import { forgetChat } from '../../../../src/pipeline/chat-session/forget-chat.ts';
import { pruneRuns, runsToPrune } from '../../../../src/pipeline/chat-session/prune-runs.ts';
import { type StoreBatch, type StoredRun } from '../../../../src/ports/timeline-store.ts';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, runRecord } from '../../../support/story-player.ts';

const keep = { keepCompletedRuns: 2, keepFailedRuns: 1, maxRunWorkspacesPerChat: 9, autoPruneAfterDays: 0 };

describe('retention', () => {
  it('keeps the newest runs of each kind, and never ends a running one', async () => {
    const player = await makePlayer();
    const opened = await player.failed(
      'normal',
      () => player.host.sendUser('Go'),
      () => undefined,
    );
    const run = (id: string, status: StoredRun['status'], startedAt: number): StoredRun => ({
      ...runRecord(opened, 'normal', status, id as RunId),
      chatId: 'c' as ChatId,
      startedAt,
    });
    const runs = [run('a', 'completed', 1), run('b', 'partial', 2), run('c', 'completed', 3), run('d', 'failed', 1)];
    const more = [...runs, run('e', 'stale', 5), run('f', 'running', 0)];
    expect(runsToPrune(more, keep, 1_000)).toEqual(['a', 'd']);
    expect(runsToPrune(more, { ...keep, maxRunWorkspacesPerChat: 2 }, 1_000)).toEqual(['a', 'd', 'b']);
    expect(runsToPrune(more, { ...keep, autoPruneAfterDays: 1 }, 86_400_004)).toEqual(['a', 'd', 'b', 'c']);
  });

  it('AC60: takes runs and journals with a note of ids and bytes, and leaves pages and state', async () => {
    const player = await makePlayer();
    for (let n = 0; n < 4; n += 1) await player.send(`Go ${n}`, `Coin ${n}.`, [coins(1)]);
    const world = player.session.head();
    const { chatId, rows } = player.session.timeline();
    const made = (await player.store.runsOfChat(chatId)).map((run) => ({
      ...run,
      startedAt: rows.findIndex(({ floorId }) => floorId === run.floorId),
    }));
    await player.store.write({ runs: made }, 'relaxed');
    const ids = [...made]
      .sort((a, b) => a.startedAt - b.startedAt)
      .map(({ runId }) => runId)
      .slice(0, 2);
    const pruned = await pruneRuns(player.store, { chatId, needed: new Set() }, keep, 10_000);
    expect(pruned.runs).toEqual(ids);
    const left = await player.store.runsOfChat(chatId);
    expect(left).toHaveLength(2);
    const journals = await Promise.all(left.map(({ runId }) => player.store.events(runId)));
    expect(journals.flat().filter((event) => event.type === 'note')).toMatchObject([
      { code: 'retention.pruned', at: 10_000, detail: `2 runs, ${pruned.bytes} bytes: ${ids.join(', ')}` },
    ]);
    await player.reopen();
    expect(player.session.head()).toEqual(world);
    expect(await player.store.page(rows[1]!.pageId!)).not.toBeNull();
  });
});

describe('the path in the database', () => {
  it('is written once for many changes, and a commit waits for one writing only', async () => {
    const memory = makeMemoryStore();
    const writes: StoreBatch[] = [];
    const player = await makePlayer({
      ...memory,
      write(batch, durability) {
        writes.push(batch);
        // What is struck off the outbox is answered late, and nobody waits for it.
        const late = batch.remove?.outbox ? new Promise((resolve) => setTimeout(resolve, 20)) : Promise.resolve();
        return late.then(() => memory.write(batch, durability));
      },
    });
    await player.send('Go', 'A coin.', [coins(1)]);
    const ended = writes.findIndex((batch) => batch.remove?.outbox);
    const [struck] = writes[ended]?.remove?.outbox ?? [];
    expect((await memory.outbox(player.session.ids().branchId)).map((row) => row.outboxId)).toContain(struck);
    await player.session.close();
    expect(await memory.outbox(player.session.ids().branchId)).toEqual([]);
    await player.reopen();
    await player.session.reconcile('settle');
    await new Promise((resolve) => setTimeout(resolve, 0));
    writes.length = 0;
    for (let n = 0; n < 5; n += 1) {
      player.host.edit(2, `Coin ${n}.`);
      void player.session.reconcile('edited');
    }
    await player.session.close();
    expect(writes.filter((batch) => batch.branches).length).toBeLessThan(3);
  });
});

describe('what a swipe rewrites from', () => {
  it('is kept whatever the limits say', async () => {
    const player = await makePlayer();
    for (let n = 0; n < 3; n += 1) await player.send(`Go ${n}`, `Coin ${n}.`, [coins(1)]);
    const { chatId, rows } = player.session.timeline();
    const needed = new Set(rows.at(-1)!.swipePages);
    const none = { ...keep, keepCompletedRuns: 0, autoPruneAfterDays: 1 };
    expect((await pruneRuns(player.store, { chatId, needed }, none, 1e12)).runs).toHaveLength(2);
    expect(await player.session.runOf(rows.at(-1)!.pageId!)).not.toBeNull();
  });
});

describe('a deleted chat', () => {
  it('AC66: of two characters with files of one name only the one whose file is gone is forgotten', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    await player.host.save();
    const mira = player.session.timeline();
    await player.session.close();
    player.host.newChat('bob.png', 'one');
    await player.reopen();
    await player.send('Go', 'Another coin.', [coins(1)]);
    const bob = player.session.timeline();
    player.host.deleteFile('mira.png', 'one');
    expect(await forgetChat(player.store, player.host, 'one')).toEqual([mira.branchId]);
    expect(await player.store.pagesOfChat(mira.chatId)).toEqual([]);
    expect(await player.store.runsOfChat(mira.chatId)).toEqual([]);
    expect(await player.store.pagesOfChat(bob.chatId)).toHaveLength(1);
  });

  it('leaves everything that another branch of the story shares', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    const { chatId, rows } = player.session.timeline();
    player.host.branch(2, 'branch');
    await player.reopen();
    await player.send('On', 'On.', []);
    player.host.deleteFile('mira.png', 'one');
    await forgetChat(player.store, player.host, 'one');
    expect(await player.store.page(rows[1]!.pageId!)).not.toBeNull();
    expect(await player.store.branchesOfChat(chatId)).toHaveLength(1);
  });

  it('does nothing while the file is there', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    expect(await forgetChat(player.store, player.host, 'one')).toEqual([]);
  });
});

describe('catching up', () => {
  it('finds the rounds nobody analysed, the greeting left out', async () => {
    const player = await makePlayer();
    await player.send('Go', 'Ours.', [coins(1)]);
    player.host.sendUser('On');
    player.host.addReply('Native.');
    await player.session.reconcile('received');
    const found = (native: boolean) => pendingRounds(player.session.timeline(), { native }).map((row) => row.round);
    expect(found(true)).toEqual([2]);
    expect(found(false)).toEqual([]);
  });
});
