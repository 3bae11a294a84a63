/**
 * Plays every command on a chat in a plain SillyTavern and notes its events and what the chat is afterwards:
 * `node test/host/record-commands.mjs` writes test/fixtures/host-commands.json; `recordCommands()` only reads.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { makeDataRoot } from './data-root.mjs';
import { startModelServer } from './model-server.mjs';
import * as player from './player.mjs';
import { importChat, deleteChat } from './player/chat-file.mjs';
import { startSillyTavern } from './sillytavern.mjs';

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {object} Seen
 * @property {string} name
 * @property {unknown[]} args
 * @property {{ length: number, shown: number | null, swipes: number | null }} at the last message at that moment
 */
/**
 * @typedef {object} Message
 * @property {boolean} user
 * @property {boolean} hidden
 * @property {string} text
 * @property {unknown} mark what stands in `extra` under our key
 * @property {number} [shown]
 * @property {string[]} [swipes]
 * @property {unknown[]} [marks] the same of each `swipe_info`
 */
/** @typedef {{ file: string, integrity: string, parent: string | null, foreign: unknown, messages: Message[] }} Chat */
/** @typedef {{ command: string, before: Chat, events: Seen[], after: Chat }} Recorded */

/** Events that tell of a chat's path; SillyTavern has many more. */
const told = [
  'MESSAGE_SENT',
  'MESSAGE_RECEIVED',
  'MESSAGE_SWIPED',
  'MESSAGE_SWIPE_DELETED',
  'MESSAGE_EDITED',
  'MESSAGE_UPDATED',
  'MESSAGE_DELETED',
  'CHARACTER_MESSAGE_RENDERED',
  'CHAT_CHANGED',
  'CHAT_RENAMED',
  'CHAT_DELETED',
  'GENERATION_STARTED',
  'GENERATION_ENDED',
];

const card = {
  data: {
    name: 'Marta',
    description: 'Marta keeps the lamp shop.',
    first_mes: 'You step into the lamp shop.',
    alternate_greetings: ['The lamp shop is closed.'],
  },
};

/** @returns {Promise<Recorded[]>} */
export async function recordCommands() {
  const dir = mkdtempSync(join(tmpdir(), 'na-commands-'));
  let written = 0;
  let broken = false;
  const model = await startModelServer({
    pace: { tokenDelay: 1, firstDelay: 5 },
    script: () => (broken ? { fault: 'http-500' } : { reply: `Lamp ${(written += 1)} is lit.` }),
  });
  const dataRoot = makeDataRoot({ dir, cards: [{ card }], modelUrl: model.url, stream: true });
  const sillyTavern = await startSillyTavern({ dataRoot });
  const browser = await launchChromium({ locale: 'en-US' });
  /** @type {Recorded[]} */
  const all = [];
  try {
    const page = await player.openPage(browser, sillyTavern.url);
    await player.openCharacter(page, 'Marta');
    await watch(page);
    const names = namer();
    /** @param {string} command @param {() => Promise<unknown>} act */
    const record = async (command, act) => {
      await mark(page, command);
      const before = names.chat(await look(page));
      await page.evaluate(() => void globalThis.playerEvents?.splice(0));
      await act();
      await settle(page);
      const events = await page.evaluate(() => globalThis.playerEvents ?? []);
      const after = names.chat(await look(page));
      all.push({ command, before, events: events.map((event) => names.event(/** @type {any} */ (event))), after });
      console.log(command, events.map(({ name }) => name).join(' '));
    };
    const say = async (/** @type {string} */ text) => {
      await player.send(page, text);
      await settle(page);
    };
    const failing = async (/** @type {() => Promise<unknown>} */ act) => {
      broken = true;
      await act();
      await settle(page);
      broken = false;
    };
    await record('swipe the greeting', () => player.swipeRight(page));
    await record('send', () => player.send(page, 'I ask for a lamp.'));
    await record('swipe: new', () => player.swipeRight(page));
    await record('swipe: back', () => player.swipeLeft(page));
    await record('swipe: forth', () => player.swipeRight(page));
    await record('swipe: failed', () => failing(() => player.swipeRight(page)));
    await record('continue', () => player.continueReply(page));
    await record('regenerate', () => player.regenerate(page));
    await record('edit: reply', () => player.editMessage(page, 2, 'Two lamps are lit.'));
    await record('edit: input', () => player.editMessage(page, 1, 'I ask for two lamps.'));
    await say('And oil?');
    await player.swipeRight(page);
    await settle(page);
    await player.swipeRight(page);
    await settle(page);
    await record('delete: swipe', () => player.deleteSwipe(page));
    await record('hide', () => player.slash(page, '/hide 1'));
    await record('unhide', () => player.slash(page, '/unhide 1'));
    await record('copy', () => player.copyMessage(page, 2));
    await record('move', () => player.moveMessage(page, 3, 'down'));
    await record('delete: middle', () => player.deleteMessage(page, 2));
    await record('delete: last', () => player.deleteLast(page));
    await say('A wick, please.');
    await say('Good night.');
    await record('/cut', () => player.slash(page, '/cut 1'));
    await record('/del', () => player.slash(page, '/del 1'));
    await say('Good night again.');
    await record('delete: from here on', () => player.deleteFrom(page, 3));
    await say('Are you open?');
    await record('checkpoint', () => player.slash(page, '/checkpoint-create mesId=2 Checkpoint'));
    await record('branch', () => player.branchFrom(page, 2));
    await record('rename', () => player.renameChat(page, 'Renamed'));
    const file = join(dataRoot.userDir, 'chats', 'Marta', 'Renamed.jsonl');
    await record('import', async () => names.of(await importChat(page, file)));
    await record('delete: chat', () => deleteChat(page));
    await record('send: failed', () => failing(() => player.send(page, 'Anybody?')));
    await player.closePopups(page);
  } finally {
    await browser.close();
    await sillyTavern.stop();
    await model.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  return all;
}

/** File names and integrities hold dates and chance: each gets a number in the order they are seen. */
function namer() {
  /** @type {string[]} */
  const files = [];
  /** @type {string[]} */
  const marks = [];
  /** @param {string[]} list @param {string} what */
  const numbered = (list, what) => (/** @type {string} */ value) => {
    if (!list.includes(value)) list.push(value);
    return `${what} ${list.indexOf(value) + 1}`;
  };
  const of = numbered(files, 'file');
  const integrity = numbered(marks, 'integrity');
  /** @param {unknown} value @returns {unknown} */
  const plain = (value) => {
    if (typeof value === 'string') {
      const bare = value.replace(/\.jsonl$/, '');
      return files.includes(bare) ? of(bare) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => (isPlain(each) ? [[key, plain(each)]] : [])),
    );
  };
  return {
    of,
    /** @param {Chat} chat @returns {Chat} */
    chat: (chat) => ({
      ...chat,
      file: of(chat.file),
      integrity: integrity(chat.integrity),
      parent: chat.parent === null ? null : of(chat.parent),
    }),
    /** @param {Seen} event @returns {Seen} */
    event: (event) => ({
      ...event,
      args: event.name === 'GENERATION_STARTED' ? event.args.slice(0, 1) : event.args.map(plain),
    }),
  };
}

