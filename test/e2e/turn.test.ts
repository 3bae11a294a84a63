/** The main job in a real SillyTavern: send, stream, state, swipe, regenerate, delete, reload, another browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Page } from 'playwright-core';
import { launchChromium } from '../host/chromium.mjs';
import {
  deleteLast,
  openCharacter,
  openPage,
  readChat,
  regenerate,
  reloadPage,
  send,
  shownText,
  swipeLeft,
  swipeRight,
} from '../host/player.mjs';
import {
  expectCleanText,
  finds,
  followed,
  freshChat,
  gain,
  idle,
  lose,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  promptOf,
  statusText,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

const buy = (coins: number, item: string): object[] => [lose('coin', coins), gain(item)];
const wages = '[Round 1] The player got ten coins from Marta.';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

const world = async () => [await state(stage.page), await summaries(stage.page), await timeline(stage.page)];
const goods = async () => (await state(stage.page)).inventory;

describe.each([true, false])('a turn, streaming: %s', (stream) => {
  beforeAll(() => freshChat(stage, stream));

  it('writes with one call, analyses with a second, and keeps what changed', async () => {
    const { page, model } = stage;
    model.reset([
      writes('Marta counts ten coins into your palm.'),
      finds(
        'The player got ten coins from Marta.',
        [gain('coin', 10), { type: 'move', params: { location: 'quay' } }],
        {
          opening: { location: 'lamp shop', day: 1, hour: 18, minute: 40 },
        },
      ),
    ]);

    await send(page, 'I ask Marta for my wages.');
    await played(stage);
    expect(model.calls.map(({ kind }) => kind)).toEqual(['writing', 'analysis']);
    expect(model.calls[0]?.body.stream).toBe(stream);
    expect(promptOf(model.calls[0])).toContain('I ask Marta for my wages.');
    expect(promptOf(model.calls[1])).toContain('Marta counts ten coins into your palm.');
    expect((await readChat(page)).slice(1).map(({ mes }) => mes)).toEqual([
      'I ask Marta for my wages.',
      'Marta counts ten coins into your palm.',
    ]);
    expect(await shownText(page, -1)).toBe('Marta counts ten coins into your palm.');
    expect(await state(page)).toMatchObject({
      inventory: { coin: 10 },
      location: 'quay',
      time: { day: 1, hour: 18, minute: 40 },
    });
    expect(await summaries(page)).toEqual([wages]);
    expect(await timeline(page)).toMatchObject([
      { round: 0, messageIndex: 0, analysis: 'done' },
      { round: 1, messageIndex: 2, analysis: 'done', partial: false, edited: false },
    ]);
    expect(await statusText(page)).toMatch(/2 calls/);
    await expectCleanText(page);
  });

  it('leaves in the chat file what rebuilds the world', async () => {
    const { header, messages } = await onDisk(stage);
    expect(header.chat_metadata['narrative_agent']).toMatchObject({ language: 'en' });
    const reply = messages.at(-1);
    const mirror = reply?.extra?.['narrative_agent'];
    const [, row] = await timeline(stage.page);
    expect(mirror).toMatchObject({ pageId: row?.pageId, floorId: row?.floorId, analysis: 'done' });
    expect(JSON.stringify(mirror)).toContain('"coin"');
    expect(reply?.swipe_info?.[0]?.extra?.['narrative_agent']).toEqual(mirror);
    expect(messages[1]?.extra?.['narrative_agent']).toMatchObject({ floorId: row?.floorId });
  });

  it('AC7: gives a swipe its own world and the old one back', async () => {
    const { page, model } = stage;
    model.reset([
      writes('You buy a lantern for four coins.'),
      finds('Bought a lantern.', buy(4, 'lantern')),
      writes('You buy a rope for one coin.'),
      finds('Bought a rope.', buy(1, 'rope')),
    ]);

    await send(page, 'I buy something.');
    await idle(page);
    expect(await goods()).toEqual({ coin: 6, lantern: 1 });
    await swipeRight(page);
    await played(stage);
    expect(model.calls).toHaveLength(4);
    expect(promptOf(model.calls[3])).not.toContain('lantern');
    expect(await goods()).toEqual({ coin: 9, rope: 1 });
    expect(await summaries(page)).toEqual([wages, '[Round 2] Bought a rope.']);
    await swipeLeft(page);
    await idle(page);
    await expect.poll(goods).toEqual({ coin: 6, lantern: 1 });
    expect(await summaries(page)).toEqual([wages, '[Round 2] Bought a lantern.']);
    await swipeRight(page);
    await expect.poll(goods).toEqual({ coin: 9, rope: 1 });
    await swipeLeft(page);
    await expect.poll(goods).toEqual({ coin: 6, lantern: 1 });
    const last = (await onDisk(stage)).messages.at(-1);
    expect(last?.swipes).toEqual(['You buy a lantern for four coins.', 'You buy a rope for one coin.']);
    const pages = last?.swipe_info?.map(({ extra }) => (extra?.['narrative_agent'] as { pageId?: string })?.pageId);
    expect(new Set(pages).size).toBe(2);
  });

  it('goes on from the candidate that is shown', async () => {
    const { page, model } = stage;
    model.reset([writes('The lantern burns.'), finds('The lantern was lit.', [lose('lantern')])]);
    await send(page, 'I light it.');
    await played(stage);
    expect(await goods()).toEqual({ coin: 6 });
    expect(promptOf(model.calls[0])).not.toContain('rope');
    await deleteLast(page);
    await deleteLast(page);
    await expect.poll(goods).toEqual({ coin: 6, lantern: 1 });
    await expect.poll(async () => (await onDisk(stage)).messages.length, { timeout: 20_000 }).toBe(5);
    expect(await summaries(page)).toEqual([wages, '[Round 2] Bought a lantern.']);
  });

  it('keeps everything over a reload', async () => {
    stage.model.reset([]);
    const before = await world();
    await reloadPage(stage.page);
    await openCharacter(stage.page, 'Marta');
    await followed(stage.page);
    expect(await world()).toEqual(before);
    await stage.page.evaluate((on) => {
      SillyTavern.getContext().chatCompletionSettings['stream_openai'] = on;
    }, stream);
  });

  it('starts a regenerated reply from the world before it, and forgets a deleted one', async () => {
    const { page, model } = stage;
    model.reset([writes('You buy two candles for two coins.'), finds('Bought candles.', buy(2, 'candle'))]);

    await regenerate(page);
    await played(stage);
    expect(await goods()).toEqual({ coin: 8, candle: 1 });
    expect(await summaries(page)).toEqual([wages, '[Round 2] Bought candles.']);
    expect((await readChat(page)).at(-1)?.swipes).toEqual(['You buy two candles for two coins.']);
    await deleteLast(page);
    await idle(page);
    await expect.poll(goods).toEqual({ coin: 10 });
    expect(await summaries(page)).toEqual([wages]);
    // RB-4: the round that is written now is the second again, and nothing of the deleted one comes back.
    model.reset([writes('You keep your coins.'), finds('Nothing was bought.')]);
    await regenerate(page);
    await played(stage);
    expect(await summaries(page)).toEqual([wages, '[Round 2] Nothing was bought.']);
    expect(await goods()).toEqual({ coin: 10 });
    expect(pageErrors(stage)).toEqual([]);
  });
});

it(
  'another browser, with an empty database, sees the same world',
  async () => {
    const here = await world();
    const other = await launchChromium();
    const words: string[] = [];
    try {
      const page = await openPage(other, stage.url, {
        onPage: (opened: Page) => opened.on('console', (line) => void words.push(line.text())),
      });
      page.setDefaultTimeout(60_000);
      await openCharacter(page, 'Marta');
      await followed(page).catch((cause: unknown) => {
        throw new Error(words.slice(-20).join('\n'), { cause });
      });
      expect([await state(page), await summaries(page)]).toEqual(here.slice(0, 2));
      const pages = (await timeline(page)).map(({ pageId, round }) => ({ pageId, round }));
      expect(pages).toEqual((await timeline(stage.page)).map(({ pageId, round }) => ({ pageId, round })));
    } finally {
      await other.close();
    }
  },
  3 * PATIENCE,
);
