/** Turns of ours against a chat with SillyTavern's quirks: what counts after send, swipe, regenerate, failure and reload. */
import { describe, expect, it } from 'vitest';
import { NarrativeError } from '../../../../src/domain/errors.ts';
import { type PageId, type RunId } from '../../../../src/domain/ids.ts';
import { type TimelineStore } from '../../../../src/ports/timeline-store.ts';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, runRecord, type Player } from '../../../support/story-player.ts';

const coinsOf = (player: Player): number => player.session.head().game.inventory['coin'] ?? 0;
const shown = (player: Player): (string | null)[] => player.session.timeline().rows.map((row) => row.pageId);

describe('a turn', () => {
  it('leaves the greeting as round 0 and counts from 1', async () => {
    const player = await makePlayer();
    await player.send('Go', 'You find a coin.', [coins(1), { kind: 'summary', text: 'Found a coin.' }]);
    await player.send('On', 'Another one.', [coins(1), { kind: 'summary', text: 'And another.' }]);
    expect(player.session.timeline().rows.map((row) => row.round)).toEqual([0, 1, 2]);
    expect(coinsOf(player)).toBe(2);
    expect(player.session.head().summaries.map((line) => [line.round, line.text])).toEqual([
      [1, 'Found a coin.'],
      [2, 'And another.'],
    ]);
    expect(player.session.timeline().rows.map((row) => row.baseMismatch)).toEqual([false, false, false]);
  });

  it('AC7: siblings start from their predecessor, and swiping back gives the first world again', async () => {
    const player = await makePlayer();
    await player.send('Go', 'Ten coins.', [coins(10)]);
    const first = player.session.head();
    await player.swipe('Twenty coins.', [coins(20)]);
    expect(coinsOf(player)).toBe(20);
    player.host.swipeTo(0);
    await player.session.reconcile('swiped');
    expect(player.session.head()).toEqual(first);
    player.host.swipeTo(1);
    await player.session.reconcile('swiped');
    expect(coinsOf(player)).toBe(20);
  });

  it('shows a running swipe the world before its floor', async () => {
    const player = await makePlayer();
    await player.send('Go', 'Ten coins.', [coins(10)]);
    const opened = await player.failed(
      'swipe',
      () => player.host.beginSwipe(),
      () => player.host.abandonSwipe(),
    );
    expect(opened.base.game.inventory).toEqual({});
    expect(coinsOf(player)).toBe(10);
  });

  it('RB-1: regenerating the third of three turns gives three coins and three summaries', async () => {
    const player = await makePlayer();
    for (const n of [1, 2, 3])
      await player.send(`Go ${n}`, `Coin ${n}.`, [coins(1), { kind: 'summary', text: `Turn ${n}` }]);
    await player.regenerate('Coin 3, otherwise.', [coins(1), { kind: 'summary', text: 'Turn 3 anew' }]);
    expect(coinsOf(player)).toBe(3);
    expect(player.session.head().summaries.map((line) => [line.round, line.text])).toEqual([
      [1, 'Turn 1'],
      [2, 'Turn 2'],
      [3, 'Turn 3 anew'],
    ]);
  });

  it('AC3: send and two regenerations make one floor with three pages, and an old one comes back as a swipe', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', [coins(1)]);
    const [, first] = shown(player);
    await player.regenerate('Second.', [coins(2)]);
    await player.regenerate('Third.', [coins(3)]);
    const row = player.session.timeline().rows[1];
    expect(row?.swipePages).toHaveLength(1);
    const pages = await player.store.pagesOfFloor(row!.floorId);
    expect(pages.map((page) => page.text).sort()).toEqual(['First.', 'Second.', 'Third.']);
    await player.session.restorePage(pages.find((page) => page.pageId === first)!.pageId);
    expect(player.host.messages.at(-1)?.swipes).toEqual(['Third.', 'First.']);
    expect(coinsOf(player)).toBe(3);
    player.host.swipeTo(1);
    await player.session.reconcile('swiped');
    expect(coinsOf(player)).toBe(1);
    expect(shown(player)[1]).toBe(first);
  });

  it('H10: a reply deleted with its message comes back as the reply, with what it did, while its input is the end', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', [coins(1)]);
    await player.send('On', 'Second.', [coins(2)]);
    const [, first, second] = shown(player);
    player.host.remove(4);
    await player.session.reconcile('deleted');
    expect([coinsOf(player), shown(player)[2]]).toEqual([1, null]);
    await player.session.restorePage(second as PageId);
    await player.session.restorePage(second as PageId);
    expect(player.host.messages.map(({ mes }) => mes).slice(3)).toEqual(['On', 'Second.']);
    expect([coinsOf(player), shown(player)[2]]).toEqual([3, second]);
    await player.reopen();
    expect([coinsOf(player), shown(player)[2]]).toEqual([3, second]);
    // In the middle another message would become the answer's input.
    player.host.remove(2);
    await player.session.reconcile('deleted');
    await expect(player.session.restorePage(first as PageId)).rejects.toMatchObject({ code: 'input.invalid' });
    expect(player.host.messages.map(({ mes }) => mes).slice(1)).toEqual(['Go', 'On', 'Second.']);
  });

  it('H10: no reply is put back where a turn is about to add its own', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', [coins(1)]);
    const [, first] = shown(player);
    player.host.remove(2);
    await player.session.reconcile('deleted');
    const opened = await player.session.openTurn('regenerate', 'run-busy' as RunId);
    await expect(player.session.restorePage(first as PageId)).rejects.toMatchObject({ code: 'input.invalid' });
    expect(player.host.messages).toHaveLength(2);
    await player.session.failTurn(opened, runRecord(opened, 'regenerate', 'failed', 'run-busy' as RunId), []);
    await player.session.restorePage(first as PageId);
    expect([coinsOf(player), shown(player)[1]]).toEqual([1, first]);
  });

  it('regenerates an empty send on its own floor', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', [coins(1)]);
    await player.send(null, 'Unasked.', [coins(1)]);
    const before = player.session.timeline().rows.map((row) => [row.floorId, row.round]);
    await player.regenerate('Unasked, anew.', [coins(5)]);
    expect(player.session.timeline().rows.map((row) => [row.floorId, row.round])).toEqual(before);
    expect(coinsOf(player)).toBe(6);
  });

  it('RB-4: after the last exchange is deleted and sent anew nothing of the old one is left', async () => {
    const player = await makePlayer();
    for (const n of [1, 2, 3])
      await player.send(`Go ${n}`, `Coin ${n}.`, [coins(1), { kind: 'summary', text: `Turn ${n}` }]);
    player.host.remove(5, 2);
    await player.session.reconcile('deleted');
    await player.send('Other', 'Coin 3b.', [coins(1), { kind: 'summary', text: 'Turn 3b' }]);
    expect(coinsOf(player)).toBe(3);
    expect(player.session.head().summaries.map((line) => line.text)).toEqual(['Turn 1', 'Turn 2', 'Turn 3b']);
  });

  it('AC11: a floor deleted in the middle takes its effects along; the ones after it stay, marked', async () => {
    const player = await makePlayer();
    for (let n = 1; n <= 6; n += 1) await player.send(`Go ${n}`, `Coin ${n}.`, [coins(1)]);
    player.host.remove(5, 2);
    await player.session.reconcile('deleted');
    expect(coinsOf(player)).toBe(5);
    expect(player.session.timeline().rows.map((row) => row.baseMismatch)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('AC13: a reply that was continued counts once, from the same base, in the same swipe', async () => {
    const player = await makePlayer();
    await player.send('Go', 'You find gold.', [coins(5)]);
    const old = player.session.timeline().rows.at(-1)!;
    const basePageId = player.session.timeline().rows.at(-2)!.pageId;
    player.host.continueReply(' And you count it.');
    await player.session.reconcile('received');
    expect(player.session.timeline().rows.at(-1)).toMatchObject({ pageId: old.pageId, edited: true });
    expect(coinsOf(player)).toBe(5);

    const whole = 'You find gold. And you count it.';
    await player.session.commit({
      ...{ runId: 'r2' as RunId, floorId: old.floorId, pageId: 'p-whole' as PageId, basePageId },
      ...{ kind: 'continued', chatIndex: old.replyIndex!, swipe: 0, partial: false, analysis: 'done' },
      ...{ writtenText: whole, finalText: whole, effects: [coins(5)], messages: [], toolOutput: [] },
      ...{ earlier: [], events: [] },
    });

    expect(coinsOf(player)).toBe(5);
    expect(player.session.timeline().rows.at(-1)).toMatchObject({ pageId: 'p-whole', swipe: 0, edited: false });
    expect(player.host.messages.at(-1)!.swipes).toEqual([whole]);
    expect((await player.store.page(old.pageId!))?.text).toBe('You find gold.');
  });

  it('AC48: after a deletion in the middle the next round goes on from the highest number', async () => {
    const player = await makePlayer();
    const line = (text: string) => ({ kind: 'summary', text }) as const;
    for (let round = 1; round <= 6; round += 1) await player.send('Go', `Round ${round}.`, [line(`Line ${round}.`)]);
    player.host.remove(5, 2);
    await player.session.reconcile('deleted');
    await player.send('On', 'Round 7.', [line('Line 7.')]);
    expect(player.session.head().summaries.map(({ round }) => round)).toEqual([1, 2, 4, 5, 6, 7]);
    expect(player.session.head().summaries.map(({ text }) => text)).not.toContain('Line 3.');
  });

  it('skips what no longer holds and says so', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    const spend = { kind: 'state', change: { type: 'remove_item', item: 'coin', quantity: 1 } } as const;
    await player.send('Pay', 'You pay.', [spend]);
    expect(coinsOf(player)).toBe(0);
    player.host.remove(1, 2);
    await player.session.reconcile('deleted');
    const last = player.session.timeline().rows.at(-1)!;
    expect(player.session.rejections(last.floorId)).toMatchObject([{ effectIndex: 0, code: 'not-enough' }]);
  });

  it('writes tool output into the message once and keeps page and text together', async () => {
    const player = await makePlayer();
    player.host.sendUser('Go');
    await player.send(null, 'Prose.', []);
    await player.swipe('Prose B.', [], { finalText: 'Prose B.\n\nMenu' });
    expect(player.host.messages.at(-1)).toMatchObject({ mes: 'Prose B.\n\nMenu' });
    const row = player.session.timeline().rows.at(-1)!;
    expect(row.edited).toBe(false);
    expect((await player.store.page(row.pageId!))?.text).toBe('Prose B.\n\nMenu');
  });
});

