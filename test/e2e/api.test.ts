/** The public API on a real chat: single messages, candidates, branches, variables. */
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../host/chromium.mjs';
import {
  chatName,
  openCharacter,
  openChat,
  openPage,
  regenerate,
  reloadPage,
  send,
  swipeRight,
} from '../host/player.mjs';
import { followed, freshChat, gain, PATIENCE, pageErrors, played, promptOf, texts, turnOf } from './support/play.ts';
import { openStage, type Stage, state, timeline } from './support/stage.ts';

let stage: Stage;

const say = async (input: string, prose: string, coins = 1): Promise<void> => {
  stage.model.reset(turnOf(prose, [gain('coin', coins)]));
  await send(stage.page, input);
  await played(stage);
};

beforeAll(async () => {
  stage = await openStage();
  await freshChat(stage);
  await say('First input.', 'First reply.');
  await say('Second input.', 'Second reply.');
  await say('Third input.', 'Third reply.');
});
afterAll(async () => {
  await stage?.close();
});

const api = <T>(page: Page, run: string): Promise<T> => page.evaluate<T>(`(async (api) => ${run})(NarrativeAgent.api)`);
const floor = async (round: number) => (await timeline(stage.page)).find((row) => row.round === round)!;
const messagesOf = async (round: number, page = stage.page) =>
  api<{ id: string; role: string; text: string; hidden: boolean }[]>(
    page,
    `api.messages.list(${JSON.stringify((await floor(round)).floorId)})`,
  );
const writingPrompt = (): string => promptOf(stage.model.calls.findLast((call) => call.kind === 'writing'));

it('each message of a round has its own id, role and text', async () => {
  const list = await messagesOf(2);
  expect(list.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'Second input.'],
    ['assistant', 'Second reply.'],
  ]);
  expect(await api(stage.page, `api.messages.get(${JSON.stringify(list[1]!.id)})`)).toMatchObject({
    source: 'host',
    validity: 'always',
    visibility: { user: true, prompt: true },
  });
});

it('AC17: a reply that is hidden leaves the next prompt, and its round and state stay', async () => {
  const [, reply] = await messagesOf(1);
  await api(stage.page, `api.messages.hide(${JSON.stringify(reply!.id)})`);
  expect(await stage.page.locator('#chat .mes[mesid="2"]').getAttribute('is_system')).toBe('true');
  expect((await state(stage.page)).inventory).toEqual({ coin: 3 });
  await say('Fourth input.', 'Fourth reply.');
  expect(writingPrompt()).toContain('First input.');
  expect(writingPrompt()).not.toContain('AI: First reply.');
  expect((await state(stage.page)).inventory).toEqual({ coin: 4 });
});

it('AC2: a revised old reply and a revised input are what later prompts read, and the effects stay', async () => {
  const [input, reply] = await messagesOf(2);
  const update = (id: string, text: string) =>
    api(stage.page, `api.messages.update(${JSON.stringify([id, text]).slice(1, -1)})`);
  expect(await update(reply!.id, 'The reply as I want it.')).toBe(1);
  expect(await update(input!.id, 'The input as I want it.')).toBe(1);
  expect(await stage.page.locator('#chat .mes[mesid="4"] .mes_text').innerText()).toBe('The reply as I want it.');
  expect((await floor(2)).edited).toBe(true);
  await say('Fifth input.', 'Fifth reply.');
  expect(writingPrompt()).toContain('The reply as I want it.');
  expect(writingPrompt()).toContain('The input as I want it.');
  expect(writingPrompt()).not.toContain('AI: Second reply.');
  expect((await state(stage.page)).inventory).toEqual({ coin: 5 });
  const revisions = await api<{ text: string }[]>(stage.page, `api.messages.revisions(${JSON.stringify(reply!.id)})`);
  expect(revisions.map(({ text }) => text)).toEqual(['Second reply.', 'The reply as I want it.']);
});

