/** Chat files in the real host: copies, imports, renames, groups, deletions; each line keeps its own world. */
import { join } from 'node:path';
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashOfCode } from '../../src/tools/consent.ts';
import * as player from '../host/player.mjs';
import { worldbook } from '../host/worldbook.mjs';
import { followed, gain, idle, lose, pageErrors, played, texts, turnOf } from './support/play.ts';
import { lampCard, openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

let stage: Stage;

/** Whoever holds the bell has it written down for the whole chat. */
const bellCode = 'return state.inventory.bell ? { changes: [{ path: "seen", value: true, promote: "chat" }] } : "";';
const bellBook = worldbook([
  {
    comment: '[TOOL:bell] The bell',
    content: JSON.stringify({
      type: 'code',
      trigger: 'post_pipeline',
      function: { name: 'bell', description: 'writes down the bell' },
      code: bellCode,
    }),
  },
]);

const FILE = 'Chat 1';
const cardWithChat = (name: string) => {
  const { data } = lampCard(name);
  const card = { data: { ...data, extensions: { world: 'Bell' } } };
  return {
    card,
    chat: FILE,
    chats: { [FILE]: { messages: [{ name, is_user: false, mes: data['first_mes'], extra: {} }] } },
  };
};

async function say(n: number, change: object = gain('coin')): Promise<void> {
  stage.model.reset(turnOf(`Reply ${n}.`, [change]));
  await player.send(stage.page, `Input ${n}.`);
  await played(stage);
}
const inventory = async () => (await state(stage.page)).inventory;
const ids = () => stage.page.evaluate(() => globalThis.NarrativeAgent!.api.sessions.current());
const seen = () => stage.page.evaluate(() => globalThis.NarrativeAgent!.api.variables.get('seen'));
const rounds = async (): Promise<readonly number[]> =>
  (await summaries(stage.page)).map((line) => Number(/\d+/.exec(line)?.[0]));

async function leaves(expected: readonly number[]): Promise<void> {
  await expect.poll(async () => (await inventory())['coin'] ?? 0).toBe(expected.length);
  expect(await rounds()).toEqual(expected);
}

/** SillyTavern tells a moment after the chat is on the screen. */
async function inStep(): Promise<void> {
  await stage.page.waitForTimeout(100);
  await followed(stage.page);
  await idle(stage.page);
}

async function openFile(name: string): Promise<void> {
  await player.openChat(stage.page, name);
  await inStep();
}

async function openMarta(name = 'Marta'): Promise<void> {
  await player.openCharacter(stage.page, name);
  await inStep();
}

/** What the database knows of chat files, and how many candidates of a chat it keeps. */
const database = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('narrative-agent:default-user');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('no database'));
    });
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve) => {
        const asked = db.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => resolve(asked.result as T[]);
      });
    const branches = await all<{ owner: string; file: string; chatId: string }>('branches');
    const pages = await all<{ chatId: string }>('pages');
    db.close();
    return branches.map(({ owner, file, chatId }) => ({
      owner,
      file,
      pages: pages.filter((page) => page.chatId === chatId).length,
    }));
  });
const known = async (owner: string, file = FILE) =>
  (await database(stage.page)).find((branch) => branch.owner === owner && branch.file === file);

beforeAll(async () => {
  stage = await openStage({
    cards: [cardWithChat('Marta'), cardWithChat('Odile')],
    worlds: { Bell: bellBook },
    settings: {
      extension_settings: {
        narrative_agent_consents: ['Marta.png', 'Martine.png', 'Odile.png'].map((owner) => ({
          ...{ owner, codeHash: hashOfCode(bellCode), answer: 'always', at: 1 },
        })),
      },
    },
  });
  stage.page.setDefaultTimeout(15_000);
  for (const n of [1, 2, 3]) await say(n);
});
afterAll(async () => {
  await stage?.close();
});

