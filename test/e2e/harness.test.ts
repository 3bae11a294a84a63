/** The harness itself against plain SillyTavern: every command of the player, the events they raise, every fault. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Page } from 'playwright-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchChromium } from '../host/chromium.mjs';
import { makeDataRoot } from '../host/data-root.mjs';
import { type Fault } from '../host/model-faults.mjs';
import { startModelServer } from '../host/model-server.mjs';
import * as player from '../host/player.mjs';
import { startSillyTavern } from '../host/sillytavern.mjs';

const card = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: '阿芜 Wren',
    first_mes: 'You came **back**.',
    alternate_greetings: ['The lamp is lit.'],
    extensions: {},
  },
};

const dir = mkdtempSync(path.join(tmpdir(), 'na-harness-'));
const model = await startModelServer({ pace: { tokenDelay: 5 } });
const dataRoot = makeDataRoot({ dir, cards: [{ card, chat: 'first' }], modelUrl: model.url });
const problems: string[] = [];
const undo: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true }), () => model.stop()];
let page: Page;
let events: Awaited<ReturnType<typeof player.recordEvents>>;

beforeAll(async () => {
  const host = await startSillyTavern({ dataRoot });
  undo.push(() => host.stop());
  const browser = await launchChromium();
  undo.push(() => browser.close());
  page = await player.openPage(browser, host.url, {
    onPage: (opened: Page) => opened.on('pageerror', ({ message }) => problems.push(message)),
  });
  await player.openCharacter(page, card.data.name);
  events = await player.recordEvents(page);
});

afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

beforeEach(async () => {
  await player.newChat(page);
  await setStreaming(true);
});

async function setStreaming(on: boolean) {
  await page.evaluate((value) => void (SillyTavern.getContext().chatCompletionSettings['stream_openai'] = value), on);
}

async function texts() {
  return (await player.readChat(page)).map(({ mes }) => mes);
}

/** The last streamed text. It may not be in the chat yet: SillyTavern renders at most `streaming_fps` times a second. */
async function lastToken() {
  const tokens = (await events.all()).filter(({ name }) => name.endsWith('STREAM_TOKEN_RECEIVED'));
  return String(tokens.at(-1)?.args[0]).trimEnd();
}

async function ownEvents() {
  const noise = /^DRY:|^ITEMIZED|^WORLDINFO|^CHARACTER_EDITED/;
  return (await events.names()).filter((name) => !noise.test(name));
}

const upToRequest = [
  'GENERATE_AFTER_COMBINE_PROMPTS',
  'CHAT_COMPLETION_PROMPT_READY',
  'GENERATE_AFTER_DATA',
  'CHAT_COMPLETION_SETTINGS_READY',
];
const begin = ['GENERATION_STARTED', 'GENERATION_AFTER_COMMANDS'];
const userMessage = ['MESSAGE_SENT', 'USER_MESSAGE_RENDERED'];
const streamedEnd = ['GENERATION_ENDED', 'MESSAGE_RECEIVED', 'CHARACTER_MESSAGE_RENDERED'];

describe('replies', () => {
  beforeEach(async () => {
    await page.waitForTimeout(1_200); // the dry run after a chat change
    await events.clear();
  });

  it('are sent, swiped, regenerated, continued; each raises its events in order', async () => {
    model.reset(['One.', 'Two.', 'Three.', 'And four.', 'I look around.'].map((reply) => ({ reply })));
    await player.send(page, 'Hello');
    await player.waitIdle(page);
    await expect.poll(ownEvents).toEqual([...begin, ...userMessage, ...upToRequest, ...streamedEnd]);

    await events.clear();
    await player.swipeRight(page);
    await player.waitIdle(page);
    await expect.poll(ownEvents).toEqual(['MESSAGE_SWIPED', ...begin, ...upToRequest, ...streamedEnd]);
    await player.swipeLeft(page);
    expect((await texts()).at(-1)).toBe('One.');
    await player.swipeRight(page);
    expect((await player.readChat(page)).at(-1)).toMatchObject({ mes: 'Two.', swipe_id: 1, swipes: ['One.', 'Two.'] });

    await events.clear();
    await player.regenerate(page);
    await player.waitIdle(page);
    await expect.poll(ownEvents).toEqual([...begin, 'MESSAGE_DELETED', ...upToRequest, ...streamedEnd]);
    expect((await player.readChat(page)).at(-1)?.swipes).toEqual(['Three.']);

    await player.continueReply(page);
    await player.waitIdle(page);
    expect((await texts()).at(-1)).toBe('Three. And four.');

    await events.clear();
    await player.impersonate(page);
    await player.waitIdle(page);
    await expect.poll(ownEvents).toEqual([...begin, ...upToRequest, 'GENERATION_ENDED', 'IMPERSONATE_READY']);
    expect(await page.inputValue('#send_textarea')).toBe('I look around.');
    await player.type(page, '');
    model.verify();
    expect(problems).toEqual([]);
  });

  it('not streaming: MESSAGE_RECEIVED comes before GENERATION_ENDED', async () => {
    await setStreaming(false);
    model.reset([{ reply: 'One.' }]);
    await player.sendByEnter(page, 'Hello');
    await player.waitIdle(page);
    const end = ['MESSAGE_RECEIVED', 'CHARACTER_MESSAGE_RENDERED', 'GENERATION_ENDED'];
    await expect.poll(ownEvents).toEqual([...begin, ...userMessage, ...upToRequest, ...end]);
    expect(model.calls[0]?.body.stream).toBe(false);
  });

  it('foreign prompts run without touching the chat', async () => {
    model.reset([{ reply: 'quiet' }, { reply: 'raw' }]);
    expect(await player.quietPrompt(page, 'Say [[foreign]]')).toBe('quiet');
    await events.clear();
    expect(await player.rawPrompt(page, 'Say [[foreign]]')).toBe('raw');
    expect(await ownEvents()).toEqual(['CHAT_COMPLETION_PROMPT_READY', 'CHAT_COMPLETION_SETTINGS_READY']);
    expect(model.callsOf('foreign')).toHaveLength(2);
    expect(await texts()).toHaveLength(1);
  });
});

