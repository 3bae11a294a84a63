/** G04, G05: each message of a round by itself, on old rounds too; what the round did stays. */
import { describe, expect, it } from 'vitest';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, type Player } from '../../../support/story-player.ts';

const floorOf = (player: Player, round: number) =>
  player.session.timeline().rows.find((row) => row.round === round)!.floorId;

async function played(rounds = 3): Promise<Player> {
  const player = await makePlayer();
  for (let n = 1; n <= rounds; n += 1) await player.send(`Go ${n}.`, `Coin ${n}.`, [coins(1)]);
  return player;
}

const listed = async (player: Player, round: number) =>
  (await player.session.messages.list(floorOf(player, round))).map(({ role, text, hidden }) => [role, text, hidden]);

describe('the messages of a round', () => {
  it('are its inputs and its reply, each with an id that leads to it', async () => {
    const player = await played();
    expect(await listed(player, 2)).toEqual([
      ['user', 'Go 2.', false],
      ['assistant', 'Coin 2.', false],
    ]);
    const list = await player.session.messages.list(floorOf(player, 2));
    expect(new Set(list.map(({ id }) => id)).size).toBe(2);
    for (const message of list) expect(await player.session.messages.get(message.id)).toEqual(message);
    expect(await player.session.messages.get('nobody:reply')).toBeNull();
    expect(await player.session.messages.get('')).toBeNull();
  });

  it('hold what the steps left, seen by nobody and for that turn only', async () => {
    const player = await makePlayer();
    const hidden = { visibility: { user: false, prompt: false }, validity: 'turn' } as const;
    await player.send('Go.', 'A coin.', []);
    await player.swipe('Two coins.', [], {
      messages: [{ role: 'tool', text: 'SECRET-77', source: 'tool:tide', ...hidden }],
    });
    const [, tool, reply] = await player.session.messages.list(floorOf(player, 1));
    expect(tool).toMatchObject({ role: 'tool', text: 'SECRET-77', source: 'tool:tide', chatIndex: null, ...hidden });
    expect(reply).toMatchObject({ role: 'assistant', text: 'Two coins.', chatIndex: 2 });
    await player.session.messages.setHidden(tool!.id, true);
    expect(await player.session.messages.revise(tool!.id, 'low tide')).toBe(1);
    await player.reopen();
    expect(await player.session.messages.get(tool!.id)).toMatchObject({ hidden: true, text: 'low tide' });
    expect((await player.session.messages.revisions(tool!.id)).map(({ text }) => text)).toEqual([
      'SECRET-77',
      'low tide',
    ]);
  });

  it('of a candidate that is not shown, or no longer in the chat, can be read', async () => {
    const player = await makePlayer();
    await player.send('Go.', 'First.', []);
    const [first] = player.session.timeline().rows[1]!.swipePages;
    await player.swipe('Second.', []);
    const floor = floorOf(player, 1);
    const replyOf = async () => (await player.session.messages.list(floor, first)).at(-1)?.text;
    expect(await replyOf()).toBe('First.');
    player.host.removeSwipe(2, 0);
    await player.session.reconcile('swipe-deleted');
    expect(await replyOf()).toBe('First.');
    expect((await player.session.messages.get(`${first}:reply`))?.visibility).toEqual({ user: false, prompt: false });
    await expect(player.session.messages.revise(`${first}:reply`, 'x')).resolves.toBe(1);
  });
});

describe('AC17: hiding a reply', () => {
  it('leaves the player’s words, the floor and the state, and is undone', async () => {
    const player = await played(5);
    const world = player.session.head();
    const { rows } = player.session.timeline();
    const reply = (await player.session.messages.list(floorOf(player, 2))).at(-1)!;
    await player.session.messages.setHidden(reply.id, true);
    expect(player.host.messages.map((message) => message.is_system)).toEqual([
      ...[false, false, false, false, true, false, false, false, false, false, false],
    ]);
    expect(player.session.head()).toEqual(world);
    expect(player.session.timeline().rows).toEqual(rows);
    expect(await listed(player, 2)).toEqual([
      ['user', 'Go 2.', false],
      ['assistant', 'Coin 2.', true],
    ]);
    await player.session.messages.setHidden(reply.id, false);
    expect(player.host.messages.some((message) => message.is_system)).toBe(false);
  });

  it('survives a reload without a database', async () => {
    const player = await played();
    const reply = (await player.session.messages.list(floorOf(player, 1))).at(-1)!;
    await player.session.messages.setHidden(reply.id, true);
    player.host.reload();
    await player.reopen(makeMemoryStore());
    expect(await listed(player, 1)).toEqual([
      ['user', 'Go 1.', false],
      ['assistant', 'Coin 1.', true],
    ]);
    expect(player.session.head().game.inventory).toEqual({ coin: 3 });
  });
});

describe('AC2: revising a message', () => {
  it('of an old reply makes a revision, and the page keeps its hash and effects', async () => {
    const player = await played();
    const row = player.session.timeline().rows[1]!;
    const before = await player.store.page(row.pageId!);
    const id = `${row.pageId}:reply`;
    expect(await player.session.messages.revise(id, 'A copper coin.')).toBe(1);
    expect(await player.session.messages.revise(id, 'A copper coin.')).toBe(1);
    expect(await player.session.messages.revise(id, 'A silver coin.')).toBe(2);
    expect(player.host.messages[2]!.mes).toBe('A silver coin.');
    const after = await player.store.page(row.pageId!);
    expect([after?.hash, after?.effects, after?.text]).toEqual([before?.hash, before?.effects, 'Coin 1.']);
    expect(player.session.timeline().rows[1]).toMatchObject({ pageId: row.pageId, edited: true });
    expect(player.session.head().game.inventory).toEqual({ coin: 3 });
    expect(await player.session.messages.revisions(id)).toMatchObject([
      { number: 0, text: 'Coin 1.' },
      { number: 1, text: 'A copper coin.' },
      { number: 2, text: 'A silver coin.' },
    ]);
  });

  it('of the player’s own words touches nothing else', async () => {
    const player = await played();
    const input = (await player.session.messages.list(floorOf(player, 2)))[0]!;
    expect(await player.session.messages.revise(input.id, 'I wait.')).toBe(1);
    expect(player.host.messages[3]!.mes).toBe('I wait.');
    player.host.reload();
    await player.reopen(makeMemoryStore());
    expect(await listed(player, 2)).toEqual([
      ['user', 'I wait.', false],
      ['assistant', 'Coin 2.', false],
    ]);
  });

  it('counts what was edited in SillyTavern itself as the text now', async () => {
    const player = await played(1);
    player.host.edit(2, 'Coin one.');
    await player.session.reconcile('edited');
    const id = `${player.session.timeline().rows[1]!.pageId}:reply`;
    expect((await player.session.messages.revisions(id)).map(({ text }) => text)).toEqual(['Coin 1.', 'Coin one.']);
    expect(await player.session.messages.revise(id, 'Coin I.')).toBe(2);
  });

  it('is refused for an empty text and for a message that is not there', async () => {
    const player = await played(1);
    const id = `${player.session.timeline().rows[1]!.pageId}:reply`;
    await expect(player.session.messages.revise(id, '  ')).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(player.session.messages.revise('gone:reply', 'x')).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(player.session.messages.setHidden('gone:reply', true)).rejects.toMatchObject({
      code: 'input.invalid',
    });
  });
});
