/** Reads the chat: in the page's memory, on the screen, and in the file on disk. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./host-window.d.ts').HostMessage} HostMessage */

/** @param {Page} page @returns {Promise<HostMessage[]>} plain copies */
export async function readChat(page) {
  return page.evaluate(() =>
    JSON.parse(
      JSON.stringify(
        SillyTavern.getContext().chat.map(
          ({ name, mes, is_user, is_system, send_date, extra, swipes, swipe_id, swipe_info }) => ({
            name,
            mes,
            is_user,
            is_system,
            send_date,
            extra,
            swipes,
            swipe_id,
            swipe_info,
          }),
        ),
      ),
    ),
  );
}

/** @param {Page} page @returns {Promise<string>} the open chat's file name without its extension */
export async function chatName(page) {
  return page.evaluate(() => SillyTavern.getContext().getCurrentChatId() ?? '');
}

/** What a person sees of a message; negative indexes count from the end. @param {Page} page @param {number} index @returns {Promise<string>} */
export async function shownText(page, index) {
  const messages = page.locator('#chat .mes .mes_text');
  const at = index < 0 ? (await messages.count()) + index : index;
  return messages.nth(at).innerText();
}

/**
 * @param {{ userDir: string }} dataRoot
 * @param {string} character the card file
 * @param {string} chat
 * @returns {{ header: { chat_metadata: Record<string, unknown> }, messages: HostMessage[] }}
 */
export function readChatFile({ userDir }, character, chat) {
  const lines = readFileSync(path.join(userDir, 'chats', character, `${chat}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  const [header, ...messages] = lines.map((line) => JSON.parse(line));
  return { header, messages };
}

/** @param {{ userDir: string }} dataRoot @param {string} character @returns {string[]} names without extension */
export function chatFiles({ userDir }, character) {
  return readdirSync(path.join(userDir, 'chats', character))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => path.basename(file, '.jsonl'));
}