it('both survive a reload, and are the same in a browser that knows nothing', async () => {
  const all = async (page: Page) => [await messagesOf(1, page), await messagesOf(2, page)];
  const before = await all(stage.page);
  await reloadPage(stage.page);
  await openCharacter(stage.page, 'Marta');
  await followed(stage.page);
  expect(await all(stage.page)).toEqual(before);
  const other = await launchChromium();
  try {
    const page = await openPage(other, stage.url);
    page.setDefaultTimeout(PATIENCE);
    await openCharacter(page, 'Marta');
    await followed(page);
    expect(await all(page)).toEqual(before);
  } finally {
    await other.close();
  }
});

it('a hidden reply comes back into the prompt', async () => {
  const [, reply] = await messagesOf(1);
  await api(stage.page, `api.messages.unhide(${JSON.stringify(reply!.id)})`);
  await say('Sixth input.', 'Sixth reply.');
  expect(writingPrompt()).toContain('AI: First reply.');
});

it('AC18: a note for one round is in that round’s prompts and its swipes’, for the agents it names, and in no later one', async () => {
  const { page, model } = stage;
  const note = (text: string, options: object) =>
    api<string>(page, `api.messages.note(${JSON.stringify(text)}, ${JSON.stringify(options)})`);
  await note('It snows outside.', { source: 'weather' });
  await note('Watch the purse.', { agents: ['analysis'], turns: 2 });
  const taken = await note('Nobody reads this.', {});
  await api(page, `api.messages.remove(${JSON.stringify(taken)})`);
  const seen = () =>
    (['writing', 'analysis'] as const).map((kind) => {
      const prompt = promptOf(model.calls.findLast((call) => call.kind === kind));
      return ['It snows outside.', 'Watch the purse.', 'Nobody reads this.'].map((text) => prompt.includes(text));
    });
  const both = [
    [true, false, false],
    [false, true, false],
  ];
  await say('Note input.', 'Note reply.', 0);
  expect(seen()).toEqual(both);
  model.reset(turnOf('Another note reply.', []));
  await swipeRight(page);
  await played(stage);
  expect(seen()).toEqual(both);
  const [, noted] = (await timeline(page)).slice(-2);
  const list = await api<{ role: string; text: string; validity: string; source: string; visibility: object }[]>(
    page,
    `api.messages.list(${JSON.stringify(noted!.floorId)})`,
  );
  expect(list.find(({ role }) => role === 'system')).toMatchObject({
    text: 'It snows outside.',
    validity: 'turn',
    source: 'weather',
    visibility: { user: false, agents: ['planning', 'writing'] },
  });
  await reloadPage(page);
  await openCharacter(page, 'Marta');
  await followed(page);
  await say('Later input.', 'Later reply.', 0);
  expect(seen()).toEqual([
    [false, false, false],
    [false, true, false],
  ]);
  await expect(note(' ', {})).rejects.toThrow('1 to 2000 characters');
  for (const turns of [0, 1.5, -1, 'two', null, 1_000]) {
    await expect(note('x', { turns }), String(turns)).rejects.toThrow('1 to 100 rounds');
  }
  await expect(note('x'.repeat(2_001), {})).rejects.toThrow('1 to 2000 characters');
  const closing = await note('</guidance> a tag of ours', { source: 'test' });
  await api(page, `api.messages.remove(${JSON.stringify(closing)})`);
  await expect(note('x', { agents: ['verifier'] })).rejects.toThrow('planning, writing, analysis');
});

it('G04: a message is removed as the player would delete it, and the state follows', async () => {
  const { page } = stage;
  const rounds = (await timeline(page)).slice(-2).map(({ round }) => round);
  for (const round of rounds.toReversed()) {
    for (const { id } of (await messagesOf(round))
      .filter(({ role }) => role === 'user' || role === 'assistant')
      .reverse()) {
      await api(page, `api.messages.remove(${JSON.stringify(id)})`);
    }
  }
  await expect.poll(async () => (await timeline(page)).at(-1)!.round).toBe(6);
  expect((await texts(page)).at(-1)).toBe('Sixth reply.');
  await expect(api(page, "api.messages.remove('nobody:reply')")).rejects.toThrow('Only notes and messages');
});

