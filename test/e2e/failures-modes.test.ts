/** Failures without a plan: the merged prompt, SillyTavern's own with memory and state, and strictly compatible, where all is as without us. */
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
  promptOf,
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
  stage = await openStage();
  await shortenLimits(stage.page);
}, 2 * PATIENCE);
afterAll(async () => {
  await stage?.close();
});

async function choose(settings: object): Promise<void> {
  await stage.page.evaluate((value) => {
    SillyTavern.getContext().extensionSettings['narrative_agent'] = value;
  }, settings);
}

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

const retryButton = () => stage.page.locator('.narrative-agent-status button', { hasText: 'Retry' });

/** The way out of a failed writing: one more request for it, with the same prompt, or a smaller one where it was too long. */
async function writeAfterAll(kind: FailureKind, action: Action): Promise<void> {
  const { page, model } = stage;
  const refused = model.callsOf('writing')[0];
  const item = `coat ${(count += 1)}`;
  model.reset(turnOf(prose(item), [gain(item)]));
  await retryButton().click();
  await model.waitForCall('writing', PATIENCE);
  await played(stage);
  visible(action, item);
  expect((await texts(page)).at(-1)).toBe(prose(item));
  const [again] = model.callsOf('writing');
  if (kind.again === 'smaller') expect(promptOf(again).length).toBeLessThan(promptOf(refused).length);
  else expect(again?.body.messages).toEqual(refused?.body.messages);
}

/** The writing goes well, the analysis never. */
async function failAnalysis(kind: FailureKind, action: Action, again: boolean): Promise<void> {
  const { page, model } = stage;
  const mark = `after ${(count += 1)}`;
  model.reset([writes(prose(mark)), fails('analysis', kind, kind.calls)]);
  if (again) await retryButton().click();
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
/** What a service itself makes of a request, each in its own way. */
const services = [...classes, 'no first token', 'a gap between tokens', 'an error in mid-stream', '200 with an error'];
const ofWriting = failureKinds.filter(({ name, prose }) => services.includes(name) && prose !== null);

async function begin(promptMode: 'native' | 'compat_plus'): Promise<void> {
  await choose({ ...limitSettings(), promptMode });
  await freshChat(stage);
  path = ['coin'];
  stage.model.reset(turnOf(prose('begin'), [gain('coin')]));
  await act('send');
  await played(stage);
  await expectWhole();
}

describe.each(actions)('the merged prompt, at a %s', (action) => {
  beforeAll(() => begin('native'), 2 * PATIENCE);

  // What failed before there was prose is written again, and nothing else is asked.
  it.each(ofWriting)('$name', async (kind) => {
    await clearToasts(stage.page);
    const waits = await failWriting(kind, action);
    await expectWhole();
    if (waits) await writeAfterAll(kind, action);
    await expectWhole();
  });
});

describe.each(actions)('SillyTavern’s prompt with memory and state, at a %s', (action) => {
  beforeAll(() => begin('compat_plus'), 2 * PATIENCE);

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
    await choose(settings);
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