it('a branch from another candidate of an old message has that candidate’s world, and the parent keeps its own', async () => {
  const { page, model } = stage;
  model.reset(turnOf('Reply 3, richer.', [gain('coin', 5)]));
  await player.swipeRight(page);
  await played(stage);
  await say(4);
  const before = await timeline(page);
  const name = await page.evaluate<string>(
    `import('/scripts/bookmarks.js').then(({ createBranch }) => createBranch(6, { swipeId: 0 }))`,
  );
  await openFile(name);
  await leaves([1, 2, 3]);
  expect((await texts(page)).at(-1)).toBe('Reply 3.');
  await openFile(FILE);
  expect(await timeline(page)).toEqual(before);
  expect(await inventory()).toEqual({ coin: 8 });
});

it('another candidate of an old message is shown: what follows is folded anew', async () => {
  await player.jumpToSwipe(stage.page, 6, 0);
  await leaves([1, 2, 3, 4]);
  expect((await timeline(stage.page)).at(-1)).toMatchObject({ baseMismatch: true });
});

it('a candidate of an old message that is not shown can be deleted, and one that is', async () => {
  const { page } = stage;
  await player.jumpToSwipe(page, 6, 1);
  await expect.poll(inventory).toEqual({ coin: 8 });
  const row = (await timeline(page)).find(({ round }) => round === 3)!;
  await player.deleteSwipeOf(page, 6, 1);
  await leaves([1, 2, 3, 4]);
  expect((await timeline(page)).find(({ round }) => round === 3)).toMatchObject({
    floorId: row.floorId,
    pages: [row.pages[0]],
  });
  await page.evaluate((id) => globalThis.NarrativeAgent!.api.pages.restore(id), row.pages[1]!);
  await player.deleteSwipeOf(page, 6, 1);
  await leaves([1, 2, 3, 4]);
});

it('a message that is copied is a round of its own, and both stay told apart', async () => {
  const { page } = stage;
  await player.copyMessage(page, 8);
  await expect.poll(async () => (await inventory())['coin']).toBe(5);
  const rows = await timeline(page);
  expect(new Set(rows.map(({ pageId }) => pageId)).size).toBe(rows.length);
  expect(new Set(rows.map(({ floorId }) => floorId)).size).toBe(rows.length);
  await player.deleteLast(page);
  await leaves([1, 2, 3, 4]);
});

it('an edited input and an edited reply keep what the rounds did', async () => {
  const { page } = stage;
  await player.editMessage(page, 3, 'Input 2, in other words.');
  await player.editMessage(page, 4, 'Reply 2, in other words.');
  await expect.poll(async () => (await timeline(page)).find(({ round }) => round === 2)?.edited).toBe(true);
  await leaves([1, 2, 3, 4]);
});

it('the first messages can go: round numbers stay as they are', async () => {
  const { page } = stage;
  const name = await player.branchFrom(page, 8);
  await inStep();
  await player.slash(page, '/cut 0-2');
  await leaves([2, 3, 4]);
  await openFile(FILE);
  await leaves([1, 2, 3, 4]);
  expect(name).not.toBe(FILE);
});

it('AC48: after a round was deleted the next one takes the next number, and nobody is renumbered', async () => {
  const { page } = stage;
  await player.branchFrom(page, 8);
  await inStep();
  await player.deleteMessage(page, 6);
  await player.deleteMessage(page, 5);
  await leaves([1, 2, 4]);
  await say(5);
  await leaves([1, 2, 4, 5]);
  expect((await summaries(page)).join()).not.toContain('Reply 3');
  await openFile(FILE);
});

it('AC10: what a round of a branch writes for the whole chat counts everywhere, until that branch is deleted', async () => {
  const { page } = stage;
  await player.branchFrom(page, 8);
  await inStep();
  await say(5, gain('bell'));
  await expect.poll(seen).toBe(true);
  const branch = await player.chatName(page);
  await openFile(FILE);
  expect(await seen()).toBe(true);
  expect((await inventory())['bell']).toBeUndefined();
  await openFile(branch);
  await player.deleteChat(page);
  await inStep();
  await openFile(FILE);
  await expect.poll(async () => known('Marta.png', branch)).toBeUndefined();
  await player.openCharacter(page, 'Odile');
  await inStep();
  await openMarta();
  if ((await player.chatName(page)) !== FILE) await openFile(FILE);
  await leaves([1, 2, 3, 4]);
  expect((await seen()) ?? null).toBeNull();
});

