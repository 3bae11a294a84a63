/** Works with chat files as a person does: branch, rename, start anew, open another. */
import { option } from './turn.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Makes a branch that ends with a message, and is in it afterwards.
 *
 * @param {Page} page
 * @param {number} index
 * @returns {Promise<string>} the branch's name
 */
export async function branchFrom(page, index) {
  const before = await currentChat(page);
  const message = page.locator(`#chat .mes[mesid="${index}"]`);
  await message.scrollIntoViewIfNeeded();
  const hint = message.locator('.extraMesButtonsHint');
  if (await hint.isVisible()) await hint.click();
  await message.locator('.mes_create_branch').click();
  return chatChanges(page, before);
}

/**
 * Renames the open chat in the list of chat files.
 *
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<string>} the name it has now
 */
export async function renameChat(page, name) {
  const before = await currentChat(page);
  await option(page, 'option_select_chat');
  await row(page, before).locator('.renameChatButton').click();
  await page.locator('dialog.popup[open] .popup-input').fill(name);
  await page.locator('dialog.popup[open] .popup-button-ok').click();
  const now = await chatChanges(page, before);
  await row(page, now).waitFor(); // the list opens again by itself
  await page.locator('#select_chat_cross').click();
  await page.locator('#shadow_select_chat_popup').waitFor({ state: 'hidden' });
  return now;
}

/** Starts a new chat with the open character. @param {Page} page @returns {Promise<string>} its name */
export async function newChat(page) {
  const before = await currentChat(page);
  await option(page, 'option_start_new_chat');
  await page.locator('dialog.popup[open] .popup-button-ok').click();
  return chatChanges(page, before);
}

/** Opens another chat file of the open character. @param {Page} page @param {string} name */
export async function openChat(page, name) {
  const before = await currentChat(page);
  if (before === name) return;
  await option(page, 'option_select_chat');
  await row(page, name).click();
  await chatChanges(page, before);
}

/** A chat file in the list. @param {Page} page @param {string} name */
function row(page, name) {
  return page.locator(`#select_chat_div .select_chat_block[file_name=${JSON.stringify(name)}]`);
}

/** @param {Page} page */
async function currentChat(page) {
  return page.evaluate(() => SillyTavern.getContext().getCurrentChatId() ?? '');
}

/** @param {Page} page @param {string} before */
async function chatChanges(page, before) {
  await page.waitForFunction((old) => {
    const now = SillyTavern.getContext().getCurrentChatId();
    return now !== undefined && now !== old && document.querySelectorAll('#chat .mes').length > 0;
  }, before);
  return currentChat(page);
}
