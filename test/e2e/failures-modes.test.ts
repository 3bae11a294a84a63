/** Failures where SillyTavern's own prompt is kept: with memory and state as in a turn of ours, strictly compatible as without us. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Step } from '../host/model-script.mjs';
import { newChat, readChat, regenerate, send, swipeRight } from '../host/player.mjs';
import { type FailureKind, failureKinds } from './support/failure-kinds.ts';
import { limitSettings, shortenLimits } from './support/fast-timers.ts';
import {
  clearToasts,
  expectCleanText,
  finds,
  freshChat,
  gain,
  idle,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  statusText,
  texts,
  turnOf,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state, timeline } from './support/stage.ts';

const actions = ['send', 'swipe', 'regenerate'] as const;
type Action = (typeof actions)[number];

let stage: Stage;
/** What the visible page of each round gave. */
let path: (string | null)[];
let count = 0;

const prose = (mark: string): string => `The rain drums on the roof (${mark}) and nobody says a word for a while.`;

beforeAll(async () => {
  stage = await openStage({ extension: { ...limitSettings(), promptMode: 'compat_plus' } });
  await shortenLimits(stage.page);
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

async function act(action: Action): Promise<void> {
  if (action === 'send') await send(stage.page, `I go on, ${(count += 1)}.`);
  else await (action === 'swipe' ? swipeRight(stage.page) : regenerate(stage.page));
}

/** Fills the open round; for a send it is a new one. */
function visible(action: Action, item: string | null): void {
  if (action === 'send') path.push(item);
  else path[path.length - 1] = item;
}

const fails = (when: 'writing' | 'analysis', kind: FailureKind, times: number): Step => ({
  when,
  ...kind.step,
  times,
  name: `${when}: ${kind.name}`,
});

/** The world is what the visible pages say, once, and nothing but prose is story text; nothing runs any more. */
async function expectWhole(): Promise<void> {
  const { page } = stage;
  const items = path.filter((item) => item !== null);
  expect((await state(page)).inventory).toEqual(Object.fromEntries(items.map((item) => [item, 1])));
  for (const { is_user, mes, swipes = [] } of (await readChat(page)).slice(1)) {
    if (is_user) expect(mes).toMatch(/^I go on, \d+\.$/);
    else for (const text of [mes, ...swipes]) expect(text).toMatch(/^The rain[^<{]*$/);
  }
  await expectCleanText(page);
  expect((await onDisk(stage)).messages.map(({ mes }) => mes)).toEqual(await texts(page));
  expect(await page.evaluate(() => globalThis.NarrativeAgent?.api.turn.status().state)).toBe('idle');
}

/** Returns true when the round still waits for its prose. */
async function failWriting(kind: FailureKind, action: Action): Promise<boolean> {
  const { page, model } = stage;
  const before = await texts(page);
  const item = `feather ${(count += 1)}`;
  const partial = kind.prose === 'partial';
  const step = kind.prose === null ? {} : kind.step;
  model.reset([
    { when: 'writing', reply: prose(item), ...step },
    ...(kind.prose === 'none' ? [] : [finds('It went on.', [gain(item)])]),
  ]);
  await act(action);
  await model.waitForCall('writing', PATIENCE);
  await played(stage);
  if (kind.prose !== 'none') {
    visible(action, item);
    expect((await texts(page)).at(-1)).toMatch(/^The rain/);
    expect((await timeline(page)).at(-1)).toMatchObject({ partial, analysis: 'done' });
    return false;
  }
  const now = await texts(page);
  expect(action === 'send' ? now.slice(0, -1) : now).toEqual(before);
  expect(await statusText(page)).toMatch(kind.says ?? /./);
  return true;
}

/** The writing goes well, the analysis never. */
async function failAnalysis(kind: FailureKind, action: Action, again: boolean): Promise<void> {
  const { page, model } = stage;
  const mark = `after ${(count += 1)}`;
  model.reset([writes(prose(mark)), fails('analysis', kind, kind.calls)]);
  if (again) await page.locator('.narrative-agent-status button', { hasText: 'Retry' }).click();
  else await act(action);
  await model.waitForCall('writing', PATIENCE);
  await played(stage);
  visible(action, null);
  expect((await texts(page)).at(-1)).toBe(prose(mark));
  expect((await timeline(page)).at(-1)).toMatchObject({ analysis: 'failed' });
  expect(await statusText(page)).toMatch(/Analyse again/);
}

/** The analysis fails once; what is worth asking again is asked again, and counts once. */
async function recover(kind: FailureKind, action: Action): Promise<void> {
  const { page, model } = stage;
  const item = `shell ${(count += 1)}`;
  const found = kind.calls > 1;
  model.reset([writes(prose(item)), fails('analysis', kind, 1), ...(found ? [finds('It rained.', [gain(item)])] : [])]);
  await act(action);
  await model.waitForCall('writing', PATIENCE);
  await played(stage);
  visible(action, found ? item : null);
  expect((await texts(page)).at(-1)).toBe(prose(item));
  expect((await timeline(page)).at(-1)).toMatchObject({ analysis: found ? 'done' : 'failed' });
}

const classes = [
  '429 with Retry-After',
  '401',
  'overflow as OpenAI says it',
  'a content filter',
  'nothing',
  'a stream that ends early',
  'prose instead of JSON',
];
const kinds = failureKinds.filter(({ name }) => classes.includes(name));

describe.each(actions)('SillyTavern’s prompt with memory and state, at a %s', (action) => {
  beforeAll(async () => {
    expect(kinds).toHaveLength(classes.length);
    await freshChat(stage);
    path = ['coin'];
    stage.model.reset(turnOf(prose('begin'), [gain('coin')]));
    await act('send');
    await played(stage);
    await expectWhole();
  }, 2 * PATIENCE);

  it.each(kinds)('$name', async (kind) => {
    await clearToasts(stage.page);
    const waits = await failWriting(kind, action);
    await expectWhole();
    await failAnalysis(kind, action, waits);
    await expectWhole();
    await recover(kind, action);
    await expectWhole();
  });
});

describe('strictly compatible', () => {
  const toasts = () => stage.page.locator('#toast-container .toast').allInnerTexts();

  /** What a failed request leaves, for each action, in a chat of its own. */
  async function leaves(settings: object, step: Partial<Step>): Promise<unknown[]> {
    const { page, model } = stage;
    await page.evaluate((value) => {
      SillyTavern.getContext().extensionSettings['narrative_agent'] = value;
    }, settings);
    const left: unknown[] = [];
    for (const action of actions) {
      await newChat(page);
      await idle(page);
      model.reset([writes(prose('begin'))]);
      await send(page, 'I wait.');
      await played(stage);
      await clearToasts(page);
      model.reset([writes(prose('end'), step)]);
      await (action === 'send' ? send(page, 'I go on.') : act(action));
      await model.waitForCall('writing', PATIENCE);
      await played(stage);
      await page.waitForTimeout(300);
      expect(model.calls, action).toHaveLength(1);
      model.verify();
      const chat = (await readChat(page)).map(({ mes, swipes = [], swipe_id = 0 }) => ({ mes, swipes, swipe_id }));
      left.push({ action, chat, toasts: await toasts() });
      expect(JSON.stringify((await onDisk(stage)).messages)).not.toContain('narrative_agent');
      expect(await page.locator('.narrative-agent-stage').count()).toBe(0);
    }
    return left;
  }

  it.each(['http-401', 'end-quiet'] as const)('%s leaves what it leaves without us', async (fault) => {
    const strict = await leaves({ ...limitSettings(), promptMode: 'compat_strict' }, { fault });
    expect(strict).toEqual(await leaves({ enabled: false }, { fault }));
    expect(strict).toHaveLength(actions.length);
  });
});

it('no error reached the page', () => expect(pageErrors(stage)).toEqual([]));
