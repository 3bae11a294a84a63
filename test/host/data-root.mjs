/** Writes a fresh SillyTavern data root: settings, cards, chats, worldbooks, presets and the extension. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cardPng } from './card-png.mjs';
import { sillyTavernDir } from './install.mjs';
import { hostSettings } from './host-settings.mjs';

/**
 * @typedef {object} ChatSpec
 * @property {Record<string, unknown>[]} messages as in a chat file (`name`, `is_user`, `mes`, …)
 * @property {Record<string, unknown>} [metadata] `chat_metadata`
 */

/**
 * @typedef {object} CardSpec
 * @property {{ data: { name: string } & Record<string, unknown> } & Record<string, unknown>} card V2 card JSON
 * @property {string} [file] the avatar's file name without `.png`; default: the character's name
 * @property {string} [chat] the chat that is open; default: the first of `chats`, else `<file> - start`
 * @property {Record<string, ChatSpec>} [chats] chat files by name
 * @property {(x: number, y: number) => import('./card-png.mjs').Colour} [paint] the picture
 */

/**
 * @typedef {object} DataRootSpec
 * @property {string} dir where to write; made when missing
 * @property {string} [extensionDir] the extension's repository, linked in; none: plain SillyTavern
 * @property {string} [extensionFolder] its folder name in the data root
 * @property {string[]} [extraExtensions] folders of further extensions
 * @property {string} [packageDir] the SillyTavern package, when not the pinned one
 * @property {CardSpec[]} [cards]
 * @property {{ id: string, name: string, members: string[] } []} [groups] members are card files without `.png`
 * @property {Record<string, object>} [worlds] world files by name
 * @property {string[]} [activeWorlds] names of globally active worldbooks
 * @property {Record<string, string[]>} [extraBooks] further books of a card, by card file
 * @property {string} [modelUrl] address of the model server, with `/v1`
 * @property {string} [model]
 * @property {string} [apiKey]
 * @property {boolean} [stream]
 * @property {number} [maxContext]
 * @property {number} [maxTokens]
 * @property {{ name: string, description?: string }} [persona]
 * @property {Record<string, object>} [presets] chat-completion presets by name
 * @property {string} [preset] the selected preset, one of `presets`
 * @property {{ id: string, name: string, model?: string, url?: string, preset?: string }[]} [profiles]
 * @property {string} [openCard] the card file that SillyTavern opens by itself
 * @property {Record<string, unknown>} [extension] `extension_settings.narrative_agent`
 * @property {Record<string, unknown>} [settings] laid over settings.json, deep
 * @property {Record<string, unknown>} [config] laid over config.yaml, top level
 */

/** @typedef {{ dir: string, userDir: string, configPath: string, packageDir: string }} DataRoot */

/**
 * @param {DataRootSpec} spec
 * @returns {DataRoot}
 */
export function makeDataRoot(spec) {
  const dir = path.resolve(spec.dir);
  const userDir = path.join(dir, 'default-user');
  const packageDir = spec.packageDir ?? sillyTavernDir();
  const configPath = path.join(dir, 'config.yaml');
  for (const folder of ['characters', 'chats', 'worlds', 'groups', 'group chats', 'OpenAI Settings', 'extensions']) {
    mkdirSync(path.join(userDir, folder), { recursive: true });
  }
  writeJson(configPath, { ...config, ...spec.config }); // JSON is YAML
  writeFileSync(path.join(userDir, 'content.log'), unwantedContent(packageDir).join('\n'));
  const stock = JSON.parse(readFileSync(path.join(packageDir, 'default/content/settings.json'), 'utf8'));
  writeJson(path.join(userDir, 'settings.json'), hostSettings(stock, spec, versionOf(packageDir)));
  const secret = { id: 'narrative-agent-test', value: spec.apiKey ?? 'sk-scripted', label: 'scripted', active: true };
  writeJson(path.join(userDir, 'secrets.json'), { api_key_custom: [secret] });

  for (const card of spec.cards ?? []) writeCard(userDir, card);
  for (const group of spec.groups ?? []) writeGroup(userDir, group);
  for (const [name, world] of Object.entries(spec.worlds ?? {})) {
    writeJson(path.join(userDir, 'worlds', `${name}.json`), world);
  }
  for (const [name, preset] of Object.entries(spec.presets ?? {})) {
    writeJson(path.join(userDir, 'OpenAI Settings', `${name}.json`), preset);
  }
  if (spec.extensionDir) link(spec.extensionDir, userDir, spec.extensionFolder ?? 'narrative-agent');
  for (const extra of spec.extraExtensions ?? []) link(extra, userDir, path.basename(extra));
  return { dir, userDir, configPath, packageDir };
}