describe('a turn that came to nothing', () => {
  it('fails the floor of a send, keeps the input, and lets it be tried again', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    const opened = await player.failed(
      'normal',
      () => player.host.sendUser('More'),
      () => undefined,
    );
    expect((await player.store.floor(opened.floorId))?.status).toBe('failed');
    expect(player.session.timeline().rows.at(-1)).toMatchObject({ floorId: opened.floorId, pageId: null });
    await player.send(null, 'Now it works.', [coins(1)]);
    expect(player.session.timeline().rows.at(-1)).toMatchObject({ floorId: opened.floorId, round: 2 });
    expect((await player.store.floor(opened.floorId))?.status).toBe('committed');
  });

  it('AC14: leaves a swiped or regenerated floor exactly as it was', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    const before = player.session.timeline();
    const world = player.session.head();
    await player.failed(
      'swipe',
      () => player.host.beginSwipe(),
      () => player.host.abandonSwipe(),
    );
    let old: ReturnType<typeof player.host.dropLastReply> | undefined;
    await player.failed(
      'regenerate',
      () => (old = player.host.dropLastReply()),
      () => player.host.putBack(old!),
    );
    expect(player.session.timeline().rows).toEqual(before.rows);
    expect(player.session.head()).toEqual(world);
    expect((await player.store.floor(before.rows[1]!.floorId))?.status).toBe('committed');
  });
});