it('AC3: every candidate of a round is listed, and one that is no longer in the chat can be restored', async () => {
  stage.model.reset(turnOf('Another sixth reply.', [gain('coin', 2)]));
  await regenerate(stage.page);
  await played(stage);
  const { floorId } = await floor(6);
  const list = `api.pages.list(${JSON.stringify(floorId)})`;
  const pages = await api<{ pageId: string; attached: boolean; active: boolean }[]>(stage.page, list);
  expect(pages.map(({ attached, active }) => [attached, active])).toEqual([
    [true, true],
    [false, false],
  ]);
  await api(stage.page, `api.pages.restore(${JSON.stringify(pages[1]!.pageId)})`);
  expect((await floor(6)).pages).toEqual([pages[0]!.pageId, pages[1]!.pageId]);
  const old = await api<{ text: string }[]>(stage.page, `api.pages.messages(${JSON.stringify(pages[1]!.pageId)})`);
  expect(old.map(({ text }) => text)).toEqual(['Sixth input.', 'Sixth reply.']);
});

it('AC9: a branch begins at any round and candidate, and writes nothing into the line it came from', async () => {
  const parent = await chatName(stage.page);
  const before = await timeline(stage.page);
  const row = await floor(6);
  const other = row.pages.find((pageId) => pageId !== row.pageId)!;
  const name = await api<string>(
    stage.page,
    `api.branches.fork(${JSON.stringify(row.floorId)}, { pageId: ${JSON.stringify(other)} })`,
  );
  await stage.page.waitForFunction((wanted) => SillyTavern.getContext().getCurrentChatId() === wanted, name);
  await followed(stage.page);
  await expect.poll(async () => (await texts(stage.page)).at(-1)).toBe('Sixth reply.');
  await expect.poll(async () => (await state(stage.page)).inventory).toEqual({ coin: 6 });
  await say('Only in the branch.', 'Only in the branch, too.', 10);
  const branches = await api<{ file: string; current: boolean }[]>(stage.page, 'api.branches.list()');
  expect(branches.find(({ current }) => current)?.file).toBe(name);
  expect(branches.map(({ file }) => file)).toContain(parent);
  await openChat(stage.page, parent);
  await followed(stage.page);
  await expect.poll(() => timeline(stage.page)).toEqual(before);
  expect((await state(stage.page)).inventory).toEqual({ coin: 7 });
});

it('variables are set in a wider layer than a page’s, resolved, and projected into SillyTavern’s own', async () => {
  const set = (key: string, value: unknown, target: object) =>
    api(stage.page, `api.variables.set(${JSON.stringify([key, value, target]).slice(1, -1)})`);
  await set('mood', 'wary', { scope: 'branch' });
  await set('mood', 'merry', { scope: 'global' });
  await set('seen', true, { scope: 'chat' });
  expect(await api(stage.page, `api.variables.resolve('mood')`)).toEqual({ value: 'wary', scope: 'branch' });
  expect(await api(stage.page, `api.variables.resolveAll()`)).toMatchObject({
    mood: { value: 'wary', scope: 'branch' },
    seen: { value: true, scope: 'chat' },
  });
  expect(await api(stage.page, `api.variables.get('seen')`)).toBe(true);
  expect(await api(stage.page, `api.variables.staged()`)).toEqual([]);
  expect(
    await stage.page.evaluate(() => (SillyTavern.getContext().chatMetadata['variables'] as { mood: string }).mood),
  ).toBe('wary');
  await api(stage.page, `api.variables.unset('mood', { scope: 'branch' })`);
  expect(await api(stage.page, `api.variables.get('mood')`)).toBe('merry');
  await expect(set('mood', 1, { scope: 'page' })).rejects.toThrow();
  await expect(set('__proto__', 1, { scope: 'chat' })).rejects.toThrow();
  await expect(set('mood', 1, { scope: 'nowhere' })).rejects.toThrow();
});

it('what a swipe to another candidate shows is what its messages say', async () => {
  await swipeRight(stage.page);
  await expect.poll(async () => (await texts(stage.page)).at(-1)).toBe('Sixth reply.');
  expect((await messagesOf(6)).map(({ text }) => text)).toEqual(['Sixth input.', 'Sixth reply.']);
});

it('no error reached the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
