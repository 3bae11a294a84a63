/** What is not ours passes through a real SillyTavern byte for byte, and where we stand down one sentence says so. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Request } from 'playwright-core';
import { foreignMark } from '../host/call-kind.mjs';
import * as player from '../host/player.mjs';
import { clearToasts, followed, idle, onDisk, pageErrors, PATIENCE, played, texts } from './support/play.ts';
import { lampCard, openStage, type Stage } from './support/stage.ts';

/** One chat file for each way to be left alone; all begin alike. */
const modes = ['extension on', 'off for all', 'off for the card', 'off for the chat', 'not loaded'] as const;
type Mode = (typeof modes)[number];

const said = (name: string, is_user: boolean, mes: string) => ({
  name,
  is_user,
  mes,
  send_date: '2026-01-01T00:00:00.000Z',
});
const beginning = [
  said('Marta', false, 'The rain begins.'),
  said('Traveller', true, 'I come in.'),
  said('Marta', false, 'Marta nods.'),
];

let stage: Stage;
let extra: string;
const sent: string[] = [];
const requests = new Map<Mode, string[]>();

beforeAll(async () => {
  extra = mkdtempSync(path.join(tmpdir(), 'na-earlier-'));
  const earlier = path.join(extra, 'narrative-agent');
  mkdirSync(earlier);
  const manifest = { display_name: 'Earlier', loading_order: 90, requires: [], optional: [], js: 'index.js', css: '' };
  writeFileSync(path.join(earlier, 'manifest.json'), JSON.stringify({ ...manifest, author: 'test', version: '0.0.1' }));
  writeFileSync(path.join(earlier, 'index.js'), 'globalThis.earlierExtension = true;');
  stage = await openStage({
    extensionFolder: 'whatever-main',
    extraExtensions: [earlier],
    cards: [
      {
        card: lampCard(),
        chat: modes[0],
        chats: Object.fromEntries(modes.map((mode) => [mode, { messages: beginning }])),
      },
      { card: lampCard('Odile') },
    ],
    groups: [{ id: 'both', name: 'Both of them', members: ['Marta', 'Odile'] }],
    settings: {
      extension_settings: { 'narrative-agent': { enabled: false } },
      textgenerationwebui_settings: {
        type: 'ooba',
        streaming: false,
        bypass_status_check: true,
        server_urls: { ooba: 'http://127.0.0.1:9' },
      },
    },
  });
  stage.page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/backends/chat-completions/generate')) sent.push(request.postData() ?? '');
  });
});
afterAll(async () => {
  await stage?.close();
  rmSync(extra, { recursive: true, force: true });
});

/** One reply for whatever is asked next. */
async function asking(reply: string, act: () => Promise<unknown>) {
  stage.model.reset([{ reply }]);
  await act();
  await played(stage);
}

async function setSettings(settings: object) {
  await stage.page.evaluate((value) => {
    SillyTavern.getContext().extensionSettings['narrative_agent'] = value;
  }, settings);
}

const toasts = () => stage.page.locator('#toast-container .toast-message').allInnerTexts();

/** What never is a turn of ours. */
async function foreign() {
  const { page } = stage;
  await asking('I look around.', () => player.impersonate(page));
  expect(await page.inputValue('#send_textarea')).toBe('I look around.');
  await player.type(page, '');
  await asking('quiet', async () => expect(await player.quietPrompt(page, `Say ${foreignMark}`)).toBe('quiet'));
  await asking('raw', async () => expect(await player.rawPrompt(page, `Say ${foreignMark}`)).toBe('raw'));
  await asking('And smiles.', () => player.continueReply(page));
  expect((await texts(page)).at(-1)).toBe('Marta nods. And smiles.');
}

/** What would be a turn of ours. */
async function turns() {
  const { page } = stage;
  await asking('Marta laughs.', () => player.swipeRight(page));
  await asking('Marta cries.', () => player.regenerate(page));
  await asking('Marta waits.', () => player.send(page, 'I wait.'));
  expect((await texts(page)).slice(-3)).toEqual(['Marta cries.', 'I wait.', 'Marta waits.']);
}

async function play(mode: Mode, ...acts: (() => Promise<void>)[]) {
  await player.openChat(stage.page, mode);
  await idle(stage.page);
  await stage.page.waitForTimeout(1_000); // the dry run after a chat change
  sent.splice(0);
  for (const act of acts) await act();
  requests.set(mode, [...sent]);
}