describe('messages and chat files', () => {
  it('are edited, moved, copied, deleted, branched, renamed, opened', async () => {
    model.reset([{ reply: 'One.' }, { reply: 'Two.' }]);
    await player.send(page, 'Hello');
    await player.waitIdle(page);
    await player.swipeRight(page);
    await player.waitIdle(page);
    await player.deleteSwipe(page);
    expect((await player.readChat(page)).at(-1)?.swipes).toEqual(['One.']);

    await events.clear();
    await player.editMessage(page, 2, 'One and a *half*.');
    expect(await player.shownText(page, -1)).toBe('One and a half.');
    expect(await ownEvents()).toEqual(['MESSAGE_EDITED', 'MESSAGE_UPDATED']);
    await player.moveMessage(page, 2, 'up');
    expect(await texts()).toEqual([card.data.first_mes, 'One and a *half*.', 'Hello']);
    await player.moveMessage(page, 1, 'down');
    await player.copyMessage(page, 2);
    expect((await texts()).slice(2)).toEqual(['One and a *half*.', 'One and a *half*.']);
    await player.deleteLast(page);
    await page.waitForTimeout(1_500); // the debounced save
    const trunk = await player.chatName(page);
    expect(player.readChatFile(dataRoot, card.data.name, trunk).messages).toHaveLength(3);

    const branch = await player.branchFrom(page, 1);
    expect(branch).toBe(`${trunk} - Branch #1`);
    expect(await texts()).toEqual([card.data.first_mes, 'Hello']);
    expect(await player.renameChat(page, 'the quiet line')).toBe('the quiet line');
    await player.slash(page, '/cut 1');
    await player.openChat(page, trunk);
    await player.deleteFrom(page, 1);
    expect(await texts()).toHaveLength(1);
    expect(player.chatFiles(dataRoot, card.data.name)).toContain('the quiet line');
  });
});

describe('what SillyTavern makes of a failing model', () => {
  const reply = 'One two three four five six.';
  const half = 'One two three';
  /** fault, is the stop button needed, the last text in the chat when streaming, and when not */
  const faults: [Fault, streaming: [stop: boolean, last: string], whole: [stop: boolean, last: string]][] = [
    ['http-401', [false, 'go'], [false, 'go']],
    ['http-429', [false, 'go'], [false, 'go']],
    ['http-500', [false, 'go'], [false, 'go']],
    ['reset', [false, 'go'], [false, 'go']],
    ['hang-headers', [true, 'go'], [true, 'go']],
    ['hang-first', [true, 'go'], [true, 'go']],
    ['hang-mid', [true, half], [true, 'go']],
    ['end-early', [true, half], [false, 'go']],
    ['end-quiet', [false, half], [false, 'go']],
    ['error-mid', [false, half], [false, 'go']],
    ['error-200', [false, ''], [false, 'go']],
    ['not-json', [false, ''], [false, 'go']],
  ];
  const cases = faults.flatMap(([fault, streaming, whole]) => [
    { fault, mode: 'streaming', stops: streaming[0], last: streaming[1] },
    { fault, mode: 'whole', stops: whole[0], last: whole[1] },
  ]);

  it.for(cases)('$fault, $mode', async ({ fault, mode, stops, last }) => {
    await setStreaming(mode === 'streaming');
    model.reset([{ reply, fault }]);
    await events.clear();
    await player.send(page, 'go');
    if (stops) {
      await model.waitForCall('writing');
      if (last === half) await expect.poll(lastToken, { timeout: 10_000 }).toBe(half);
      await expect(player.waitIdle(page, 1_500)).rejects.toThrow('Not idle');
      await player.stop(page);
    }
    await player.waitIdle(page, 10_000);
    const call = model.calls[0];
    await call?.done;
    expect((await texts()).at(-1)?.trimEnd()).toBe(last);
    expect(call?.aborted).toBe(stops && fault !== 'end-early');
    model.verify();
    await page.evaluate(() => document.querySelectorAll('#toast-container .toast').forEach((toast) => toast.remove()));
  });
});

it('the script complains about a call nobody expected and a step nobody used', async () => {
  model.reset([{ when: 'planning', reply: '{}', name: 'plan' }]);
  await player.send(page, 'go');
  await player.waitIdle(page);
  expect(() => model.verify()).toThrow(/call 1 \(writing\) was not expected[^]*"plan" was used 0 times of 1/);
});
