/** Stop at each stage, before the first word and after the last, for send, swipe and regenerate: idle at once, and nothing lost, doubled or left behind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Step } from '../host/model-script.mjs';
import { openCharacter, readChat, regenerate, send, swipeRight } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import {
  clearToasts,
  expectCleanText,
  finds,
  followed,
  freshChat,
  gain,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  statusText,
  STOP_LIMIT,
  stopAndMeasure,
  texts,
  writes,
} from './support/play.ts';
import { mvuCard, mvuWorlds } from './support/mvu-card.ts';
import { delta, makeMvuStory, patches } from './support/mvu-story.ts';
import { lampCard, openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

type Action = 'send' | 'swipe' | 'regenerate';

const omenTool = JSON.stringify({
  type: 'llm',
  trigger: 'planning',
  function: { name: 'omen', description: 'an omen', parameters: { type: 'object', properties: {} } },
  context: ['narrative_text'],
  system_prompt: 'You tell the omen-of-the-hour.',
});
const plan = JSON.stringify({
  intent: 'go on',
  tool_calls: [{ tool: 'omen', params: {}, reason: 'it is late' }],
  text_recall: [],
  narrative_direction: 'on',
  scene_setting: 'the shop',
  key_points: ['rain'],
  tone: 'calm',
  pacing: 'slow',
  continuity_notes: [],
});
const old = 'Marta gives you a coin.';

/** SillyTavern hands on the words of a refusal, never its headers. */
const busy = { fault: 'http-429', errorWords: 'Rate limit reached. Please try again in 30 s.' } as const;
const plans: Step = { when: 'planning', reply: plan };
const omen: Step = { when: 'omen', reply: 'A bell rings twice.' };

/** What the server does until Stop, and the call that is open then. */
const stages: readonly { name: string; steps: readonly Step[]; open: string; says?: RegExp }[] = [
  { name: 'planning', steps: [{ when: 'planning', fault: 'hang-first' }], open: 'planning' },
  {
    name: 'the repair of a plan',
    steps: [
      { when: 'planning', reply: 'Well, let me see.' },
      { when: 'planning', fault: 'hang-first' },
    ],
    open: 'repair',
  },
  {
    name: 'the countdown before planning is asked again',
    steps: [{ when: 'planning', ...busy }],
    open: 'planning',
    says: /attempt 2 in [23]\d s/,
  },
  { name: 'a tool', steps: [plans, { when: 'omen', fault: 'hang-first' }], open: 'omen' },
  { name: 'writing before its first word', steps: [plans, omen, writes('', { fault: 'hang-first' })], open: 'writing' },
];

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    cards: [{ card: lampCard() }, { card: { data: { ...mvuCard().data, name: 'Odile' } } }],
    worlds: { ...mvuWorlds, Tools: worldbook([{ comment: '[TOOL:omen]', position: 4, content: omenTool }]) },
    activeWorlds: ['Tools'],
    kinds: [{ kind: 'omen', words: ['omen-of-the-hour'] }],
    // A swipe plans anew here, so that it passes every stage.
    extension: { pipeline: { retries: 1 }, swipe: 'replan' },
  });
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

async function act(action: Action, input: string): Promise<void> {
  if (action === 'send') await send(stage.page, input);
  else await (action === 'swipe' ? swipeRight(stage.page) : regenerate(stage.page));
}

async function firstRound(...more: Step[]): Promise<void> {
  await freshChat(stage);
  stage.model.reset([plans, omen, writes(old), finds('It began.', [gain('coin')]), ...more]);
  await send(stage.page, 'I wait.');
  await played(stage);
}

describe.each(['swipe', 'regenerate', 'send'] as const)('%s', (action) => {
  beforeAll(() => firstRound(), 2 * PATIENCE);

  it.each(stages)('stopped at $name', async ({ name, steps, open, says }) => {
    const { page, model } = stage;
    if (action === 'send' && name !== stages[0]?.name) await firstRound();
    await clearToasts(page);
    const before = await texts(page);
    model.reset([...steps]);
    await act(action, 'I leave.');
    const wanted = open === 'repair' ? 2 : 1;
    const kind = open === 'repair' ? 'planning' : open;
    await expect.poll(() => model.callsOf(kind).length, { timeout: PATIENCE }).toBe(wanted);
    if (says) await expect.poll(() => statusText(page), { timeout: PATIENCE }).toMatch(says);
    expect(await stopAndMeasure(page)).toBeLessThan(STOP_LIMIT);
    await played(stage);
    const left = action === 'send' ? [...before, 'I leave.'] : before;
    expect(await texts(page)).toEqual(left);
    expect((await onDisk(stage)).messages.map(({ mes }) => mes)).toEqual(left);
    expect((await state(page)).inventory).toEqual({ coin: 1 });
    expect(await summaries(page)).toEqual(['[Round 1] It began.']);
    await expectCleanText(page);
  });
});