describe('the same chat somewhere else', () => {
  it('AC62: gives the same path, world and summaries from the file alone', async () => {
    const player = await makePlayer();
    await player.send('Go', 'Ten coins.', [coins(10), { kind: 'summary', text: 'Ten.' }]);
    await player.swipe('Twenty coins.', [coins(20), { kind: 'summary', text: 'Twenty.' }]);
    await player.send('On', 'One more.', [coins(1)]);
    await player.session.edit('/game/inventory/rope', { op: 'set', value: 2 });
    await player.session.edit('/game/location', { op: 'lock', value: 'harbour' });
    const before = { rows: player.session.timeline().rows, world: player.session.head() };
    player.host.reload();
    await player.reopen(makeMemoryStore());
    expect(player.session.timeline().rows).toEqual(before.rows);
    expect(player.session.head()).toEqual(before.world);
    const report = await player.session.reconcile('opened');
    expect(report.notices).toHaveLength(1);
  });

  it('adopts a native chat without leaving a trace until a turn is played', async () => {
    const player = await makePlayer(makeMemoryStore(), (host) => {
      host.newChat('mira.png', 'old');
      for (let n = 0; n < 10; n += 1) {
        host.sendUser(`In ${n}`);
        host.addReply(`Out ${n}`);
      }
    });
    const untouched = structuredClone({ messages: player.host.messages, metadata: player.host.metadata });
    await player.session.reconcile('opened');
    await player.reopen();
    expect({ messages: player.host.messages, metadata: player.host.metadata }).toEqual(untouched);
    await player.send('Now', 'Ours.', [coins(1)]);
    expect(player.session.timeline().rows.at(-1)).toMatchObject({ round: 11, baseMismatch: false });
    const rows = player.session.timeline().rows;
    await player.reopen();
    expect(player.session.timeline().rows).toEqual(rows);
  });
});

describe('a database that is full only now and then', () => {
  it('costs no turn: a round whose commit it refused can be swiped, and regenerated', async () => {
    const store = makeMemoryStore();
    const full: TimelineStore = {
      ...store,
      write(batch, durability) {
        if (batch.pages) return Promise.reject(new NarrativeError('storage.quota'));
        return store.write(batch, durability);
      },
    };
    const player = await makePlayer(full);
    await player.send('Go', 'One.', [coins(1)]);
    await player.swipe('Another.', [coins(2)]);
    expect(player.session.head().game.inventory).toEqual({ coin: 2 });
    await player.regenerate('A third.', [coins(3)]);
    expect(player.session.head().game.inventory).toEqual({ coin: 3 });
  });
});
