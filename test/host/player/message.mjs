/** Changes messages as a person does, with the pencil and its buttons. */
import { option } from './turn.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {number} index @param {string} text */
export async function editMessage(page, index, text) {
  const message = await openEditor(page, index);
  await message.locator('.edit_textarea').fill(text);
  await message.locator('.mes_edit_done').click();
  await message.locator('.edit_textarea').waitFor({ state: 'detached' });
}

/** Deletes the last message, with all its candidates. @param {Page} page */
export async function deleteLast(page) {
  await deleteMessage(page, (await length(page)) - 1);
}

/** @param {Page} page @param {number} index */
export async function deleteMessage(page, index) {
  const before = await length(page);
  const message = await openEditor(page, index);
  await message.locator('.mes_edit_delete').click();
  const whole = page.locator('dialog.popup[open] .popup-button-custom');
  const only = page.locator('dialog.popup[open] .popup-button-ok');
  await only.waitFor();
  await ((await whole.count()) > 0 ? whole : only).click();
  await page.waitForFunction((count) => SillyTavern.getContext().chat.length < count, before);
  await page.locator('dialog.popup[open]').waitFor({ state: 'detached' });
}

/** Deletes the candidate that is shown, of the last message. @param {Page} page */
export async function deleteSwipe(page) {
  const index = (await length(page)) - 1;
  const before = await page.evaluate(() => SillyTavern.getContext().chat.at(-1)?.swipes?.length ?? 1);
  const message = await openEditor(page, index);
  await message.locator('.mes_edit_delete').click();
  await page.locator('dialog.popup[open] .popup-button-ok').click();
  await page.waitForFunction((count) => (SillyTavern.getContext().chat.at(-1)?.swipes?.length ?? 1) < count, before);
  await page.locator('dialog.popup[open]').waitFor({ state: 'detached' });
}

/**
 * Deletes one candidate of any message, as the list of candidates does.
 *
 * @param {Page} page
 * @param {number} index
 * @param {number} swipe
 */
export async function deleteSwipeOf(page, index, swipe) {
  await page.evaluate(
    ([at, which]) => globalThis.playerHost?.deleteSwipe(which, at),
    /** @type {const} */ ([index, swipe]),
  );
}

/**
 * Shows another candidate of any message, as the list of candidates and the slash command do.
 *
 * @param {Page} page
 * @param {number} index
 * @param {number} swipe
 */
export async function jumpToSwipe(page, index, swipe) {
  await page.evaluate(
    ([at, which]) =>
      SillyTavern.getContext().swipe.to(
        null,
        which > (SillyTavern.getContext().chat[at]?.swipe_id ?? 0) ? 'right' : 'left',
        {
          source: 'slash_command',
          forceMesId: at,
          forceSwipeId: which,
        },
      ),
    /** @type {const} */ ([index, swipe]),
  );
  await page.waitForFunction(
    ([at, which]) => SillyTavern.getContext().chat[at]?.swipe_id === which,
    /** @type {const} */ ([index, swipe]),
  );
}

/**
 * Deletes a message and all after it, through the menu.
 *
 * @param {Page} page
 * @param {number} index
 */
export async function deleteFrom(page, index) {
  await option(page, 'option_delete_mes');
  await page.locator(`#chat .mes[mesid="${index}"] .mes_block`).click();
  await page.locator('#dialogue_del_mes_ok').click();
  await page.waitForFunction((count) => SillyTavern.getContext().chat.length === count, index);
}

/** @param {Page} page @param {number} index @param {'up' | 'down'} direction */
export async function moveMessage(page, index, direction) {
  const message = await openEditor(page, index);
  await message.locator(`.mes_edit_${direction}`).click();
  const moved = page.locator(`#chat .mes[mesid="${direction === 'up' ? index - 1 : index + 1}"]`);
  await moved.locator('.edit_textarea').waitFor();
  await moved.locator('.mes_edit_cancel').click();
  await moved.locator('.edit_textarea').waitFor({ state: 'detached' });
}

/** Puts a copy after the message. @param {Page} page @param {number} index */
export async function copyMessage(page, index) {
  const before = await length(page);
  const message = await openEditor(page, index);
  await message.locator('.mes_edit_copy').click();
  const popup = page.locator('dialog.popup[open] .popup-button-ok');
  await popup.click();
  await page.waitForFunction((count) => SillyTavern.getContext().chat.length > count, before);
  const open = page.locator('#chat .mes:has(.edit_textarea)');
  if (await open.count()) await open.locator('.mes_edit_cancel').click();
}

/** @param {Page} page @param {number} index */
async function openEditor(page, index) {
  const message = page.locator(`#chat .mes[mesid="${index}"]`);
  await message.scrollIntoViewIfNeeded();
  await message.locator('.mes_edit').click();
  await message.locator('.edit_textarea').waitFor();
  return message;
}

/** @param {Page} page */
async function length(page) {
  return page.evaluate(() => SillyTavern.getContext().chat.length);
}
