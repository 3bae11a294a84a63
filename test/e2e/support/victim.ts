/** A page that can be killed at any moment and opened again, and what its database still promises to the chat file. */
import { type CDPSession, type Page } from 'playwright-core';
import * as player from '../../host/player.mjs';
import { followed, idle, PATIENCE } from './play.ts';
import { type Stage } from './stage.ts';

export interface Victim {
  /** The page that lives now. */
  readonly page: () => Page;
  /** The stage with that page. */
  readonly stage: () => Stage;
  /** As a crash of the tab: its process is gone at once, nothing is unloaded. */
  readonly kill: () => Promise<void>;
  /** A new tab with the chat that was open, followed by the extension. */
  readonly open: () => Promise<void>;
  /** From here on nothing of the chat reaches the disk. */
  readonly holdSaves: () => Promise<void>;
  /** Writes into the chat file that are promised in the database and not done yet. */
  readonly promised: () => Promise<number>;
}

export async function makeVictim(stage: Stage): Promise<Victim> {
  let { page } = stage;
  let session: CDPSession = await page.context().newCDPSession(page);
  /** A page of the same address without SillyTavern: it looks at the database while the other hangs or is gone. */
  const watcher = await stage.browser.newPage();
  await watcher.goto(`${stage.url}robots.txt`);
  return {
    page: () => page,
    stage: () => ({ ...stage, page }),
    async kill() {
      const crashed = page.waitForEvent('crash');
      session.send('Page.crash').catch(() => undefined);
      await crashed;
      await page.close();
    },
    async open() {
      page = await player.openPage(stage.browser, stage.url);
      page.setDefaultTimeout(PATIENCE);
      session = await page.context().newCDPSession(page);
      await player.openCharacter(page, 'Marta');
      await followed(page);
      await idle(page);
    },
    holdSaves: () => page.route('**/api/chats/save', () => new Promise(() => undefined)).then(() => undefined),
    promised: () =>
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
      }),
  };
}
