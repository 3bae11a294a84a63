/** An MVU card in a real SillyTavern with MVU there: it carries the updates out, we hand them over, and both end with the same tree. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readChat, shownText, swipeRight } from '../host/player.mjs';
import { mvuCard, mvuWorlds } from './support/mvu-card.ts';
import { loadMvuDouble, mvuLog } from './support/mvu-double.ts';
import { delta, makeMvuStory, turn } from './support/mvu-story.ts';
import { finds, freshChat, pageErrors, PATIENCE, played, writes } from './support/play.ts';
import { openStage, type Stage } from './support/stage.ts';

let stage: Stage;
let story: ReturnType<typeof makeMvuStory>;

beforeAll(async () => {
  stage = await openStage({ cards: [{ card: mvuCard() }], worlds: mvuWorlds });
  story = makeMvuStory(stage);
  await freshChat(stage);
}, 180_000);
afterAll(async () => {
  await stage?.close();
});

const isReal = () =>
  stage.page.evaluate(
    () => 'mvuLog' in globalThis && !('narrativeAgentStandIn' in (globalThis as unknown as { Mvu: object }).Mvu),
  );

it('the one we put in its place gives way to it at once', async () => {
  await story.becomes(100);
  await loadMvuDouble(stage.page);
  expect(await isReal()).toBe(true);
});

it('MVU parses the final text on the floor before, and the record goes to a numbered message', async () => {
  const { page } = stage;
  await story.say('I pay ten.', turn('You pay ten coins.', delta(-10)));
  await story.becomes(90);
  const { mes } = (await readChat(page)).at(-1)!;
  expect(mes.match(/<UpdateVariable>/g)).toHaveLength(1);
  expect(mes.match(/<StatusPlaceHolderImpl\/>/g)).toHaveLength(1);
  expect(await shownText(page, 2)).toBe('You pay ten coins.');
  const log = await mvuLog(page);
  expect(log.parsed).toContain(mes);
  expect(log.replaced).toContainEqual({ type: 'message', message_id: 2 });
  expect(log.replaced.every(({ message_id }) => typeof message_id === 'number')).toBe(true);
});

it('swipes, a regenerate, a deletion in the middle, a branch end with the tree they end with without MVU', async () => {
  await story.swipesDeletionBranch();
});

it('a value changed in MVU’s own manager is where the next round begins, and a swipe of that round too', async () => {
  const { page, model } = stage;
  const last = await story.lastIndex();
  await page.evaluate((message_id) => {
    const { Mvu } = globalThis as unknown as {
      Mvu: {
        getMvuData(o: object): { stat_data: { hero: { coins: number } } };
        replaceMvuData(data: object, o: object): void;
      };
    };
    const data = Mvu.getMvuData({ type: 'message', message_id });
    data.stat_data.hero.coins = 40;
    Mvu.replaceMvuData(data, { type: 'message', message_id });
  }, last);
  await story.say('I pay one.', turn('You pay one.', delta(-1)));
  await story.becomes(39);
  model.reset(turn('You pay two.', delta(-2)));
  await swipeRight(page);
  await played(stage);
  await story.becomes(38);
  expect(await story.coinsAt(last)).toBe(40);
});

it('MVU asks its own model: ours is not asked, and what it writes is taken over', async () => {
  const { page } = stage;
  await page.evaluate(() => {
    SillyTavern.getContext().extensionSettings['mvu_settings'] = { 更新方式: '额外模型解析' };
  });
  await story.say('I wait.', [writes('You wait.'), finds('You waited.')]);
  const last = await story.lastIndex();
  await page.evaluate((message_id) => {
    const { Mvu } = globalThis as unknown as {
      Mvu: { getMvuData(o: object): { stat_data: { place: string } }; replaceMvuData(data: object, o: object): void };
    };
    const data = Mvu.getMvuData({ type: 'message', message_id });
    data.stat_data.place = 'pier';
    Mvu.replaceMvuData(data, { type: 'message', message_id });
    SillyTavern.getContext().extensionSettings['mvu_settings'] = {};
  }, last);
  await story.say('I look.', turn('You look.'));
  await expect.poll(async () => (await story.recordAt(last + 2))?.stat_data.place, { timeout: PATIENCE }).toBe('pier');
});

it('left no error in the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
