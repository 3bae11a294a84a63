/** Every kind of failure at the variable model, and at the repair call of each agent: the prose and the rest of the turn stand, the variables are as they were. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type Step } from '../host/model-script.mjs';
import { readChat, regenerate, send, swipeRight } from '../host/player.mjs';
import { type FailureKind, failureKinds } from './support/failure-kinds.ts';
import { limitSettings, shortenLimits } from './support/fast-timers.ts';
import { mvuCard, mvuWorlds } from './support/mvu-card.ts';
import { delta, makeMvuStory, patches } from './support/mvu-story.ts';
import {
  clearToasts,
  finds,
  freshChat,
  pageErrors,
  PATIENCE,
  played,
  promptOf,
  statusText,
  texts,
  writes,
} from './support/play.ts';
import { openStage, type Stage, summaries, timeline } from './support/stage.ts';

type Action = 'send' | 'swipe' | 'regenerate';

let stage: Stage;
let story: ReturnType<typeof makeMvuStory>;
let count = 0;
/** Coins before the open round, and after it. */
let before = 100;
let now = 100;

const plan = JSON.stringify({ intent: 'go on', tool_calls: [], narrative_direction: 'on', key_points: ['rain'] });
const prose = (mark: string): string => `The rain drums on the roof (${mark}) and nobody says a word for a while.`;

beforeAll(async () => {
  stage = await openStage({
    cards: [{ card: mvuCard() }],
    worlds: mvuWorlds,
    extension: { ...limitSettings(), swipe: 'replan' },
  });
  story = makeMvuStory(stage);
  await shortenLimits(stage.page);
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

async function fresh(): Promise<void> {
  await freshChat(stage);
  await expect.poll(() => story.coinsAt(0), { timeout: PATIENCE }).toBe(100);
  before = now = 100;
}

async function act(action: Action): Promise<void> {
  if (action === 'send') await send(stage.page, `I go on, ${(count += 1)}.`);
  else await (action === 'swipe' ? swipeRight(stage.page) : regenerate(stage.page));
}

/** A round in which all goes well and ten coins go. */
async function good(action: Action): Promise<void> {
  const mark = `good ${(count += 1)}`;
  stage.model.reset([writes(prose(mark)), finds(`Told: ${mark}.`), patches(delta(-10))]);
  await act(action);
  await played(stage);
  if (action === 'send') before = now;
  now = before - 10;
  await story.becomes(now);
}

/** Nothing but prose, the block of an update that was made, and its mark is ever story text. */
async function expectOnlyStory(): Promise<void> {
  for (const { is_user, mes, swipes = [] } of (await readChat(stage.page)).slice(1)) {
    if (is_user) expect(mes).toMatch(/^I go on, \d+\.$/);
    else
      for (const text of [mes, ...swipes]) {
        const rest = text.replace(/<UpdateVariable>[\s\S]*<\/UpdateVariable>|<StatusPlaceHolderImpl\/>/g, '').trim();
        expect(rest).toMatch(/^The rain drums on the roof \([\w ]+\) and nobody says a word for a while\.$/);
      }
  }
}

const size = (call: Call | undefined): number => promptOf(call).length;

function expectAgain(kind: FailureKind, calls: readonly Call[]): void {
  const [first, second] = calls;
  if (!first || !second) return;
  if (kind.again === 'smaller') {
    expect(calls.length, 'asked again once at most').toBe(2);
    expect(promptOf(second).length).toBeLessThan(promptOf(first).length);
    return;
  }
  if (kind.again === 'larger') expect(second.body.max_tokens).toBeGreaterThan(first.body.max_tokens ?? 0);
  if (kind.again === 'repair') expect(second.body.messages?.slice(0, -2)).toEqual(first.body.messages);
  else expect(second.body.messages, 'the same is asked').toEqual(first.body.messages);
}

async function expectRound(mark: string, told: RegExp): Promise<void> {
  expect((await texts(stage.page)).at(-1)).toContain(prose(mark));
  expect((await timeline(stage.page)).at(-1)).toMatchObject({ partial: false, analysis: 'done' });
  expect((await summaries(stage.page)).at(-1)).toContain(`Told: ${mark}.`);
  expect(await statusText(stage.page)).toMatch(told);
  await expectOnlyStory();
}

const only = process.env['FAILURE'];
const kinds = failureKinds.filter(({ name }) => only === undefined || new RegExp(only).test(name));

describe.each(['send', 'swipe', 'regenerate'] as const)('the variable model at a %s', (action) => {
  it('has a round to begin with', async () => {
    await fresh();
    await good('send');
  });

  it.each(kinds)('$name', async (kind) => {
    await clearToasts(stage.page);
    const mark = `bad ${(count += 1)}`;
    const calls = kind.again === 'smaller' ? Infinity : kind.calls;
    stage.model.reset([
      writes(prose(mark)),
      finds(`Told: ${mark}.`),
      { when: 'variables', ...kind.step, times: kind.uncounted ? Infinity : calls },
    ]);
    await act(action);
    await played(stage);
    if (action === 'send') before = now;
    now = before;
    await story.becomes(now);
    await expectRound(mark, /Tool \(custom · scripted\):[^.]*\.[\s\S]*The variables stay as they were/);
    expectAgain(kind, stage.model.callsOf('variables'));
    await good(action);
  });
});

describe('the one repair call', () => {
  const agents = ['planning', 'analysis', 'variables'] as const;

  it('is asked of planning too', async () => {
    await stage.page.evaluate(() => {
      const settings = SillyTavern.getContext().extensionSettings['narrative_agent'] as { pipeline: object };
      settings.pipeline = { ...settings.pipeline, enableTextRecall: true };
    });
    await fresh();
  });

  it.each(kinds)('$name', async (kind) => {
    const { model, page } = stage;
    for (const agent of agents) {
      await clearToasts(page);
      const mark = `${agent} ${(count += 1)}`;
      const bad: Step[] = [
        { when: agent, reply: 'Well, let me see.' },
        { when: agent, ...kind.step, times: Infinity, name: `${agent}: ${kind.name}` },
      ];
      const or = (which: (typeof agents)[number], step: Step): Step[] => (which === agent ? bad : [step]);
      model.reset([
        ...or('planning', { when: 'planning', reply: plan }),
        writes(prose(mark)),
        ...or('analysis', finds(`Told: ${mark}.`)),
        ...or('variables', patches(delta(-1))),
      ]);
      await act('send');
      await model.waitForCall('writing', PATIENCE);
      await played(stage);
      before = now;
      now = agent === 'variables' ? before : before - 1;
      await story.becomes(now);
      const calls = model.callsOf(agent);
      expect(promptOf(calls[1]), agent).toContain('Well, let me see.');
      if (!kind.uncounted) expect(calls.length, `${agent}: bounded`).toBeLessThanOrEqual(3);
      expect(size(calls[1])).toBeGreaterThan(size(calls[0]));
      if (agent === 'analysis') expect((await timeline(page)).at(-1)).toMatchObject({ analysis: 'failed' });
      expect(await statusText(page)).toMatch(
        { planning: /without a plan/, analysis: /Analyse again/, variables: /variables stay as they were/ }[agent],
      );
      await expectOnlyStory();
    }
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
