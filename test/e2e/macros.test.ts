/** Macros of cards and lore, and scripts that run while a prompt is built: once a candidate, from the world before the round, and taken back with it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChat, regenerate, send, swipeLeft, swipeRight } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import {
  clearToasts,
  followed,
  freshChat,
  idle,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  promptOf,
  stopAndMeasure,
  texts,
  turnOf,
  writes,
} from './support/play.ts';
import { lampCard, openStage, type Stage, timeline } from './support/stage.ts';

const said = (name: string, is_user: boolean, mes: string) => ({
  name,
  is_user,
  mes,
  send_date: '2026-01-01T00:00:00.000Z',
});

let stage: Stage;

beforeAll(async () => {
  const card = lampCard();
  card.data['description'] = 'Marta keeps the lamp shop. {{addvar::score::5}}SCORE {{getvar::score}}.';
  stage = await openStage({
    cards: [
      {
        card,
        chat: 'other',
        chats: {
          other: {
            messages: [said('Marta', false, 'Another evening.')],
            metadata: { variables: { visits: 40, score: 400, keepsake: 'ring' } },
          },
        },
      },
    ],
    worlds: {
      Lore: worldbook([
        { comment: 'constant', position: 0, content: '{{incvar::visits}} VISITS {{getvar::visits}}.' },
        {
          comment: 'chance',
          position: 0,
          content: 'COLOUR {{random::red::green::blue::black::white::grey::pink::gold}}. PICK {{pick::a::b::c::d}}.',
        },
        { comment: 'mood', position: 4, content: '{{setvar::mood::calm}}MOOD {{getvar::mood}}.' },
        { comment: 'keyed', key: ['bell'], content: '{{incvar::bells}} BELLS {{getvar::bells}}.' },
        { comment: 'shared', position: 1, content: '{{addglobalvar::worlds::1}}WORLDS {{getglobalvar::worlds}}.' },
      ]),
      Planner: worldbook([
        {
          comment: '[TOOL:roll_dice]',
          position: 4,
          content: JSON.stringify({ type: 'code', trigger: 'planning', function: { name: 'roll_dice' } }),
        },
      ]),
    },
    activeWorlds: ['Lore', 'Planner'],
  });
  await followed(stage.page);
  // SillyTavern counts tokens by making prompts that are never sent, and their macros count: not here.
  await stage.page.evaluate(
    `import('/scripts/openai.js').then((it) => void (it.promptManager.tryGenerate = async () => undefined))`,
  );
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});
beforeEach(() => clearToasts(stage.page));

type Values = Record<string, unknown>;

/** SillyTavern's own chat variables. */
const variables = (): Promise<Values> =>
  stage.page.evaluate(() => {
    const { chatMetadata } = SillyTavern.getContext() as unknown as { chatMetadata: { variables?: Values } };
    return { ...chatMetadata.variables };
  });
const globals = (): Promise<Values> =>
  stage.page.evaluate(() => {
    const { variables: held } = SillyTavern.getContext().extensionSettings as { variables?: { global?: Values } };
    return { ...held?.global };
  });

const plan = JSON.stringify({ intent: 'go on', tool_calls: [], narrative_direction: 'on', key_points: ['rain'] });
const turn = (prose: string) => [{ when: 'planning', reply: plan, optional: true }, ...turnOf(prose)];

async function play(act: () => Promise<unknown>, prose = 'It rains.'): Promise<void> {
  stage.model.reset(turn(prose));
  await act();
  await played(stage);
}

/** What the macros of this turn left in each of its prompts. */
function seen(kind: 'planning' | 'writing', word: string): string[] {
  const text = promptOf(stage.model.callsOf(kind)[0]);
  return [...text.matchAll(new RegExp(`${word} (\\w*)\\.`, 'g'))].map(([, value = '']) => value);
}

/** Waits until no dry run of SillyTavern can come any more. */
const calm = () => stage.page.waitForTimeout(1_500);

async function fresh(): Promise<void> {
  await freshChat(stage);
  await calm();
}