describe('requests', () => {
  it('are made with the extension on: impersonate, quiet, raw, continue', async () => {
    await followed(stage.page);
    await play('extension on', foreign);
    expect(requests.get('extension on')).toHaveLength(4);
  });

  it('are made with the extension off for all', async () => {
    await setSettings({ enabled: false });
    await play('off for all', foreign, turns);
    expect(JSON.stringify(await onDisk(stage))).not.toContain('narrative_agent');
    expect(await stage.page.locator('.narrative-agent-status').count()).toBe(0);
  });

  it('are made with the extension off for the card', async () => {
    await setSettings({ enabled: true, cards: { 'Marta.png': false } });
    await play('off for the card', foreign, turns);
    expect(JSON.stringify(await onDisk(stage))).not.toContain('narrative_agent');
  });

  it('are made with the extension off for the chat', async () => {
    const { page } = stage;
    await setSettings({ enabled: true });
    await player.openChat(page, 'off for the chat');
    await followed(page);
    await page.locator('#extensions-settings-button .drawer-toggle').click();
    await page.locator('.narrative-agent-settings .inline-drawer-header').click();
    await page.locator('#narrative-agent-this-chat').selectOption('false');
    await page.locator('#extensions-settings-button .drawer-toggle').click();
    await play('off for the chat', foreign, turns);
  });

  it('are the same, byte for byte, without the extension', async () => {
    const { page } = stage;
    await page.evaluate(() => {
      const { extensionSettings } = SillyTavern.getContext();
      (extensionSettings['disabledExtensions'] as string[]).push('third-party/whatever-main');
      SillyTavern.getContext().saveSettingsDebounced();
    });
    await page.waitForTimeout(2_500); // the debounced save
    await player.reloadPage(page);
    expect(await page.evaluate(() => 'NarrativeAgent' in globalThis)).toBe(false);
    await player.openCharacter(page, 'Marta');
    await play('not loaded', foreign, turns);
    const plain = requests.get('not loaded') ?? [];
    expect(plain).toHaveLength(7);
    for (const mode of modes.slice(1)) expect(requests.get(mode), mode).toEqual(plain);
    expect(requests.get('extension on')).toEqual(plain.slice(0, 4));
  });
});

describe('standing down', () => {
  beforeAll(async () => {
    const { page } = stage;
    await page.evaluate(() => {
      const { extensionSettings } = SillyTavern.getContext();
      extensionSettings['disabledExtensions'] = (extensionSettings['disabledExtensions'] as string[]).filter(
        (name) => name !== 'third-party/whatever-main',
      );
      SillyTavern.getContext().saveSettingsDebounced();
    });
    await page.waitForTimeout(2_500);
    await player.reloadPage(page);
    await page.waitForFunction(() => 'NarrativeAgent' in globalThis);
  }, 2 * PATIENCE);

  const twice = async (sentence: RegExp, act: (text: string) => Promise<unknown>) => {
    const { page } = stage;
    for (const [n, count] of [
      [1, 1],
      [2, 0],
    ] as const) {
      await clearToasts(page);
      await act(`Message ${n}.`);
      expect(
        (await toasts()).filter((text) => sentence.test(text)),
        `message ${n}`,
      ).toHaveLength(count);
    }
    expect(await page.locator('.narrative-agent-status .narrative-agent-stage').count()).toBe(0);
  };

  it('while the earlier extension is enabled too', async () => {
    const { page } = stage;
    await player.openCharacter(page, 'Marta');
    await page.evaluate(() => {
      SillyTavern.getContext().extensionSettings['narrative-agent'] = { enabled: true };
    });
    await twice(/earlier narrative-agent extension/, (text) => asking('One call.', () => player.send(page, text)));
    await page.evaluate(() => {
      SillyTavern.getContext().extensionSettings['narrative-agent'] = { enabled: false };
    });
  });

  it('in a group chat', async () => {
    const { page } = stage;
    const group = page.locator('#rm_print_characters_block .group_select').first();
    await page.locator('#rightNavDrawerIcon').click();
    if (!(await group.isVisible())) await page.locator('#rm_button_characters').click();
    await group.click();
    await page.waitForFunction(() => SillyTavern.getContext().groupId === 'both');
    await page.waitForFunction(() => document.querySelectorAll('#chat .mes').length === 2);
    if (await page.locator('#right-nav-panel.openDrawer').isVisible())
      await page.locator('#rightNavDrawerIcon').click();
    await twice(/group chats/, async (text) => {
      stage.model.reset([{ reply: 'One of them answers.', times: 4, optional: true }]);
      const before = (await texts(page)).length;
      await player.send(page, text);
      // Both members answer, one after the other; between them nothing seems to go on.
      await expect.poll(async () => (await texts(page)).length, { timeout: PATIENCE }).toBe(before + 3);
      await idle(page);
      expect(stage.model.callsOf('analysis')).toHaveLength(0);
      stage.model.verify();
    });
  });

  it('where no chat file is open', async () => {
    const { page } = stage;
    await player.openCharacter(page, 'Odile');
    await followed(page);
    await player.slash(page, '/tempchat');
    await twice(/temporary chat/, (text) => asking('Just talk.', () => player.send(page, text)));
  });

  it('with text completion', async () => {
    const { page } = stage;
    await page.route('**/api/backends/text-completions/generate', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify({ choices: [{ text: 'Plain text.' }] }) }),
    );
    await player.openCharacter(page, 'Odile');
    await player.slash(page, '/api ooba');
    await page.waitForFunction(() => SillyTavern.getContext().onlineStatus !== 'no_connection');
    stage.model.reset([]);
    await twice(/chat completion connections only/, async (text) => {
      await player.send(page, text);
      await idle(page);
    });
    expect((await texts(page)).at(-1)).toBe('Plain text.');
    stage.model.verify();
    expect(pageErrors(stage)).toEqual([]);
  });
});
