/** Effects added to a page after its commit: they belong to the page, survive a reload and a later analysis, whatever their size. */
import { describe, expect, it } from 'vitest';
import { type Effect } from '../../../../src/domain/timeline/effect.ts';
import { type JsonObject } from '../../../../src/shared/json-value.ts';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, type Player } from '../../../support/story-player.ts';

const initial = (stat_data: JsonObject): Effect => ({
  kind: 'mvu-init',
  record: { stat_data, schema: { type: 'object' }, initialized_lorebooks: {} },
});
const patch = (path: string, value: number): Effect => ({
  kind: 'mvu',
  exact: true,
  source: 'external',
  operations: [{ op: 'replace', path: `/stat_data${path}`, value }],
});
const treeOf = (player: Player, ordinal = 99) => player.session.worldAfter(ordinal).mvu?.['stat_data'] as JsonObject;
const floorAt = (player: Player, ordinal: number) => player.session.timeline().rows[ordinal]!.floorId;
/** More than a swipe's mirror may hold. */
const large: JsonObject = { gold: 5, text: 'x'.repeat(10_000) };

for (const [size, tree] of [
  ['small', { gold: 5 }],
  ['large', large],
] as const) {
  describe(`adjusting a page with a ${size} record`, () => {
    it('changes the worlds from its floor on, and is there after a reload from the file alone', async () => {
      const player = await makePlayer();
      await player.session.adjust(floorAt(player, 0), [initial(tree)]);
      await player.session.adjust(floorAt(player, 0), [patch('/gold', 6)]);
      await player.send('Go', 'One.', []);
      await player.session.adjust(floorAt(player, 1), [patch('/gold', 7)]);
      expect([treeOf(player, 0)['gold'], treeOf(player)['gold']]).toEqual([6, 7]);
      await player.reopen();
      expect([treeOf(player, 0)['gold'], treeOf(player)['gold']]).toEqual([6, 7]);
      await player.reopen(makeMemoryStore());
      expect([treeOf(player, 0)['gold'], treeOf(player)['gold']]).toEqual([6, 7]);
    });

    it('stays when the greeting is analysed with the first round', async () => {
      const player = await makePlayer();
      await player.session.adjust(floorAt(player, 0), [initial(tree)]);
      const earlier = [{ floorId: floorAt(player, 0), effects: [{ kind: 'opening', location: 'Pier' } as Effect] }];
      await player.send('Go', 'One.', [], { earlier });
      expect(player.session.head().game.location).toBe('Pier');
      expect(treeOf(player)['gold']).toBe(5);
      await player.session.adjust(floorAt(player, 0), [patch('/gold', 9)]);
      expect(treeOf(player)['gold']).toBe(9);
    });
  });
}

it('a round that is analysed with a later one keeps what its tools and variables did', async () => {
  const player = await makePlayer();
  await player.session.adjust(floorAt(player, 0), [initial({ gold: 5 })]);
  await player.send('Go', 'One.', [patch('/gold', 6)], { analysis: 'failed' });
  await player.send('On', 'Two.', [], { earlier: [{ floorId: floorAt(player, 1), effects: [coins(2)] }] });
  expect(treeOf(player)['gold']).toBe(6);
  expect(player.session.head().game.inventory).toEqual({ coin: 2 });
});

it('a floor that shows no reply cannot be adjusted', async () => {
  const player = await makePlayer();
  player.host.sendUser('Hello');
  await player.session.reconcile('sent');
  await expect(player.session.adjust(floorAt(player, 1), [coins(1)])).rejects.toMatchObject({ code: 'input.invalid' });
});
