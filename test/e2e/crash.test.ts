/** AC68: the page is killed at any point of a turn; the next opening shows the turn absent or complete, and the player's text. */
import { type CDPSession, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as player from '../host/player.mjs';
import { finds, followed, freshChat, gain, idle, PATIENCE, played, texts, turnOf, writes } from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

let stage: Stage;
let page: Page;
let session: CDPSession;
/** A page of the same address without SillyTavern: it looks at the database while the other hangs. */
let watcher: Page;
let coins = 0;

const on = (): Stage => ({ ...stage, page });
const last = async () => (await timeline(page)).at(-1)!;
const inventory = async () => (await state(page)).inventory['coin'] ?? 0;

/** As a crash of the tab: nothing of the page runs any more, no unload. */
async function kill(): Promise<void> {
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

async function open(): Promise<void> {
  page = await player.openPage(stage.browser, stage.url);
  page.setDefaultTimeout(PATIENCE);
  session = await page.context().newCDPSession(page);
  await player.openCharacter(page, 'Marta');
  await followed(page);
  await idle(page);
}

/** Writes into the chat file that are promised in the database and not done yet. */
const promised = (): Promise<number> =>
  watcher.evaluate(async () => {
    const request = indexedDB.open('narrative-agent:default-user');
    const db = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const asked = db.transaction('outbox').objectStore('outbox').count();
    return new Promise<number>((resolve) => {
      asked.onsuccess = () => {
        db.close();
        resolve(asked.result);
      };
    });
  });

/** From here on nothing of the chat reaches the disk. */
const holdSaves = (): Promise<unknown> => page.route('**/api/chats/save', () => new Promise(() => undefined));

/** The next commit is the last thing that happens in the page. */
const hangAtCommit = (): Promise<void> =>
  page.evaluate(() => {
    const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (this.name === 'outbox') {
        this.transaction.addEventListener('complete', () => {
          for (;;);
        });
      }
      return put.value?.call(this, value, key) as IDBRequest<IDBValidKey>;
    };
  });

beforeAll(async () => {
  stage = await openStage();
  page = stage.page;
  session = await page.context().newCDPSession(page);
  watcher = await stage.browser.newPage();
  await watcher.goto(`${stage.url}robots.txt`);
  await freshChat(stage);
  stage.model.reset(turnOf('The first coin.', [gain('coin')]));
  await player.send(page, 'Begin.');
  await played(stage);
  coins = 1;
});
afterAll(async () => {
  await stage?.close();
});

/** Whatever came before: the chat can be played on, and everything counts once. */
afterEach(async () => {
  const before = await inventory();
  stage.model.reset(turnOf('One more coin.', [gain('coin')]));
  await player.send(page, 'And on.');
  await played(on());
  expect(await inventory()).toBe(before + 1);
  coins = before + 1;
});

it('AC68: killed while the reply is being written: the input stays, the turn is absent and can be asked for', async () => {
  stage.model.reset([writes('Never seen to its end.', { tokenDelay: 500 })]);
  await player.send(page, 'Input of a killed writing.');
  await page.locator('#chat .last_mes .mes_text', { hasText: 'Neve' }).waitFor();
  await kill();
  await open();
  expect((await texts(page)).at(-1)).toBe('Input of a killed writing.');
  expect(await inventory()).toBe(coins);
  expect(await last()).toMatchObject({ pageId: null });
  stage.model.reset(turnOf('Written after all.', [gain('coin')]));
  await player.regenerate(page);
  await played(on());
  expect(await inventory()).toBe(coins + 1);
});

it('AC68: killed before the commit: the prose stays, and its analysis is offered', async () => {
  stage.model.reset([
    writes('Prose that is safe.'),
    { ...finds('Never read.', [gain('coin', 50)]), firstDelay: 60_000 },
  ]);
  await player.send(page, 'Input of a killed analysis.');
  await expect.poll(() => stage.model.calls.filter(({ kind }) => kind === 'analysis').length).toBe(1);
  await kill();
  await open();
  expect((await texts(page)).slice(-2)).toEqual(['Input of a killed analysis.', 'Prose that is safe.']);
  expect(await last()).toMatchObject({ analysis: 'pending' });
  expect(await inventory()).toBe(coins);
  await page.locator('.narrative-agent-status').first().waitFor();
  stage.model.reset([finds('A coin.', [gain('coin')])]);
  await page.evaluate((id) => globalThis.NarrativeAgent!.api.turn.analyseAgain(id), (await last()).floorId);
  expect(await inventory()).toBe(coins + 1);
});

it('AC68: killed between the commit and the chat: the next opening completes it', async () => {
  stage.model.reset(turnOf('Committed and not written down.', [gain('coin')]));
  const file = await player.chatName(page);
  await hangAtCommit();
  await player.type(page, 'Input of a killed commit.');
  // The page hangs before it could answer.
  page
    .locator('#send_but')
    .click()
    .catch(() => undefined);
  await expect.poll(promised).toBe(1);
  await kill();
  const { messages } = player.readChatFile(stage.dataRoot, 'Marta', file);
  const stored = JSON.stringify(messages.at(-1)?.extra?.['narrative_agent'] ?? null);
  expect(stored).not.toContain('add_item');
  await open();
  await expect.poll(inventory).toBe(coins + 1);
  expect((await texts(page)).slice(-2)).toEqual(['Input of a killed commit.', 'Committed and not written down.']);
  expect(await last()).toMatchObject({ analysis: 'done' });
  await expect.poll(promised).toBe(0);
});

it('AC68: killed after the chat was changed and before SillyTavern saved it: it is written once', async () => {
  const rows = (await timeline(page)).length;
  stage.model.reset([writes('Rewritten.'), { ...finds('A coin more.', [gain('coin', 2)]), firstDelay: 1_500 }]);
  await player.swipeRight(page);
  await expect.poll(() => stage.model.calls.filter(({ kind }) => kind === 'analysis').length).toBe(1);
  await page.waitForTimeout(500);
  await holdSaves();
  await expect.poll(promised).toBe(1);
  await page.waitForTimeout(300);
  await kill();
  await open();
  await expect.poll(inventory).toBe(coins + 1);
  expect((await timeline(page)).length).toBe(rows);
  expect(await last()).toMatchObject({ activePage: 1, analysis: 'done', edited: false });
  expect((await summaries(page)).at(-1)).toContain('A coin more.');
  await expect.poll(promised).toBe(0);
});

it('AC68: killed after everything was saved: nothing changes', async () => {
  const before = [await timeline(page), await summaries(page), await texts(page), await inventory()];
  await kill();
  await open();
  expect([await timeline(page), await summaries(page), await texts(page), await inventory()]).toEqual(before);
});
