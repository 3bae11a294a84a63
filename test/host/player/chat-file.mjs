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
  const button = message.locator('.mes_create_branch');
  // A message that is drawn anew between the two clicks hides its buttons again.
  for (let tries = 0; tries < 50 && !(await button.isVisible()); tries++) {
    if (await hint.isVisible()) await hint.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(100);
  }
  await button.click();
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

/**
 * Imports a chat file from disk for the open character, through the list of chat files. It is not opened.
 *
 * @param {Page} page
 * @param {string} file path of a .jsonl
 * @returns {Promise<string>} the name it was given
 */
export async function importChat(page, file) {
  await option(page, 'option_select_chat');
  await row(page, await currentChat(page)).waitFor();
  const before = await listed(page);
  await page.locator('#chat_import_file').setInputFiles(file);
  await page.waitForFunction(
    (count) => document.querySelectorAll('#select_chat_div .select_chat_block').length > count,
    before.length,
  );
  const name = (await listed(page)).find((each) => !before.includes(each)) ?? '';
  await page.locator('#select_chat_cross').click();
  await page.locator('#shadow_select_chat_popup').waitFor({ state: 'hidden' });
  return name;
}

/** Deletes the open chat with its file; SillyTavern opens another. @param {Page} page @returns {Promise<string>} the one it opened */
export async function deleteChat(page) {
  const before = await currentChat(page);
  await page.evaluate(() => SillyTavern.getContext().executeSlashCommandsWithOptions('/delchat'));
  return chatChanges(page, before);
}

/** Makes a group chat of the open chat, and is in it afterwards. @param {Page} page */
export async function convertToGroup(page) {
  await option(page, 'option_convert_to_group');
  await page.locator('dialog.popup[open] .popup-button-ok').click();
  await page.waitForFunction(() => Boolean(SillyTavern.getContext().groupId));
  await page.waitForFunction(() => document.querySelectorAll('#chat .mes').length > 0);
}

/** Renames the open character; its chats move along. @param {Page} page @param {string} name */
export async function renameCharacter(page, name) {
  const old = await page.evaluate(() => SillyTavern.getContext().name2);
  await page.evaluate((next) => {
    return SillyTavern.getContext().executeSlashCommandsWithOptions(`/rename-char silent=true chats=false ${next}`);
  }, name);
  await page.waitForFunction(
    (before) => SillyTavern.getContext().name2 !== before && document.querySelectorAll('#chat .mes').length > 0,
    old,
  );
}

/** @param {Page} page @returns {Promise<string[]>} names in the open list of chat files */
async function listed(page) {
  return page
    .locator('#select_chat_div .select_chat_block')
    .evaluateAll((blocks) => blocks.map((block) => block.getAttribute('file_name') ?? ''));
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
