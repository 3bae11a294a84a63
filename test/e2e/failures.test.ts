/** Every kind of failure at every agent, for send, swipe and regenerate: never the prose, never the state, never twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type Step } from '../host/model-script.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { readChat, regenerate, send, swipeRight } from '../host/player.mjs';
import { type FailureKind, failureKinds } from './support/failure-kinds.ts';
import { limitSettings, shortenLimits } from './support/fast-timers.ts';
import {
  clearToasts,
  finds,
  freshChat,
  gain,
  pageErrors,
  PATIENCE,
  played,
  promptOf,
  statusText,
  texts,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state, timeline } from './support/stage.ts';

type Action = 'send' | 'swipe' | 'regenerate';

const llmTool = (name: string, trigger: string, more: object = {}) =>
  JSON.stringify({
    type: 'llm',
    trigger,
    function: { name, description: `the ${name} of the hour`, parameters: { type: 'object', properties: {} } },
    context: ['narrative_text'],
    system_prompt: `You tell the ${name}-of-the-hour.`,
    ...more,
  });

const plan = (mark: string): string =>
  JSON.stringify({
    intent: 'go on',
    tool_calls: [{ tool: 'omen', params: {}, reason: 'it is late' }],
    text_recall: [],
    narrative_direction: mark,
    scene_setting: 'the shop',
    key_points: ['rain'],
    tone: 'calm',
    pacing: 'slow',
    continuity_notes: [],
  });

const prose = (mark: string): string => `The rain drums on the roof (${mark}) and nobody says a word for a while.`;
const panel = '<panel>calm</panel>';

let stage: Stage;
/** What the visible page of each round gave. */
let path: (string | null)[];
let count = 0;

beforeAll(async () => {
  stage = await openStage({
    worlds: {
      Tools: worldbook([
        { comment: '[TOOL:omen]', position: 4, content: llmTool('omen', 'planning') },
        {
          comment: '[TOOL:panel]',
          position: 4,
          content: llmTool('panel', 'post_pipeline', { output_tag: 'panel' }),
        },
      ]),
    },
    activeWorlds: ['Tools'],
    kinds: [
      { kind: 'omen', words: ['omen-of-the-hour'] },
      { kind: 'panel', words: ['panel-of-the-hour'] },
    ],
    // A swipe plans anew here, so that every agent is asked by every action.
    extension: { ...limitSettings(), swipe: 'replan' },
  });
  await shortenLimits(stage.page);
});
afterAll(async () => {
  await stage?.close();
});

const plans = (mark: string): Step => ({ when: 'planning', reply: plan(mark) });
const omen = (): Step => ({ when: 'omen', reply: 'A bell rings twice.' });
const panels = (): Step => ({ when: 'panel', reply: panel });
const fails = (when: Step['when'], kind: FailureKind, calls: number): Step => ({
  when: when ?? 'writing',
  ...kind.step,
  times: kind.uncounted ? Infinity : calls,
  name: `${String(when)}: ${kind.name}`,
});

async function act(action: Action): Promise<void> {
  if (action === 'send') await send(stage.page, `I go on, ${(count += 1)}.`);
  else await (action === 'swipe' ? swipeRight(stage.page) : regenerate(stage.page));
}

async function firstRound(): Promise<void> {
  await freshChat(stage);
  path = ['coin'];
  stage.model.reset([plans('begin'), omen(), writes(prose('begin')), panels(), finds('It began.', [gain('coin')])]);
  await send(stage.page, 'I wait.');
  await played(stage);
  await expectState();
}

/** The world is what the visible pages say, once. */
async function expectState(): Promise<void> {
  const items = path.filter((item) => item !== null);
  expect((await state(stage.page)).inventory).toEqual(Object.fromEntries(items.map((item) => [item, 1])));
}

/** Nothing but prose and tool output is ever story text. */
async function expectOnlyStory(): Promise<void> {
  for (const { is_user, mes, swipes = [] } of (await readChat(stage.page)).slice(1)) {
    if (is_user) expect(mes).toMatch(/^I (wait|go on, \d+)\.$/);
    else for (const text of [mes, ...swipes]) expect(text).toMatch(/^The rain[^<]*(\n\n<panel>calm<\/panel>)?$/);
  }
}

function expectAgain(kind: FailureKind, calls: readonly Call[]): void {
  const [first, second] = calls;
  if (!first || !second) return;
  const size = (call: Call): number => promptOf(call).length;
  switch (kind.again) {
    case 'smaller':
      expect(size(second), 'the prompt is smaller').toBeLessThan(size(first));
      break;
    case 'larger':
      expect(second.body.max_tokens, 'there is more room').toBeGreaterThan(first.body.max_tokens ?? 0);
      expect(second.body.messages).toEqual(first.body.messages);
      break;
    case 'repair':
      expect(second.body.messages?.slice(0, -2), 'the prompt is the same, then the answer and a question').toEqual(
        first.body.messages,
      );
      break;
    default:
      expect(second.body, 'the same is asked').toEqual(first.body);
  }
}

/** How often a tool is asked with less depends on how much its prompt can do without. */
function failsAsTool(tool: 'omen' | 'panel', kind: FailureKind, calls: number): Step {
  return fails(tool, kind, kind.again === 'smaller' ? Infinity : calls);
}