describe('in a new chat', () => {
  beforeAll(async () => {
    await fresh();
  }, PATIENCE);

  it('a send carries them out once, and every agent reads the same', async () => {
    await play(() => send(stage.page, 'I ring the bell.'));
    expect(seen('writing', 'VISITS')).toEqual(['1']);
    expect(seen('writing', 'SCORE')).toEqual(['5']);
    expect(seen('writing', 'MOOD')).toEqual(['calm']);
    expect(seen('writing', 'BELLS')).toEqual(['1']);
    for (const word of ['VISITS', 'SCORE', 'COLOUR', 'PICK'])
      expect(seen('planning', word)).toEqual(seen('writing', word));
    expect(await variables()).toMatchObject({ visits: 1, score: 5, mood: 'calm', bells: 1 });
  });

  it('the next turn goes on from there', async () => {
    await play(() => send(stage.page, 'I wait.'), 'It pours.');
    expect(seen('writing', 'VISITS')).toEqual(['2']);
    expect(seen('writing', 'SCORE')).toEqual(['10']);
    expect(await variables()).toMatchObject({ visits: 2, score: 10 });
  });

  it('a swipe counts from the world before the round, each candidate has its own, there and back', async () => {
    const { page } = stage;
    await page.evaluate(() => {
      const { eventSource, eventTypes } = SillyTavern.getContext();
      // A script that runs while the prompt is built, as template extensions do.
      const run = (): void => {
        const { chatMetadata } = SillyTavern.getContext() as unknown as { chatMetadata: { variables: Values } };
        const held = chatMetadata.variables;
        held['drops'] = Number(held['drops'] ?? 0) + 3;
        held['nested'] = { deep: [Number(held['drops'])] };
      };
      eventSource.on(eventTypes['GENERATE_AFTER_COMBINE_PROMPTS'] ?? '', run);
    });
    await play(() => swipeRight(page), 'It snows.');
    expect(seen('writing', 'VISITS')).toEqual(['2']);
    expect(seen('writing', 'SCORE')).toEqual(['10']);
    expect(await variables()).toMatchObject({ visits: 2, score: 10, drops: 3, nested: { deep: [3] } });
    await play(() => swipeRight(page), 'It hails.');
    expect(await variables()).toMatchObject({ visits: 2, score: 10, drops: 3 });
    await swipeLeft(page);
    await swipeLeft(page);
    await expect.poll(async () => (await variables())['drops'], { timeout: PATIENCE }).toBeUndefined();
    expect(await variables()).toMatchObject({ visits: 2, score: 10 });
    await swipeRight(page);
    await expect.poll(async () => (await variables())['drops'], { timeout: PATIENCE }).toBe(3);
  });

  it('a regenerate too', async () => {
    await play(() => regenerate(stage.page), 'Fog comes in.');
    expect(seen('writing', 'VISITS')).toEqual(['2']);
    expect(await variables()).toMatchObject({ visits: 2, score: 10, drops: 3 });
  });

  it.each(['send', 'swipe', 'regenerate'] as const)('a failed or stopped %s puts them back', async (action) => {
    const { page, model } = stage;
    const before = await variables();
    const shown = await texts(page);
    const act = () =>
      action === 'send' ? send(page, 'I leave.') : action === 'swipe' ? swipeRight(page) : regenerate(page);
    model.reset([{ when: 'planning', reply: plan }, writes('', { fault: 'http-401' })]);
    await act();
    await played(stage);
    expect(await variables(), 'refused').toEqual(before);
    model.reset([{ when: 'planning', reply: plan, optional: true }, writes('', { fault: 'hang-first' })]);
    await (action === 'send' ? page.locator('.narrative-agent-status button', { hasText: 'Retry' }).click() : act());
    await model.waitForCall('writing', PATIENCE);
    await stopAndMeasure(page);
    await played(stage);
    expect(await variables(), 'stopped while writing').toEqual(before);
    model.reset([{ when: 'planning', fault: 'hang-first' }]);
    await (action === 'send' ? regenerate(page) : act());
    await model.waitForCall('planning', PATIENCE);
    await stopAndMeasure(page);
    await played(stage);
    expect(await variables(), 'stopped while planning').toEqual(before);
    if (action !== 'send') expect(await texts(page)).toEqual(shown);
    else await play(() => regenerate(page), 'You leave.');
    if (action === 'send') expect(await variables()).toMatchObject({ visits: 3, score: 15, drops: 6 });
  });

  it('the file holds what the screen shows', async () => {
    const now = await variables();
    await expect
      .poll(async () => JSON.stringify((await onDisk(stage)).header), { timeout: PATIENCE })
      .toContain(`"visits":${String(now['visits'])}`);
    expect((await timeline(stage.page)).every(({ baseMismatch }) => !baseMismatch)).toBe(true);
  });

  it('variables of all chats count each turn once', async () => {
    const before = Number((await globals())['worlds']);
    await play(() => send(stage.page, 'I come back.'), 'You are back.');
    expect(await globals()).toEqual({ worlds: before + 1 });
  });
});

describe('another chat', () => {
  it('keeps its own variables, and its first turn goes on from them', async () => {
    const { page } = stage;
    await openChat(page, 'other');
    await idle(page);
    await calm();
    const before = await variables();
    expect(before).toMatchObject({ keepsake: 'ring' });
    expect(before).not.toHaveProperty('drops', 6);
    await play(() => send(page, 'I look around.'), 'All is quiet.');
    expect(seen('writing', 'VISITS')).toEqual([String(Number(before['visits']) + 1)]);
    const now = await variables();
    expect(now).toMatchObject({ keepsake: 'ring', visits: Number(before['visits']) + 1 });
    await play(() => swipeRight(page), 'All is loud.');
    expect(await variables()).toEqual(now);
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