it('the same file imported twice makes two lines, and neither writes into another', async () => {
  const { page } = stage;
  const file = join(stage.dataRoot.userDir, 'chats', 'Marta', `${FILE}.jsonl`);
  const mine = await ids();
  const found = [mine?.branchId];
  const names = [await player.importChat(page, file), await player.importChat(page, file)];
  expect(new Set(names).size).toBe(2);
  for (const [i, name] of names.entries()) {
    await openFile(name);
    await leaves([1, 2, 3, 4]);
    const here = await ids();
    expect(found).not.toContain(here?.branchId);
    found.push(here?.branchId);
    await say(5, i === 0 ? gain('rope') : lose('coin'));
  }
  await openFile(FILE);
  await leaves([1, 2, 3, 4]);
  expect(await ids()).toEqual(mine);
  await openFile(names[0]!);
  expect(await inventory()).toEqual({ coin: 4, rope: 1 });
  await openFile(names[1]!);
  expect(await inventory()).toEqual({ coin: 3 });
  await openFile(FILE);
});

it('AC65: a renamed character keeps the line of its chats, and goes on', async () => {
  const { page } = stage;
  const before = await ids();
  await player.renameCharacter(page, 'Martine');
  await inStep();
  if ((await player.chatName(page)) !== FILE) await openFile(FILE);
  expect(await ids()).toEqual(before);
  await leaves([1, 2, 3, 4]);
  stage.model.reset(turnOf('Reply 5.', [gain('coin')]));
  await player.send(page, 'Input 5.');
  await played(stage);
  await leaves([1, 2, 3, 4, 5]);
  const pages = await page.evaluate(
    (id) => globalThis.NarrativeAgent!.api.pages.list(id),
    (await timeline(page)).find(({ round }) => round === 3)!.floorId,
  );
  expect(pages.filter(({ attached }) => !attached)).toHaveLength(1);
});

it('a group made of the chat is left to SillyTavern, and the chat it came from stays as it was', async () => {
  const { page, model } = stage;
  const before = await timeline(page);
  const mine = await ids();
  await player.convertToGroup(page);
  await idle(page);
  model.reset([{ reply: 'Spoken in the group.' }]);
  await player.send(page, 'To all of you.');
  await played(stage);
  expect((await texts(page)).at(-1)).toBe('Spoken in the group.');
  await openMarta('Martine');
  if ((await player.chatName(page)) !== FILE) await openFile(FILE);
  expect(await ids()).toEqual(mine);
  expect(await timeline(page)).toEqual(before);
  await leaves([1, 2, 3, 4, 5]);
});

it('AC66: of two characters with a chat of one name the other keeps everything when one chat is deleted', async () => {
  const { page } = stage;
  await player.openCharacter(page, 'Odile');
  await inStep();
  await say(1);
  stage.model.reset(turnOf('Reply 1, again.', [gain('coin', 2)]));
  await player.regenerate(page);
  await played(stage);
  const kept = await known('Odile.png');
  expect(kept?.pages).toBeGreaterThan(1);
  await openMarta('Martine');
  if ((await player.chatName(page)) !== FILE) await openFile(FILE);
  expect(await known('Martine.png')).toBeDefined();
  await player.deleteChat(page);
  await expect.poll(() => known('Martine.png')).toBeUndefined();
  expect(await known('Odile.png')).toEqual(kept);
  await player.openCharacter(page, 'Odile');
  await inStep();
  expect(await inventory()).toEqual({ coin: 2 });
});

it('no error reached the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
