/** One story in several files, in several browsers, and with a database that fails. */
import { describe, expect, it } from 'vitest';
import { NarrativeError } from '../../../../src/domain/errors.ts';
import { type PageId, type RunId } from '../../../../src/domain/ids.ts';
import { type Effect } from '../../../../src/domain/timeline/effect.ts';
import { MIRROR_LIMIT_BYTES } from '../../../../src/domain/timeline/mirror.ts';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, type Player } from '../../../support/story-player.ts';

const coinsOf = (player: Player): number => player.session.head().game.inventory['coin'] ?? 0;

async function fiveRounds(): Promise<Player> {
  const player = await makePlayer();
  for (let n = 1; n <= 5; n += 1) await player.send(`Go ${n}`, `Coin ${n}.`, [coins(1)]);
  return player;
}

describe('a copy of a file', () => {
  it('is a branch of its own, also when the story it was copied from has been renamed since', async () => {
    const player = await fiveRounds();
    await player.host.save();
    const { branchId } = player.session.timeline();
    player.host.copyFile('backup');
    player.host.rename('renamed');
    await player.reopen();
    expect(player.session.timeline().branchId).toBe(branchId);
    await player.host.save();
    player.host.open('mira.png', 'backup');
    await player.reopen();
    expect(player.session.timeline().branchId).not.toBe(branchId);
  });
});

describe('a branch', () => {
  it('AC9: starts with the world of its fork and goes its own way', async () => {
    const player = await fiveRounds();
    const atFork = player.session.worldAfter(3);
    const parent = player.session.timeline();
    player.host.branch(6, 'branch');
    await player.reopen();
    expect(player.session.head()).toEqual(atFork);
    expect(player.session.timeline().chatId).toBe(parent.chatId);
    expect(player.session.timeline().branchId).not.toBe(parent.branchId);
    await player.send('Elsewhere', 'Robbed.', [coins(100)]);
    await player.session.edit('/game/location', { op: 'set', value: 'cell' });
    await player.host.save();
    player.host.open('mira.png', 'one');
    await player.reopen();
    expect(player.session.timeline()).toEqual(parent);
    expect(coinsOf(player)).toBe(5);
    expect(player.session.head().game.location).toBe('');
  });

  it('from another swipe than the one shown has the world of that swipe', async () => {
    const player = await makePlayer();
    await player.send('Go', 'Ten.', [coins(10)]);
    await player.swipe('Twenty.', [coins(20)]);
    player.host.branch(2, 'branch', 0);
    await player.reopen();
    expect(coinsOf(player)).toBe(10);
  });

  it('keeps its own identity when it is opened again', async () => {
    const player = await fiveRounds();
    player.host.branch(6, 'branch');
    const first = (await player.reopen()).timeline().branchId;
    await player.send('On', 'On.', []);
    player.host.reload();
    expect((await player.reopen()).timeline().branchId).toBe(first);
  });
});

describe('a file under another name', () => {
  it('AC65: is the same story after a rename, without a fork', async () => {
    const player = await fiveRounds();
    const before = player.session.timeline();
    player.host.rename('two');
    await player.reopen();
    expect(player.session.timeline()).toEqual(before);
    expect(await player.store.branchesOfChat(before.chatId)).toHaveLength(1);
  });

  it('is a story of its own when the file it was copied from is still there', async () => {
    const player = await fiveRounds();
    const before = player.session.timeline();
    player.host.copyFile('copy');
    player.host.open('mira.png', 'copy');
    await player.reopen();
    expect(player.session.timeline().branchId).not.toBe(before.branchId);
    expect(coinsOf(player)).toBe(5);
  });

  it('is a story of its own when it became a group chat and the old file is still there', async () => {
    const player = await fiveRounds();
    const before = player.session.timeline();
    player.host.disk.set('group-1/one', structuredClone(player.host.disk.get('mira.png/one')!));
    player.host.open('group-1', 'one', true);
    await player.reopen();
    expect(player.session.timeline().branchId).not.toBe(before.branchId);
    expect(player.session.timeline().rows.map((row) => row.pageId)).toEqual(before.rows.map((row) => row.pageId));
  });
});

describe('another chat', () => {
  it('PS-1: is never touched by a turn that began in the one before', async () => {
    const player = await fiveRounds();
    player.host.sendUser('More');
    const session = player.session;
    const opened = await session.openTurn('normal', 'run' as RunId);
    player.host.addReply('Late.');
    player.host.newChat('bob.png', 'two');
    const untouched = structuredClone({ messages: player.host.messages, metadata: player.host.metadata });
    const at = { chatIndex: 1, swipe: 0, partial: false };
    await expect(session.secureProse(opened, at)).rejects.toMatchObject({ code: 'host.chat-changed' });
    await expect(session.edit('/game/location', { op: 'set', value: 'x' })).rejects.toMatchObject({
      code: 'host.chat-changed',
    });
    expect({ messages: player.host.messages, metadata: player.host.metadata }).toEqual(untouched);
  });

  it('rejects everything once the session is closed', async () => {
    const player = await fiveRounds();
    await player.session.close();
    await expect(player.session.reconcile('late')).rejects.toMatchObject({ code: 'host.chat-changed' });
  });
});

