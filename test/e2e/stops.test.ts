/** Stop at each stage up to the first word, for send, swipe and regenerate: idle at once, and nothing lost, doubled or left behind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Step } from '../host/model-script.mjs';
import { regenerate, send, swipeRight } from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import {
  clearToasts,
  expectCleanText,
  finds,
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
import { openStage, type Stage, state, summaries } from './support/stage.ts';

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
    steps: [{ when: 'planning', fault: 'http-429', retryAfter: 30 }],
    open: 'planning',
    says: /attempt 2 in \d+ s/,
  },
  { name: 'a tool', steps: [plans, { when: 'omen', fault: 'hang-first' }], open: 'omen' },
  { name: 'writing before its first word', steps: [plans, omen, writes('', { fault: 'hang-first' })], open: 'writing' },
];

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    worlds: { Tools: worldbook([{ comment: '[TOOL:omen]', position: 4, content: omenTool }]) },
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

async function firstRound(): Promise<void> {
  await freshChat(stage);
  stage.model.reset([plans, omen, writes(old), finds('It began.', [gain('coin')])]);
  await send(stage.page, 'I wait.');
  await played(stage);
}

describe.each(['swipe', 'regenerate', 'send'] as const)('%s', (action) => {
  beforeAll(firstRound, 2 * PATIENCE);

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

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
