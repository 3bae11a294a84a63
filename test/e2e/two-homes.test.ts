/** The same chat in another home: cleared site data, another browser, another address; the file holds enough. */
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIRROR_LIMIT_BYTES } from '../../src/domain/timeline/mirror.ts';
import { launchChromium } from '../host/chromium.mjs';
import * as player from '../host/player.mjs';
import {
  finds,
  followed,
  freshChat,
  gain,
  idle,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  turnOf,
  writes,
} from './support/play.ts';
import { openStage, type Stage, state, summaries, timeline } from './support/stage.ts';

let stage: Stage;

async function say(prose: string, events: readonly object[] = [gain('coin')]): Promise<void> {
  stage.model.reset(turnOf(prose, events));
  await player.send(stage.page, `Input for: ${prose}`);
  await played(stage);
}

/** What must be the same wherever the chat is opened. */
async function world(page: Page) {
  const { variables, sessions } = await page.evaluate(() => {
    const { api } = globalThis.NarrativeAgent!;
    return { variables: api.variables.resolveAll(), sessions: api.sessions.current() };
  });
  return {
    state: await state(page),
    summaries: await summaries(page),
    timeline: await timeline(page),
    variables: Object.fromEntries(Object.entries(variables).filter(([, { scope }]) => scope === 'branch')),
    sessions,
  };
}

type Edit = 'undo' | 'redo';
const step = (page: Page, name: Edit): Promise<boolean> =>
  page.evaluate((op) => globalThis.NarrativeAgent!.api.state[op](), name);

async function openHere(page: Page): Promise<void> {
  page.setDefaultTimeout(PATIENCE);
  await player.openCharacter(page, 'Marta');
  await followed(page);
  await idle(page);
}

/** Removes what the browser keeps for this address, as "clear site data" does. */
async function clearSiteData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(stage.url).origin, storageTypes: 'all' });
  await session.detach();
}

const databases = (page: Page): Promise<number> =>
  page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('narrative')).length);

beforeAll(async () => {
  stage = await openStage();
  await freshChat(stage);
  await say('One coin.');
  stage.model.reset(turnOf('Two more coins.', [gain('coin', 2)]));
  await player.swipeRight(stage.page);
  await played(stage);
  await say('A rope.', [gain('rope')]);
  stage.model.reset([writes('A lamp.'), finds('A lamp was given.', [gain('lamp')])]);
  await player.regenerate(stage.page);
  await played(stage);
  await stage.page.evaluate(async () => {
    const { state: by, variables } = globalThis.NarrativeAgent!.api;
    await by.set('inventory.coin', 40);
    await by.lock('inventory.coin');
    await by.set('location', 'cellar');
    await by.undo();
    await variables.set('mood', 'wary', { scope: 'branch' });
  });
  await say('A note.', [gain('note'), gain('coin', 9)]);
});
afterAll(async () => {
  await stage?.close();
});

it('AC62: after the site data were cleared the chat file alone gives the same world', async () => {
  const { page } = stage;
  const before = await world(page);
  expect(before.state.inventory).toEqual({ coin: 40, lamp: 1, note: 1 });
  await clearSiteData(page);
  await player.reloadPage(page);
  await openHere(page);
  expect(await world(page)).toEqual(before);
  expect(await databases(page)).toBe(1);
});

it('and it is played on: swipes start from the right base, the lock holds', async () => {
  const { page, model } = stage;
  model.reset(turnOf('A key.', [gain('key'), gain('coin', 5)]));
  await player.swipeRight(page);
  await played(stage);
  expect((await state(page)).inventory).toEqual({ coin: 40, lamp: 1, key: 1 });
  await player.swipeLeft(page);
  await expect.poll(async () => (await state(page)).inventory).toEqual({ coin: 40, lamp: 1, note: 1 });
});

it('AC62: another browser, at other addresses of the same machine and without a secure context, shows the same world, with undo and redo', async () => {
  const before = await world(stage.page);
  // As a phone sees it: a name of the home network, over plain http.
  const other = await launchChromium({ args: ['--host-resolver-rules=MAP home.lan 127.0.0.1'] });
  try {
    for (const host of ['127.0.0.1', 'localhost', 'home.lan']) {
      const address = stage.url.replace('127.0.0.1', host);
      const page = await player.openPage(other, address);
      await openHere(page);
      expect(await page.evaluate(() => isSecureContext)).toBe(host !== 'home.lan');
      expect(await world(page), address).toEqual(before);
      expect(await step(page, 'redo')).toBe(true);
      expect((await state(page)).location).toBe('cellar');
      expect(await step(page, 'undo')).toBe(true);
      expect(await world(page), address).toEqual(before);
      await page.close();
    }
  } finally {
    await other.close();
  }
});

describe('a round that does very much', () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    gain(`a thing with a rather long name, number ${n} of the great hoard`),
  );

  it('is kept with the chat as a whole, and says so; no swipe carries more than its share', async () => {
    const { page } = stage;
    await player.reloadPage(page);
    await openHere(page);
    await say('The hoard is yours.', many);
    await page.locator('#toast-container', { hasText: 'kept with the chat as a whole' }).waitFor();
    const { header, messages } = await onDisk(stage);
    for (const message of messages) {
      const mirrors = [message.extra, ...(message.swipe_info ?? []).map(({ extra }) => extra)];
      for (const extra of mirrors) {
        expect(JSON.stringify(extra?.['narrative_agent'] ?? null).length).toBeLessThanOrEqual(MIRROR_LIMIT_BYTES);
      }
    }
    const mirror = header.chat_metadata['narrative_agent'] as { keyframes: Record<string, unknown> };
    expect(Object.keys(mirror.keyframes)).toHaveLength(1);
    expect(Object.keys((await state(page)).inventory)).toHaveLength(63);
  });

  it('is the same when the site data are cleared, also after a swipe and back', async () => {
    const { page, model } = stage;
    model.reset(turnOf('Nothing at all.', []));
    await player.swipeRight(page);
    await played(stage);
    expect(Object.keys((await state(page)).inventory)).toHaveLength(3);
    await clearSiteData(page);
    await player.reloadPage(page);
    await openHere(page);
    await player.swipeLeft(page);
    await expect.poll(async () => Object.keys((await state(page)).inventory).length).toBe(63);
  });
});

it('no error reached the page', () => {
  expect(pageErrors(stage)).toEqual([]);
});
