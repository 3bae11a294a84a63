/** AC69: the local database is missing, full, held by an old tab, or newer than the code: the story goes on from the chat file. */
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as player from '../host/player.mjs';
import {
  followed,
  freshChat,
  gain,
  idle,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  texts,
  turnOf,
} from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

const NAME = 'narrative-agent:default-user';

let stage: Stage;
let page: Page;

const on = (): Stage => ({ ...stage, page });
const inventory = async () => (await state(page)).inventory;

async function say(prose: string, quantity = 1): Promise<void> {
  stage.model.reset(turnOf(prose, [gain('coin', quantity)]));
  await player.send(page, `Input for: ${prose}`);
  await played(on());
}

/** A tab of its own, in which something is wrong from the beginning. */
async function openTab(prepare: (opened: Page) => Promise<unknown>): Promise<void> {
  await page.close();
  const onPage = async (opened: Page): Promise<void> => {
    await opened.addInitScript(rememberToasts);
    await prepare(opened);
  };
  page = await player.openPage(stage.browser, stage.url, { onPage });
  page.setDefaultTimeout(PATIENCE);
  await player.openCharacter(page, 'Marta');
  await followed(page);
  await idle(page);
}
const openWell = (): Promise<void> => openTab(() => Promise.resolve());

/** A sentence that passes by itself may be gone before anybody looks for it. */
function rememberToasts(): void {
  const told: string[] = [];
  (globalThis as unknown as { toldToasts: string[] }).toldToasts = told;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.closest('#toast-container')) told.push(node.textContent);
  }).observe(document, { childList: true, subtree: true });
}

const toast = async (text: string): Promise<void> => {
  await page.waitForFunction(
    (wanted) => (globalThis as unknown as { toldToasts: string[] }).toldToasts.some((told) => told.includes(wanted)),
    text,
  );
};

/** Candidates the database keeps, in a tab where it works. */
const stored = () =>
  page.evaluate(async (name) => {
    const request = indexedDB.open(name);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(String(request.error)));
    });
    const { version } = db;
    const asked = db.transaction('pages').objectStore('pages').getAllKeys();
    const keys = await new Promise<string[]>((resolve) => {
      asked.onsuccess = () => resolve(asked.result.map(String).sort());
    });
    db.close();
    return { version, keys };
  }, NAME);

beforeAll(async () => {
  stage = await openStage();
  page = stage.page;
  await freshChat(stage);
  await say('First.');
  stage.model.reset(turnOf('First, again.', [gain('coin', 2)]));
  await player.regenerate(page);
  await played(stage);
});
afterAll(async () => {
  await stage?.close();
});

/** Plays a turn and a swipe, and reads the chat again: nothing is missing. */
async function playsOn(): Promise<void> {
  const before = (await inventory())['coin'] ?? 0;
  await say('More.');
  expect(await inventory()).toEqual({ coin: before + 1 });
  stage.model.reset(turnOf('Much more.', [gain('coin', 10)]));
  await player.swipeRight(page);
  await played(on());
  expect(await inventory()).toEqual({ coin: before + 10 });
  await player.swipeLeft(page);
  await expect.poll(inventory).toEqual({ coin: before + 1 });
  const { messages } = await onDisk(on());
  expect(messages.at(-1)?.swipes).toEqual(['More.', 'Much more.']);
}

/** In a tab where all is well the same world is there, and what the database held before is still in it. */
async function nothingIsLost(before: Awaited<ReturnType<typeof stored>>): Promise<void> {
  const here = [await inventory(), await summaries(page), await texts(page)];
  // SillyTavern saves a swipe a second later.
  await page.evaluate(() => SillyTavern.getContext().saveChat());
  await openWell();
  expect([await inventory(), await summaries(page), await texts(page)]).toEqual(here);
  const now = await stored();
  expect(now.version).toBe(before.version);
  expect(now.keys).toEqual(expect.arrayContaining(before.keys));
  await say('And on.');
}

it('AC69: no database at all: a sentence, and everything goes on from the chat file', async () => {
  const before = await stored();
  await openTab((opened) =>
    opened.addInitScript(() =>
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true }),
    ),
  );
  await toast('no local database');
  await playsOn();
  await nothingIsLost(before);
});

it('AC69: a full one: a sentence at the first write, no lost text, the state in the chat file', async () => {
  const before = await stored();
  await openTab((opened) =>
    opened.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    }),
  );
  await playsOn();
  await toast('storage is full');
  await nothingIsLost(before);
});

it('AC69: full from the middle of a turn on: the turn ends as it would have', async () => {
  const before = await stored();
  await openWell();
  await page.evaluate(() => {
    const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (this.name === 'pages') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.value?.call(this, value, key) as IDBRequest<IDBValidKey>;
    };
  });
  await playsOn();
  await toast('storage is full');
  await nothingIsLost(before);
});

describe('a database that is held', () => {
  it('AC69: by an old tab that does not let it be opened: a sentence, and the story goes on', async () => {
    const before = await stored();
    const old = await stage.browser.newPage();
    await old.goto(`${stage.url}robots.txt`);
    // It holds its connection whatever it is told, so that an upgrade waits, and every opening behind it.
    await old.evaluate(
      async ([name, version]) => {
        const request = indexedDB.open(name, version);
        await new Promise((resolve) => {
          request.onsuccess = resolve;
        });
        const upgrade = indexedDB.open(name, version + 1);
        upgrade.onupgradeneeded = () => upgrade.transaction?.abort();
        await new Promise((resolve) => setTimeout(resolve, 200));
      },
      [NAME, before.version] as const,
    );
    await openWell();
    await toast('Another tab holds an older database');
    await playsOn();
    await old.close();
    await nothingIsLost(before);
  });

  it('AC69: newer than the code: it is not touched, and a sentence says what to do', async () => {
    const newer = (version: number) =>
      page.evaluate(
        async ([name, wanted]) => {
          const request = indexedDB.open(name, wanted);
          await new Promise<void>((resolve, reject) => {
            request.onupgradeneeded = () => request.result.createObjectStore('of-a-later-version');
            request.onsuccess = () => {
              request.result.close();
              resolve();
            };
            request.onerror = () => reject(new Error(String(request.error)));
          });
        },
        [NAME, version] as const,
      );
    const before = await stored();
    await newer(before.version + 1);
    // The tab that was open let go of it and says so.
    await toast('newer version was opened in another tab');
    await say('Still here.');
    await openWell();
    await toast('from a newer version');
    await playsOn();
    const now = await stored();
    expect(now.version).toBe(before.version + 1);
    expect(now.keys).toEqual(before.keys);
    expect((await timeline(page)).every(({ analysis }) => analysis !== 'failed')).toBe(true);
  });
});

it('no error reached the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