/**
 * Adds a card to a data root, with its chat files.
 *
 * @param {string} userDir
 * @param {CardSpec} spec
 */
export function writeCard(userDir, spec) {
  const file = cardFile(spec);
  const chats = spec.chats ?? {};
  const chat = spec.chat ?? Object.keys(chats)[0] ?? `${file} - start`;
  const { data } = spec.card;
  const json = { name: data.name, ...spec.card, chat, create_date: '2026-01-01T00:00:00.000Z' };
  writeFileSync(path.join(userDir, 'characters', `${file}.png`), cardPng(json, spec.paint));
  mkdirSync(path.join(userDir, 'chats', file), { recursive: true });
  for (const [name, { metadata = {}, messages }] of Object.entries(chats)) {
    const header = { chat_metadata: metadata, user_name: 'unused', character_name: 'unused' };
    const lines = [header, ...messages].map((line) => JSON.stringify(line));
    writeFileSync(path.join(userDir, 'chats', file, `${name}.jsonl`), lines.join('\n'));
  }
}

/** @param {CardSpec} spec @returns {string} the card's file name without `.png` */
export function cardFile(spec) {
  return spec.file ?? spec.card.data.name;
}

/** @param {string} userDir @param {{ id: string, name: string, members: string[] }} group */
function writeGroup(userDir, { id, name, members }) {
  writeJson(path.join(userDir, 'groups', `${id}.json`), {
    id,
    name,
    members: members.map((member) => `${member}.png`),
    avatar_url: null,
    allow_self_responses: false,
    activation_strategy: 1,
    generation_mode: 0,
    disabled_members: [],
    fav: false,
    chat_id: `${id}-chat`,
    chats: [`${id}-chat`],
    auto_mode_delay: 5,
  });
}

/** @param {string} from @param {string} userDir @param {string} folder */
function link(from, userDir, folder) {
  const to = path.join(userDir, 'extensions', folder);
  try {
    symlinkSync(path.resolve(from), to, 'junction');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') throw error;
    cpSync(from, to, { recursive: true, filter: (file) => !/node_modules|[\\/]\.(git|demo)/.test(file) });
  }
}

/** Stock content that a test does not want: it costs time and puts foreign cards into the list. */
const unwanted = ['character', 'sprites', 'world', 'background', 'workflow'];

/** @param {string} packageDir */
function unwantedContent(packageDir) {
  /** @type {{ type: string, filename: string }[]} */
  const index = JSON.parse(readFileSync(path.join(packageDir, 'default/content/index.json'), 'utf8'));
  return index.filter(({ type }) => unwanted.includes(type)).map(({ filename }) => filename);
}

/** @param {string} packageDir @returns {string} */
function versionOf(packageDir) {
  return JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')).version;
}

/** @param {string} file @param {unknown} value */
function writeJson(file, value) {
  writeFileSync(file, JSON.stringify(value, null, 2));
}

const config = {
  listen: false,
  browserLaunch: { enabled: false },
  whitelistMode: true,
  basicAuthMode: false,
  enableUserAccounts: false,
  enableDownloadableTokenizers: false,
  skipContentCheck: false,
  logging: { enableAccessLog: false, minLogLevel: 0 },
  extensions: { enabled: true, autoUpdate: false, models: { autoDownload: false } },
};