describe('a database that fails', () => {
  it.each(['storage.quota', 'storage.missing'] as const)(
    'AC69: %s: the turn goes on with the mirrors alone',
    async (code) => {
      const player = await fiveRounds();
      const broken = { ...player.store, write: () => Promise.reject(new NarrativeError(code)) };
      await player.reopen(broken);
      await player.send('On', 'Six.', [coins(1)]);
      expect(coinsOf(player)).toBe(6);
      expect(player.notices.length).toBeGreaterThan(0);
      player.host.reload();
      await player.reopen(makeMemoryStore());
      expect(coinsOf(player)).toBe(6);
    },
  );

  it('goes on when nothing can be read either', async () => {
    const player = await fiveRounds();
    const refuse = () => Promise.reject(new NarrativeError('storage.missing'));
    const store = Object.fromEntries(
      Object.entries(player.store).map(([key, value]) => [key, typeof value === 'function' ? refuse : value]),
    ) as unknown as typeof player.store;
    await player.reopen(store);
    await player.send('On', 'Six.', [coins(1)]);
    expect(coinsOf(player)).toBe(6);
  });
});

describe('a page', () => {
  it('AC2: is committed once; a second commit of its run does nothing', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    const page = (await player.store.page(player.session.timeline().rows[1]!.pageId!))!;
    const saves = player.host.saves;
    await player.session.commit({
      runId: 'again' as RunId,
      floorId: page.floorId,
      pageId: page.pageId,
      basePageId: page.basePageId,
      kind: 'generated',
      chatIndex: 2,
      swipe: 0,
      writtenText: 'A coin.',
      finalText: 'Other.',
      partial: false,
      analysis: 'done',
      effects: [coins(50)],
      messages: [],
      toolOutput: [],
      earlier: [],
      events: [],
    });
    expect(coinsOf(player)).toBe(1);
    expect(player.host.saves).toBe(saves);
    expect(await player.store.page(page.pageId)).toEqual(page);
  });

  it('whose changes do not fit its message is kept with the chat, and is the same from the file alone', async () => {
    const player = await makePlayer();
    const many: Effect[] = Array.from({ length: 400 }, (_, n) => ({
      kind: 'state',
      change: { type: 'set_flag', flag: `flag number ${n}`, value: '很长的值'.repeat(3) },
    }));
    await player.send('Go', 'Much.', many);
    await player.send('On', 'More.', [coins(1)]);
    const world = player.session.head();
    expect(Object.keys(world.game.flags)).toHaveLength(400);
    for (const message of player.host.messages) {
      const size = new TextEncoder().encode(JSON.stringify(message.extra?.['narrative_agent'] ?? null)).length;
      expect(size).toBeLessThanOrEqual(MIRROR_LIMIT_BYTES);
    }
    expect(player.notices).toHaveLength(1);
    player.host.reload();
    await player.reopen(makeMemoryStore());
    expect(player.session.head()).toEqual(world);
  });

  it('AC16: whose analysis failed counts for nothing until a later turn brings its effects along', async () => {
    const player = await makePlayer();
    await player.send('Go', 'First.', []);
    const [greeting, first] = player.session.timeline().rows;
    player.host.sendUser('On');
    const opened = await player.session.openTurn('normal', 'r2' as RunId);
    const chatIndex = player.host.addReply('Second.');
    await player.session.secureProse(opened, { chatIndex, swipe: 0, partial: false });
    const { floorId, pageId, basePageId } = opened;
    const common = { kind: 'generated', chatIndex, swipe: 0, writtenText: 'Second.', finalText: 'Second.' } as const;
    const rest = { partial: false, analysis: 'done', messages: [], toolOutput: [], events: [] } as const;
    const earlier = [
      { floorId: first!.floorId, effects: [coins(3)] },
      { floorId: greeting!.floorId, effects: [{ kind: 'opening', location: 'Harbour' } as const] },
    ];
    await player.session.commit({
      ...{ runId: 'r2' as RunId, floorId, pageId, basePageId, effects: [coins(1)], earlier },
      ...common,
      ...rest,
    });
    expect(coinsOf(player)).toBe(4);
    expect(player.session.head().game.location).toBe('Harbour');
    const rows = player.session.timeline().rows;
    expect(rows.map((row) => [row.kind, row.analysis, row.baseMismatch])).toEqual([
      ['reanalysed', 'done', false],
      ['reanalysed', 'done', false],
      ['generated', 'done', false],
    ]);
    player.host.reload();
    await player.reopen(makeMemoryStore());
    expect(coinsOf(player)).toBe(4);
  });

  it('that is not kept any more cannot be restored', async () => {
    const player = await makePlayer();
    await expect(player.session.restorePage('gone' as PageId)).rejects.toMatchObject({ code: 'input.invalid' });
  });
});