function expectBounded(kind: FailureKind, calls: readonly Call[]): void {
  if (kind.again !== 'smaller') return;
  expect(calls.length, 'asked again once at most').toBeLessThanOrEqual(2);
  expectAgain(kind, calls);
}

/** Fills the open round; for a send it is a new one. */
function visible(action: Action, item: string | null): void {
  if (action === 'send') path.push(item);
  else path[path.length - 1] = item;
}

const retryButton = () => stage.page.locator('.narrative-agent-status button', { hasText: 'Retry' });

/** The writing fails. Returns true when the round still waits for its prose. */
async function failWriting(kind: FailureKind, action: Action): Promise<boolean> {
  const { page, model } = stage;
  const before = await texts(page);
  const item = `feather ${(count += 1)}`;
  const tool = kind.toolCalls === null ? { when: 'omen', ...kind.step } : failsAsTool('omen', kind, kind.toolCalls);
  const partial = kind.prose === 'partial';
  const { reply } = kind.step;
  const finish = typeof reply === 'object' ? { finish_reason: reply.finish_reason ?? 'stop' } : {};
  const step =
    reply === undefined || partial ? { ...kind.step, reply: { content: prose(item), ...finish } } : kind.step;
  const script: Step[] = [
    plans('first'),
    tool,
    { when: 'writing', ...(kind.prose === null ? { reply: prose(item) } : step), times: kind.uncounted ? Infinity : 1 },
  ];
  if (kind.prose !== 'none') script.push(panels(), finds('It went on.', [gain(item)]));
  model.reset(script);
  await act(action);
  await played(stage);
  const writing = model.callsOf('writing')[0];
  if (kind.toolCalls !== null) expect(promptOf(writing)).toMatch(/Tool error: omen/);
  expectBounded(kind, model.callsOf('omen'));
  if (kind.prose !== 'none') {
    visible(action, item);
    expect((await timeline(page)).at(-1)).toMatchObject({ partial, analysis: 'done' });
    expect((await texts(page)).at(-1)).toMatch(/^The rain/);
    return false;
  }
  const now = await texts(page);
  expect(action === 'send' ? now.slice(0, -1) : now).toEqual(before);
  expect(await statusText(page)).toMatch(kind.says ?? /./);
  expect(await statusText(page), 'names the connection').toMatch(/custom · scripted/);
  return true;
}

/** The writing goes well, analysis and post tool fail. After a failed writing only the writing is repeated. */
async function failAfter(kind: FailureKind, action: Action, again: boolean): Promise<void> {
  const { page, model } = stage;
  const mark = `after ${(count += 1)}`;
  const visiblePanel = kind.toolCalls === null;
  const before: Step[] = again ? [] : [plans('second'), omen()];
  const post: Step =
    kind.toolCalls === null ? { when: 'panel', ...kind.step } : failsAsTool('panel', kind, kind.toolCalls);
  model.reset([...before, writes(prose(mark)), fails('analysis', kind, kind.calls), post]);
  if (again) await retryButton().click();
  else await act(action);
  await model.waitForCall('writing', PATIENCE);
  await played(stage);
  if (again) expect(promptOf(model.callsOf('writing')[0]), 'the plan is the one that was made').toContain('first');
  const shown = (await texts(page)).at(-1);
  if (visiblePanel) expect(shown?.startsWith(prose(mark))).toBe(true);
  else expect(shown).toBe(prose(mark));
  if (again && action === 'send') path.push(null);
  else visible(action, null);
  expect((await timeline(page)).at(-1)).toMatchObject({ analysis: 'failed' });
  expect(await statusText(page)).toMatch(/Analyse again/);
  expectAgain(kind, model.callsOf('analysis'));
  expectBounded(kind, model.callsOf('panel'));
}

/** Planning fails: the turn goes on without a plan, and says so. */
async function failPlanning(kind: FailureKind, action: Action): Promise<void> {
  const { page, model } = stage;
  const item = `shell ${(count += 1)}`;
  model.reset([fails('planning', kind, kind.calls), writes(prose(item)), finds('It rained.', [gain(item)]), panels()]);
  await act(action);
  await played(stage);
  visible(action, item);
  expect((await texts(page)).at(-1)).toBe(`${prose(item)}\n\n${panel}`);
  expect(promptOf(model.callsOf('writing')[0])).not.toContain('<writing_guide>');
  expect(await statusText(page), 'the player is told').toMatch(/without|degraded|plan/i);
  expectAgain(kind, model.callsOf('planning'));
}

const only = process.env['FAILURE'];
const kinds = failureKinds.filter(({ name }) => only === undefined || new RegExp(only).test(name));

describe.each(['send', 'swipe', 'regenerate'] as const)('%s', (action) => {
  beforeAll(firstRound);

  it.each(kinds)('$name', async (kind) => {
    await clearToasts(stage.page);
    const waits = await failWriting(kind, action);
    await expectState();
    await failAfter(kind, action, waits);
    await expectState();
    await failPlanning(kind, action);
    await expectState();
    await expectOnlyStory();
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
