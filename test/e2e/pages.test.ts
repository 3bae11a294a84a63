/** The candidates of a round in the real host: continued, regenerated, swiped, deleted one by one, restored. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as player from '../host/player.mjs';
import { answers, finds, followed, freshChat, gain, pageErrors, played, texts, turnOf } from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await freshChat(stage);
});
afterAll(async () => {
  await stage?.close();
});

const coins = async (): Promise<number> => (await state(stage.page)).inventory['coin'] ?? 0;
const last = async () => (await timeline(stage.page)).at(-1)!;
const pagesOf = (floorId: string) =>
  stage.page.evaluate((id) => globalThis.NarrativeAgent!.api.pages.list(id), floorId);

async function say(prose: string, quantity = 1): Promise<void> {
  stage.model.reset(turnOf(prose, [gain('coin', quantity)]));
  await player.send(stage.page, `Input for: ${prose}`);
  await played(stage);
}

it.each([
  ['streaming', true],
  ['not streaming', false],
])('AC13: a continued reply counts once, for its whole text, and what it was is kept (%s)', async (_how, stream) => {
  const { page, model } = stage;
  await freshChat(stage, stream);
  await say('Marta counts out five coins.', 5);
  const before = await last();
  model.reset([
    { when: 'writing', reply: 'They are all of silver.' },
    finds('Marta gave five silver coins.', [gain('coin', 5)]),
  ]);
  await player.continueReply(page);
  await expect.poll(async () => (await last()).pageId).not.toBe(before.pageId);
  await played(stage);
  expect((await texts(page)).at(-1)).toBe('Marta counts out five coins. They are all of silver.');
  expect(await coins()).toBe(5);
  expect((await summaries(page)).join()).toContain('silver');
  const now = await last();
  expect([now.floorId, now.activePage, now.edited, now.analysis]).toEqual([before.floorId, 0, false, 'done']);
  expect((await pagesOf(now.floorId)).map(({ kind, attached }) => [kind, attached])).toEqual([
    ['continued', true],
    ['generated', false],
  ]);
  await page.evaluate((id) => globalThis.NarrativeAgent!.api.pages.restore(id), before.pageId!);
  await player.swipeRight(page);
  expect((await texts(page)).at(-1)).toBe('Marta counts out five coins.');
  await expect.poll(async () => (await summaries(page)).join()).not.toContain('silver');
  expect(await coins()).toBe(5);
});

it('H10: a reply deleted with its message is put back as the reply, and counts again', async () => {
  const { page } = stage;
  await freshChat(stage);
  await say('Marta counts out five coins.', 5);
  const { floorId, pageId } = await last();
  await player.deleteLast(page);
  await expect.poll(coins).toBe(0);
  await page.evaluate((id) => globalThis.NarrativeAgent!.api.pages.restore(id), pageId!);
  expect((await texts(page)).at(-1)).toBe('Marta counts out five coins.');
  expect(await page.locator('#chat .last_mes .mes_text').innerText()).toBe('Marta counts out five coins.');
  expect([await coins(), (await last()).floorId, (await last()).pageId]).toEqual([5, floorId, pageId]);
  stage.model.reset(turnOf('She smiles.'));
  await player.swipeRight(page);
  await played(stage);
  await player.swipeLeft(page);
  await expect.poll(coins).toBe(5);
});

it('a continued reply whose analysis cannot be read keeps what it did, and offers to be asked again', async () => {
  const { page, model } = stage;
  await freshChat(stage);
  await say('Marta counts out five coins.', 5);
  model.reset([{ when: 'writing', reply: 'And two more.' }, answers('nonsense'), answers('nonsense')]);
  await player.continueReply(page);
  await expect.poll(async () => (await last()).analysis).toBe('failed');
  await played(stage);
  expect(await coins()).toBe(5);
  model.reset([finds('Seven coins.', [gain('coin', 7)])]);
  await page.evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), (await last()).floorId);
  await played(stage);
  expect(await coins()).toBe(7);
});

it('a continuation that is continued at once is analysed once, after its last piece', async () => {
  const { page, model } = stage;
  await freshChat(stage);
  await say('Marta counts out five coins.', 5);
  model.reset([
    { when: 'writing', reply: 'One more.' },
    { ...finds('Never read.', [gain('coin', 99)]), firstDelay: 60_000 },
    { when: 'writing', reply: 'And a last one.' },
    finds('Seven coins.', [gain('coin', 7)]),
  ]);
  await player.continueReply(page);
  await expect.poll(() => model.calls.filter(({ kind }) => kind === 'analysis').length).toBe(1);
  await player.continueReply(page);
  await expect.poll(coins).toBe(7);
  await played(stage);
  expect((await texts(page)).at(-1)).toBe('Marta counts out five coins. One more. And a last one.');
  expect(await last()).toMatchObject({ edited: false, analysis: 'done' });
});

it('a swipe of a continued reply starts from before the round', async () => {
  const { page, model } = stage;
  model.reset(turnOf('Marta keeps the coins.', [gain('note')]));
  await player.swipeRight(page);
  await played(stage);
  expect((await state(page)).inventory).toEqual({ note: 1 });
  await player.swipeLeft(page);
  await expect.poll(async () => (await state(page)).inventory).toEqual({ coin: 7 });
});

it('the greeting that was chosen before the first message is where the story begins', async () => {
  const { page, model } = stage;
  await freshChat(stage);
  await player.swipeRight(page);
  await player.swipeLeft(page);
  await player.swipeRight(page);
  model.reset([
    { when: 'writing', reply: 'Marta opens the shutters.' },
    finds('Marta opened.', [gain('coin')], { opening: { location: 'closed shop', day: 1, hour: 20, minute: 0 } }),
  ]);
  await player.send(page, 'I knock.');
  await played(stage);
  const [greeting] = await timeline(page);
  expect([greeting?.round, greeting?.activePage]).toEqual([0, 1]);
  expect((await state(page)).location).toBe('closed shop');
  await player.jumpToSwipe(page, 0, 0);
  await expect.poll(async () => (await state(page)).location).toBe('Start');
  expect(await coins()).toBe(1);
  await player.jumpToSwipe(page, 0, 1);
  await expect.poll(async () => (await state(page)).location).toBe('closed shop');
});

it('ten rounds without the extension leave the state as it was, and the next turn goes on from there', async () => {
  const { page, model } = stage;
  const enable = (on: boolean) =>
    page.evaluate((enabled) => {
      SillyTavern.getContext().extensionSettings['narrative_agent'] = { enabled };
    }, on);
  const before = await timeline(page);
  await enable(false);
  for (let n = 1; n <= 10; n += 1) {
    model.reset([{ reply: `Alone ${n}.` }]);
    await player.send(page, `Without it ${n}.`);
    await played(stage);
  }
  await enable(true);
  await player.reloadPage(page);
  await player.openCharacter(page, 'Marta');
  await followed(page);
  expect((await timeline(page)).slice(0, before.length)).toEqual(before);
  expect(await coins()).toBe(1);
  await say('Marta is back.');
  expect(await coins()).toBe(2);
  expect((await last()).round).toBe(12);
  expect((await timeline(page)).filter(({ analysis }) => analysis === 'none')).toHaveLength(10);
});

it('no error reached the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