describe('after the first word, where the reply is held back until its variables are known', () => {
  const fresh = 'Marta opens the shutter and the rain comes in.';
  const bad = 'Well, let me see.';
  const found = finds('It went on.');
  let story: ReturnType<typeof makeMvuStory>;

  /** What the server does from the writing on, the call that is open at Stop, and how many of its kind there were then. */
  const held: readonly { name: string; steps: readonly Step[]; open: string; calls?: number; says?: RegExp }[] = [
    { name: 'the writing', steps: [writes(fresh, { tokenDelay: 250 })], open: 'writing' },
    { name: 'the analysis', steps: [writes(fresh), { when: 'analysis', fault: 'hang-headers' }], open: 'analysis' },
    {
      name: 'the repair of the analysis',
      steps: [writes(fresh), { when: 'analysis', reply: bad }, { when: 'analysis', fault: 'hang-headers' }],
      open: 'analysis',
      calls: 2,
    },
    {
      name: 'the variables',
      steps: [writes(fresh), found, { when: 'variables', fault: 'hang-headers' }],
      open: 'variables',
    },
    {
      name: 'the repair of the variables',
      steps: [writes(fresh), found, { when: 'variables', reply: bad }, { when: 'variables', fault: 'hang-headers' }],
      open: 'variables',
      calls: 2,
    },
    {
      name: 'the countdown before the variables are asked again',
      steps: [writes(fresh), found, { when: 'variables', ...busy }],
      open: 'variables',
      says: /attempt 2 in [23]\d s/,
    },
  ];

  beforeAll(async () => {
    await openCharacter(stage.page, 'Odile');
    await followed(stage.page);
    story = makeMvuStory(stage);
  }, 2 * PATIENCE);

  describe.each(['swipe', 'regenerate', 'send'] as const)('%s', (action) => {
    it.each(held)('stopped at $name', async ({ steps, open, calls = 1, says }) => {
      const { page, model } = stage;
      await firstRound(patches(delta(-10)));
      await story.becomes(90);
      await clearToasts(page);
      const before = await texts(page);
      model.reset([plans, omen, ...steps]);
      await act(action, 'I leave.');
      await expect.poll(() => model.callsOf(open).length, { timeout: PATIENCE }).toBe(calls);
      const partial = open === 'writing';
      if (partial) await page.locator('#chat .last_mes .mes_text', { hasText: 'Mart' }).waitFor({ timeout: PATIENCE });
      if (says) await expect.poll(() => statusText(page), { timeout: PATIENCE }).toMatch(says);
      expect(await stopAndMeasure(page)).toBeLessThan(STOP_LIMIT);
      await played(stage);
      // The prose stands as far as it came, the variables are those of the page before.
      const now = await texts(page);
      expect(now.slice(0, -1)).toEqual(action === 'send' ? [...before, 'I leave.'] : before.slice(0, -1));
      const prose = now.at(-1)?.replace('<StatusPlaceHolderImpl/>', '').trim() ?? '';
      if (partial) expect(fresh.startsWith(prose) && prose !== '' && prose !== fresh, prose).toBe(true);
      else expect(prose).toBe(fresh);
      const { swipes, swipe_id } = (await readChat(page)).at(-1) ?? {};
      expect(swipes).toEqual([...(action === 'swipe' ? [before.at(-1)] : []), now.at(-1)]);
      expect(swipe_id).toBe(action === 'swipe' ? 1 : 0);
      expect((await onDisk(stage, 'Odile')).messages.map(({ mes }) => mes)).toEqual(now);
      await story.becomes(action === 'send' ? 90 : 100);
      const analysed = open === 'variables' ? 'done' : 'pending';
      expect((await timeline(page)).at(-1)).toMatchObject({ partial, analysis: analysed });
      const told = action === 'send' ? ['[Round 1] It began.'] : [];
      if (analysed === 'done') told.push(`[Round ${told.length + 1}] It went on.`);
      expect(await summaries(page)).toEqual(told);
      expect(await statusText(page)).not.toMatch(/attempt 2 in/);
    });
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