describe('hand edits', () => {
  it('stay whichever page of their floor is shown, and through a regenerate', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    await player.session.edit('/game/inventory/coin', { op: 'set', value: 50 });
    await player.swipe('Nothing.', []);
    expect(coinsOf(player)).toBe(50);
    await player.regenerate('Again.', [coins(2)]);
    expect(coinsOf(player)).toBe(50);
    await player.send('On', 'One more.', [coins(1)]);
    expect(coinsOf(player)).toBe(51);
  });

  it('G13: hold a locked value against every later proposal until it is unlocked', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    await player.session.edit('/game/inventory/coin', { op: 'lock', value: 7 });
    const { rejections } = await player.send('On', 'More.', [coins(5)]);
    expect(coinsOf(player)).toBe(7);
    expect(rejections).toMatchObject([{ code: 'locked' }]);
    await player.session.edit('/game/inventory/coin', { op: 'unlock' });
    await player.send('On', 'More still.', [coins(5)]);
    expect(coinsOf(player)).toBe(12);
  });

  it('are undone and redone in order, and a new one ends the redoing', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1)]);
    await player.session.edit('/game/location', { op: 'set', value: 'harbour' });
    await player.session.edit('/game/location', { op: 'set', value: 'tavern' });
    const place = (): string => player.session.head().game.location;
    expect(await player.session.undo()).toBe(true);
    expect(place()).toBe('harbour');
    await player.session.undo();
    expect(place()).toBe('');
    expect(await player.session.undo()).toBe(false);
    await player.session.redo();
    expect(place()).toBe('harbour');
    await player.session.edit('/game/location', { op: 'set', value: 'cell' });
    expect(await player.session.redo()).toBe(false);
    expect(place()).toBe('cell');
  });

  it('change summary lines, flags and variables too, and refuse what a place cannot hold', async () => {
    const player = await makePlayer();
    await player.send('Go', 'A coin.', [coins(1), { kind: 'summary', text: 'Found a coin.' }]);
    await player.session.edit('/summaries/1', { op: 'set', value: 'Found gold.' });
    await player.session.edit('/game/flags/door', { op: 'set', value: { open: true } });
    await player.session.edit('/variables/mood', { op: 'set', value: 'happy' });
    expect(player.session.head()).toMatchObject({
      summaries: [{ round: 1, text: 'Found gold.' }],
      game: { flags: { door: { open: true } } },
      variables: { mood: { value: 'happy' } },
    });
    for (const [pointer, value] of [
      ['/game/inventory/coin', -1],
      ['/game/inventory/coin', 'many'],
      ['/game/time', { day: 1, hour: 25, minute: 0 }],
      ['/game/eventLog', []],
      ['/game/__proto__/x', 1],
      ['/nowhere', 1],
      ['/summaries/one', 'x'],
      ['game', 1],
    ] as const) {
      await expect(player.session.edit(pointer, { op: 'set', value }), pointer).rejects.toMatchObject({
        code: 'input.invalid',
      });
    }
  });

  it('end with the deletion of their floor', async () => {
    const player = await fiveRounds();
    await player.session.edit('/game/inventory/coin', { op: 'set', value: 50 });
    player.host.remove(9, 2);
    await player.session.reconcile('deleted');
    expect(coinsOf(player)).toBe(4);
  });
});

describe('choices of the chat', () => {
  it('ride in the file and never touch what is fixed', async () => {
    const player = await makePlayer();
    await player.session.setChoice('promptMode', 'compat_strict');
    await player.session.setChoice('enabled', false);
    player.session.setLanguage('zh');
    await player.host.save();
    player.host.reload();
    await player.reopen(makeMemoryStore());
    expect([player.session.choice('promptMode'), player.session.choice('enabled')]).toEqual(['compat_strict', false]);
    expect(player.session.language).toBe('zh');
    await player.session.setChoice('enabled', undefined);
    expect(player.session.choice('enabled')).toBeUndefined();
    await expect(player.session.setChoice('chatId', 'x')).rejects.toMatchObject({ code: 'input.invalid' });
  });
});
