/** An MVU card in a real SillyTavern without MVU: variables begin, change, are seen where cards look for them, and follow every change of the path. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  continueReply,
  deleteSwipeOf,
  openCharacter,
  readChat,
  reloadPage,
  shownText,
  swipeLeft,
  swipeRight,
} from '../host/player.mjs';
import { mvuCard, mvuWorlds } from './support/mvu-card.ts';
import { delta, type Held, makeMvuStory, patches, turn } from './support/mvu-story.ts';
import { finds, followed, freshChat, onDisk, pageErrors, PATIENCE, played, promptOf, writes } from './support/play.ts';
import { openStage, type Stage, state, summaries } from './support/stage.ts';

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

it('the greeting has its variables before the first turn, each greeting its own', async () => {
  await expect.poll(() => story.coinsAt(0), { timeout: PATIENCE }).toBe(100);
  expect((await story.recordAt(0))?.schema).toMatchObject({ type: 'object' });
  await swipeRight(stage.page);
  await expect.poll(() => story.coinsAt(0), { timeout: PATIENCE }).toBe(7);
  await swipeLeft(stage.page);
  await expect.poll(() => story.coinsAt(0), { timeout: PATIENCE }).toBe(100);
});

it('a turn asks the variable model with the rules, and the reply carries one block and one mark', async () => {
  const { page, model } = stage;
  await story.say(
    'I pay ten.',
    turn(
      'You pay ten coins.',
      delta(-10),
      { op: 'replace', path: '/_mark', value: 9 },
      { op: 'delta', path: '/hero/luck', value: 1 },
    ),
  );
  const [writing, analysis, variables] = model.calls.map(promptOf);
  expect(writing).toContain('NOW 100 COINS');
  expect(writing).toContain('place: lamp shop');
  expect(writing).toContain('PLOT-ONLY');
  expect(writing).not.toMatch(/RULE-OF-COINS|_variable::/);
  expect(analysis).toContain('coins: 100');
  expect(analysis).not.toMatch(/RULE-OF-COINS|PLOT-ONLY/);
  expect(variables).toContain('RULE-OF-COINS');
  expect(variables).not.toContain('PLOT-ONLY');
  const { mes } = (await readChat(page)).at(-1)!;
  expect(mes.startsWith('You pay ten coins.\n\n<UpdateVariable>')).toBe(true);
  expect(mes.match(/<UpdateVariable>/g)).toHaveLength(1);
  expect(mes.match(/<StatusPlaceHolderImpl\/>/g)).toHaveLength(1);
  expect(await shownText(page, await story.lastIndex())).toBe('You pay ten coins.');
  expect(await story.coins()).toBe(90);
  expect(await story.coinsAt(1)).toBe(100);
  const { messages } = await onDisk(stage);
  expect(JSON.stringify(messages.at(-1))).toContain('"coins":90');
});

it('swipes, a regenerate, a deletion in the middle, a branch: the tree is what the visible replies say', async () => {
  await story.swipesDeletionBranch();
  await reloadPage(stage.page);
  await openCharacter(stage.page, 'Marta');
  await followed(stage.page);
  await story.becomes(92);
});

it('no second state is kept beside the variables', async () => {
  const { page } = stage;
  await story.say('I take bread.', [
    writes('You take bread.'),
    finds('Bread was taken.', [{ type: 'add_item', params: { item: 'bread', quantity: 1 } }]),
    patches(),
  ]);
  expect((await state(page)).inventory).toEqual({});
  expect((await summaries(page)).at(-1)).toContain('Bread was taken.');
});

describe('the reply brings its own update', () => {
  it('the variable model is not asked', async () => {
    const before = (await story.coins())!;
    await story.say('I earn.', [
      writes(
        'You earn four.\n<UpdateVariable>\n<JSONPatch>[{"op":"delta","path":"/hero/coins","value":4}]</JSONPatch>\n</UpdateVariable>',
      ),
      finds('Four were earned.'),
    ]);
    expect(await story.coins()).toBe(before + 4);
    expect(await shownText(stage.page, await story.lastIndex())).toBe('You earn four.');
  });
});

it('a script that writes through window.Mvu is heard, and later turns start from it', async () => {
  const { page } = stage;
  await page.evaluate(async () => {
    const { Mvu } = globalThis as unknown as {
      Mvu: {
        getMvuData(o: object): { stat_data: { place: string } };
        replaceMvuData(d: object, o: object): Promise<void>;
      };
    };
    const at = { type: 'message', message_id: SillyTavern.getContext().chat.length - 1 };
    const data = Mvu.getMvuData(at);
    data.stat_data.place = 'pier';
    await Mvu.replaceMvuData(data, at);
  });
  await story.say('Where am I?', turn('You look around.'));
  expect((await story.recordAt(await story.lastIndex()))?.stat_data.place).toBe('pier');
});

describe('a candidate that is deleted', () => {
  it.each([
    ['nobody else takes its record out', false],
    ['another extension takes its record out', true],
  ])('AC67: leaves each record with its own text (%s)', async (_who, others) => {
    const { page, model } = stage;
    await freshChat(stage);
    await story.say('I pay.', turn('You pay one.', delta(-1)));
    for (const [prose, value] of [
      ['You pay two.', -2],
      ['You pay three.', -3],
    ] as const) {
      model.reset(turn(prose, delta(value)));
      await swipeRight(page);
      await played(stage);
    }
    const index = await story.lastIndex();
    const records = () =>
      page.evaluate((at) => {
        const message = SillyTavern.getContext().chat[at] as unknown as { variables: Held[]; swipes: string[] };
        return message.variables.map(({ stat_data }, i) => [message.swipes[i]?.split('\n')[0], stat_data.hero.coins]);
      }, index);
    await expect.poll(records).toEqual([
      ['You pay one.', 99],
      ['You pay two.', 98],
      ['You pay three.', 97],
    ]);
    if (others) {
      await page.evaluate(() => {
        const { eventSource, eventTypes, chat } = SillyTavern.getContext();
        const event = eventTypes['MESSAGE_SWIPE_DELETED'] ?? '';
        const takeOut = (data: unknown): void => {
          const { messageId, swipeId } = data as { messageId: number; swipeId: number };
          (chat[messageId] as unknown as { variables: unknown[] }).variables.splice(swipeId, 1);
          eventSource.removeListener(event, takeOut);
        };
        eventSource.on(event, takeOut);
      });
    }
    await deleteSwipeOf(page, index, 1);
    await expect.poll(records).toEqual([
      ['You pay one.', 99],
      ['You pay three.', 97],
    ]);
    await swipeLeft(page);
    await story.becomes(99);
  });
});

it('a continued reply that brings another update counts both, once each', async () => {
  const { page, model } = stage;
  await freshChat(stage);
  await story.say('I pay.', turn('You pay ten.', delta(-10)));
  model.reset([
    writes(
      'And five more.\n<UpdateVariable>\n<JSONPatch>[{"op":"delta","path":"/hero/coins","value":-5}]</JSONPatch>\n</UpdateVariable>',
    ),
    finds('Fifteen were paid.'),
  ]);
  await continueReply(page);
  await expect.poll(async () => (await summaries(page)).join(), { timeout: 20_000 }).toContain('Fifteen');
  await played(stage);
  await story.becomes(85);
  await reloadPage(page);
  await openCharacter(page, 'Marta');
  await followed(page);
  await story.becomes(85);
  await story.say('I wait.', turn('You wait.'));
  expect(await story.coins()).toBe(85);
});

it('left no error in the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
