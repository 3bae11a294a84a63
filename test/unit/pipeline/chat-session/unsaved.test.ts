/** A host that cannot save the chat just now: the turn goes on, the player hears of it, and nothing is lost. */
import { describe, expect, it } from 'vitest';
import { NarrativeError } from '../../../../src/domain/errors.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, type Player } from '../../../support/story-player.ts';

const coinsOf = (player: Player): number => player.session.head().game.inventory['coin'] ?? 0;
const cannotSave = (player: Player): void => {
  player.host.onStep = (step) => {
    if (step === 'save') throw new NarrativeError('storage.blocked', { message: 'SillyTavern did not save the chat.' });
  };
};

describe('a chat that cannot be saved', () => {
  it('still gets its turn, and the player is told', async () => {
    const player = await makePlayer();
    cannotSave(player);
    await player.send('Go', 'You find a coin.', [coins(1)]);
    expect(coinsOf(player)).toBe(1);
    expect(player.notices.join()).toMatch(/could not be saved/i);
    await player.swipe('You find two.', [coins(2)]);
    expect(coinsOf(player)).toBe(2);
  });

  it('is written at the next opening, when what the page held is gone', async () => {
    const player = await makePlayer();
    await player.send('Go', 'You find a coin.', [coins(1)]);
    let saves = 0;
    player.host.onStep = (step) => {
      // The prose is saved, the commit is not.
      if (step === 'save' && ++saves > 1) throw new NarrativeError('storage.blocked');
    };
    await player.send('On', 'Another one.', [coins(1)]);
    expect(coinsOf(player)).toBe(2);
    player.host.onStep = () => undefined;
    player.host.reload();
    await player.reopen();
    expect(coinsOf(player)).toBe(2);
    expect(await player.store.outbox(player.session.ids().branchId)).toEqual([]);
  });

  it('does not hide that another chat is open', async () => {
    const player = await makePlayer();
    player.host.onStep = (step) => {
      if (step === 'save') throw new NarrativeError('host.chat-changed');
    };
    await expect(player.send('Go', 'You find a coin.', [coins(1)])).rejects.toMatchObject({
      code: 'host.chat-changed',
    });
  });
});
