/** AC36: one chat in two tabs of a real browser: one plays, the other is closed with a sentence and can take over. */
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCharacter, openPage, send, swipeRight } from '../host/player.mjs';
import { followed, freshChat, gain, idle, onDisk, PATIENCE, played, texts, turnOf } from './support/play.ts';
import { openStage, type Stage, state } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

const bar = (page: Page) => page.locator('.narrative-agent-other-tab');
const isClosed = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('#send_form')?.hasAttribute('inert') === true);

async function openTab(withoutLocks: boolean): Promise<Page> {
  const page = await openPage(stage.browser, stage.url, {
    onPage: (opened: Page) => (withoutLocks ? hideLocks(opened) : Promise.resolve()),
  });
  page.setDefaultTimeout(PATIENCE);
  await openCharacter(page, 'Marta');
  return page;
}

/** As at a plain http:// address of another machine. */
const hideLocks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }));

describe.each([
  ['with Web Locks', false],
  ['without them', true],
] as const)('two tabs %s', (_kind, withoutLocks) => {
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    if (withoutLocks) await hideLocks(stage.page);
    await stage.page.bringToFront();
    if (withoutLocks) {
      await stage.page.reload({ waitUntil: 'domcontentloaded' });
      await stage.page.close();
      first = await openTab(true);
    } else first = stage.page;
    await followed(first);
    await freshChat({ ...stage, page: first });
    stage.model.reset(turnOf('Marta gives you three coins.', [gain('coin', 3)]));
    await send(first, 'I ask for coins.');
    await played({ ...stage, page: first });
  });
  afterAll(async () => {
    await second?.close();
  });

  it('the second one is closed with a sentence, and its world is not touched', async () => {
    const before = await onDisk({ ...stage, page: first });
    second = await openTab(withoutLocks);
    await bar(second).waitFor();
    expect(await bar(second).innerText()).toContain('open in another tab');
    expect(await isClosed(second)).toBe(true);
    expect(await isClosed(first)).toBe(false);
    expect(await second.evaluate(() => globalThis.NarrativeAgent!.api.sessions.current())).toBeNull();
    expect(await onDisk({ ...stage, page: first })).toEqual(before);
  });

  it('a reply that is asked for there all the same is not written', async () => {
    stage.model.reset([]);
    const before = await texts(second);
    await swipeRight(second);
    await second.getByText('nothing was sent').waitFor();
    await idle(second);
    expect(await texts(second)).toEqual(before);
    stage.model.verify();
  });

  it('the first goes on playing', async () => {
    stage.model.reset(turnOf('Two more coins.', [gain('coin', 2)]));
    await send(first, 'More, please.');
    await played({ ...stage, page: first });
    expect((await state(first)).inventory).toEqual({ coin: 5 });
  });

  it('taking over reads the chat first, and closes the other', async () => {
    await second.bringToFront();
    await bar(second).getByRole('button').click();
    await bar(second).waitFor({ state: 'detached' });
    await followed(second);
    expect((await state(second)).inventory).toEqual({ coin: 5 });
    expect((await texts(second)).at(-1)).toBe('Two more coins.');
    await bar(first).waitFor();
    expect(await isClosed(first)).toBe(true);
    stage.model.reset(turnOf('One more coin.', [gain('coin')]));
    await send(second, 'And one for the road.');
    await played({ ...stage, page: second });
    expect((await state(second)).inventory).toEqual({ coin: 6 });
  });

  it('when the tab that plays is closed, the other opens with what was played there', async () => {
    await second.close();
    await first.bringToFront();
    await bar(first).waitFor({ state: 'detached' });
    await followed(first);
    expect((await state(first)).inventory).toEqual({ coin: 6 });
    expect((await texts(first)).at(-1)).toBe('One more coin.');
  });
});
