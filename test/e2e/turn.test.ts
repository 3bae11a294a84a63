/** The main job in a real SillyTavern: send, stream, state, swipe, regenerate, delete, reload. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deleteLast,
  readChat,
  regenerate,
  reloadPage,
  send,
  swipeLeft,
  swipeRight,
  waitIdle,
} from '../host/player.mjs';
import { analysis, openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

const buy = (coins: number, item: string) => [
  { type: 'remove_item', params: { item: 'coin', quantity: coins } },
  { type: 'add_item', params: { item, quantity: 1 } },
];
const gain = (item: string, quantity: number) => ({ type: 'add_item', params: { item, quantity } });

describe.each([{ stream: true }, { stream: false }])('a turn, stream: $stream', ({ stream }) => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage({ stream });
  });
  afterAll(async () => {
    await stage.close();
  });

  it('writes with one call, analyses with a second, and keeps what changed', async () => {
    stage.model.reset([
      { when: 'writing', reply: 'Marta counts ten coins into your palm.' },
      {
        when: 'analysis',
        reply: analysis('The player got ten coins from Marta.', [gain('coin', 10)], {
          opening: { location: 'lamp shop', day: 1, hour: 18, minute: 40 },
        }),
      },
    ]);

    await send(stage.page, 'I ask Marta for my wages.');
    await waitIdle(stage.page);

    stage.model.verify();
    const chat = await readChat(stage.page);
    expect(chat.map((message) => message.mes).slice(1)).toEqual([
      'I ask Marta for my wages.',
      'Marta counts ten coins into your palm.',
    ]);
    const world = await state(stage.page);
    expect(world.inventory).toEqual({ coin: 10 });
    expect(world.location).toBe('lamp shop');
    expect(world.time).toEqual({ day: 1, hour: 18, minute: 40 });
    expect(await summaries(stage.page)).toEqual(['[Round 1] The player got ten coins from Marta.']);
  });

  it('gives a swipe its own world and the old one back', async () => {
    stage.model.reset([
      { when: 'writing', reply: 'You buy a lantern for four coins.' },
      { when: 'analysis', reply: analysis('Bought a lantern.', buy(4, 'lantern')) },
      { when: 'writing', reply: 'You buy a rope for one coin.' },
      { when: 'analysis', reply: analysis('Bought a rope.', buy(1, 'rope')) },
    ]);

    await send(stage.page, 'I buy something.');
    await waitIdle(stage.page);
    expect((await state(stage.page)).inventory).toEqual({ coin: 6, lantern: 1 });
    await swipeRight(stage.page);
    await waitIdle(stage.page);
    expect((await state(stage.page)).inventory).toEqual({ coin: 9, rope: 1 });
    expect(await summaries(stage.page)).toEqual([
      '[Round 1] The player got ten coins from Marta.',
      '[Round 2] Bought a rope.',
    ]);
    await swipeLeft(stage.page);
    await waitIdle(stage.page);
    expect((await state(stage.page)).inventory).toEqual({ coin: 6, lantern: 1 });
    stage.model.verify();
  });

  it('keeps everything over a reload', async () => {
    stage.model.reset([]);
    const before = [await state(stage.page), await summaries(stage.page), await timeline(stage.page)];

    await reloadPage(stage.page);
    await stage.page.waitForFunction(() => (globalThis.NarrativeAgent?.api.sessions.timeline().length ?? 0) > 0);

    expect([await state(stage.page), await summaries(stage.page), await timeline(stage.page)]).toEqual(before);
  });

  it('starts a regenerated reply from the world before it, and forgets a deleted one', async () => {
    stage.model.reset([
      { when: 'writing', reply: 'You buy two candles for two coins.' },
      { when: 'analysis', reply: analysis('Bought candles.', buy(2, 'candle')) },
    ]);

    await regenerate(stage.page);
    await waitIdle(stage.page);
    expect((await state(stage.page)).inventory).toEqual({ coin: 8, candle: 1 });
    await deleteLast(stage.page);
    await waitIdle(stage.page);
    await expect.poll(async () => (await state(stage.page)).inventory).toEqual({ coin: 10 });
    expect(await summaries(stage.page)).toEqual(['[Round 1] The player got ten coins from Marta.']);
    stage.model.verify();
    expect(stage.pageErrors).toEqual([]);
  });
});
