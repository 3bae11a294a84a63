/** What a text edited by hand leaves: its effects, a mark, and an offer only where something may have changed. */
import { describe, expect, it } from 'vitest';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, type Player } from '../../../support/story-player.ts';

const text = 'In the fog by the old ferry the keeper hands you a coin and says that it was a long and quiet night.';

async function edited(words: string): Promise<{ readonly player: Player; readonly offer: boolean | undefined }> {
  const player = await makePlayer();
  await player.send('Go.', text, [coins(1)]);
  player.host.edit(2, words);
  await player.session.reconcile('edited');
  const floorId = player.session.timeline().rows[1]!.floorId;
  return { player, offer: (await player.session.editMark(floorId))?.offerAnalysis };
}

describe('an edited reply', () => {
  it('keeps its effects and gets a mark', async () => {
    const { player } = await edited(text.replace('quiet', 'still'));
    expect(player.session.head().game.inventory).toEqual({ coin: 1 });
    expect(player.session.timeline().rows[1]).toMatchObject({ edited: true, analysis: 'done' });
  });

  it.each([
    ['a word', text.replace('quiet', 'calm'), false],
    ['a thing the story knows', text.replace('a coin', 'a note'), true],
    ['a name', text.replace('the keeper', 'Mira'), true],
    ['a number', text.replace('a coin', 'a coin for 12'), true],
    ['a good part of it', text.replace('says that it was a long and quiet night', 'turns away without a word'), true],
  ])('of which %s was changed: analyse again is offered as it should be', async (_what, words, offer) => {
    expect((await edited(words)).offer).toBe(offer);
  });

  it('has no mark when it is as it was, or nobody knows what it said', async () => {
    const { player, offer } = await edited(text);
    expect(offer).toBeUndefined();
    player.host.edit(2, 'Something else.');
    await player.host.save();
    await player.reopen(makeMemoryStore());
    expect(await player.session.editMark(player.session.timeline().rows[1]!.floorId)).toBeNull();
  });
});
