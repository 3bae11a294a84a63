/** Asks for replies as a person does: send, stop, swipe, regenerate, continue, impersonate. */

import { hostQuiet } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Writes into the input field. @param {Page} page @param {string} text */
export async function type(page, text) {
  await page.locator('#send_textarea').fill(text);
}

/**
 * Writes and presses the send button. Does not wait for the reply: `waitIdle` does.
 *
 * @param {Page} page
 * @param {string} text
 */
export async function send(page, text) {
  await type(page, text);
  await begin(page, () => page.locator('#send_but').click());
}

/** @param {Page} page @param {string} text */
export async function sendByEnter(page, text) {
  await type(page, text);
  await begin(page, () => page.locator('#send_textarea').press('Enter'));
}

/** Presses the stop button; fails when there is none. @param {Page} page */
export async function stop(page) {
  await page.locator('#mes_stop').click({ timeout: 5_000 });
}

/**
 * Waits until the reply shows some text, then presses stop.
 *
 * @param {Page} page
 * @param {string} text
 */
export async function stopReply(page, text) {
  await page.locator('#chat .last_mes .mes_text', { hasText: text }).waitFor();
  await stop(page);
}

/** The next candidate; after the last one a new reply begins. @param {Page} page */
export async function swipeRight(page) {
  const last = await lastSwipe(page);
  const fresh = last.id >= last.count - 1;
  const click = () => page.locator('#chat .last_mes .swipe_right').click();
  if (fresh) return begin(page, click);
  await click();
  await swipeIs(page, last.id + 1);
}

/** The candidate before. @param {Page} page */
export async function swipeLeft(page) {
  const last = await lastSwipe(page);
  await page.locator('#chat .last_mes .swipe_left').click();
  await swipeIs(page, last.id - 1);
}

/** @param {Page} page */
export async function regenerate(page) {
  await begin(page, () => option(page, 'option_regenerate'));
}

/** @param {Page} page */
export async function continueReply(page) {
  await begin(page, () => option(page, 'option_continue'));
}

/** Has the model write the input. @param {Page} page */
export async function impersonate(page) {
  await begin(page, () => option(page, 'option_impersonate'));
}

/** Clicks an entry of the menu beside the input field. @param {Page} page @param {string} id */
export async function option(page, id) {
  await page.locator('#options_button').click();
  await page.locator(`#${id}`).click();
}

/**
 * Clicks, and waits until SillyTavern has begun (or has already ended) the generation. The end of the one before must
 * be over first: its late events would pass for those of this one.
 *
 * @param {Page} page
 * @param {() => Promise<unknown>} click
 */
async function begin(page, click) {
  await hostQuiet(page, Date.now() + 5_000).catch(() => undefined); // a click into a running turn is a case too
  const begun = await page.evaluateHandle(() => {
    const { eventSource, eventTypes } = SillyTavern.getContext();
    const names = ['GENERATION_STARTED', 'GENERATION_ENDED', 'GENERATION_STOPPED'].map((key) => eventTypes[key] ?? '');
    const seen = { started: 0, over: false };
    /** @param {unknown[]} args */
    const start = (...args) => {
      if (args[2] !== true) seen.started ||= performance.now(); // true: a dry run
    };
    const end = () => void (seen.over = seen.started > 0);
    const [started = '', ...ended] = names;
    eventSource.on(started, start);
    for (const name of ended) eventSource.on(name, end);
    const forget = () => {
      eventSource.removeListener(started, start);
      for (const name of ended) eventSource.removeListener(name, end);
    };
    return { seen, forget };
  });
  await click();
  // From GENERATION_STARTED to the stop button SillyTavern awaits a few things; an idle check in between is too early.
  await page.waitForFunction(
    ({ seen }) =>
      seen.started > 0 &&
      (document.body.dataset['generating'] || seen.over || performance.now() - seen.started > 10_000),
    begun,
    { polling: 20 },
  );
  await begun.evaluate(({ forget }) => forget());
  await begun.dispose();
}

/** @param {Page} page */
async function lastSwipe(page) {
  return page.evaluate(() => {
    const message = SillyTavern.getContext().chat.at(-1);
    return { id: message?.swipe_id ?? 0, count: message?.swipes?.length ?? 1 };
  });
}

/** @param {Page} page @param {number} id */
async function swipeIs(page, id) {
  await page.waitForFunction((wanted) => SillyTavern.getContext().chat.at(-1)?.swipe_id === wanted, id);
  await page.locator('#chat .last_mes .swipe_left, #chat .last_mes .swipe_right').first().waitFor();
}