/** @param {unknown} value */
const isPlain = (value) => ['string', 'number', 'boolean'].includes(typeof value);

/** Notes the events, dry runs left out, with the last message at that moment. @param {Page} page */
async function watch(page) {
  await page.evaluate((names) => {
    const { eventSource, eventTypes } = SillyTavern.getContext();
    /** @type {any[]} */
    const seen = [];
    globalThis.playerEvents = seen;
    for (const name of names) {
      eventSource.makeFirst(eventTypes[name] ?? '', (/** @type {unknown[]} */ ...args) => {
        if (name === 'GENERATION_STARTED' && args[2] === true) return;
        const { chat } = SillyTavern.getContext();
        const last = chat.at(-1);
        const at = { length: chat.length, shown: last?.swipe_id ?? null, swipes: last?.swipes?.length ?? null };
        seen.push(JSON.parse(JSON.stringify({ name, args, at })));
      });
    }
  }, told);
}

/** @param {Page} page */
async function settle(page) {
  await player.waitIdle(page);
  await page.waitForTimeout(700);
}

/** Puts a mark of ours where there is none, as the extension does, and saves. @param {Page} page @param {string} command */
async function mark(page, command) {
  await page.evaluate(async (name) => {
    const host = SillyTavern.getContext();
    host.chatMetadata['narrative_agent'] ??= { of: name };
    host.chat.forEach((/** @type {any} */ message, /** @type {number} */ index) => {
      message.extra ??= {};
      const value = { of: `${name}, ${index}` };
      message.extra.narrative_agent ??= value;
      message.swipe_info?.forEach((/** @type {any} */ info, /** @type {number} */ swipe) => {
        info.extra ??= {};
        info.extra.narrative_agent ??= swipe === message.swipe_id ? value : { of: `${name}, ${index}.${swipe}` };
      });
    });
    await host.saveChat();
  }, command);
}

/** @param {Page} page @returns {Promise<Chat>} */
async function look(page) {
  return page.evaluate(() => {
    const host = SillyTavern.getContext();
    const metadata = host.chatMetadata;
    return JSON.parse(
      JSON.stringify({
        file: host.getCurrentChatId(),
        integrity: metadata['integrity'] ?? '',
        parent: metadata['main_chat'] ?? null,
        foreign: metadata['narrative_agent'] ?? null,
        messages: host.chat.map((/** @type {any} */ message) => ({
          user: message.is_user === true,
          hidden: message.is_system === true,
          text: message.mes,
          mark: message.extra?.narrative_agent ?? null,
          ...(message.swipes
            ? {
                shown: message.swipe_id,
                swipes: message.swipes,
                marks: message.swipe_info?.map((/** @type {any} */ info) => info.extra?.narrative_agent ?? null),
              }
            : {}),
        })),
      }),
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = resolve('test/fixtures/host-commands.json');
  writeFileSync(out, `${JSON.stringify(await recordCommands(), null, 2)}\n`);
}
