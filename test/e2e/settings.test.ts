/** Settings in a real SillyTavern, in a folder of any name: the drawer in both languages, when a change counts, what is kept aside. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCharacter, reloadPage, send } from '../host/player.mjs';
import {
  finds,
  followed,
  freshChat,
  gain,
  onDisk,
  pageErrors,
  PATIENCE,
  played,
  promptOf,
  turnOf,
  writes,
} from './support/play.ts';
import { openStage, type Stage } from './support/stage.ts';

/** From a later version, one part broken, one part nobody knows. */
const stored = {
  version: 99,
  enabled: true,
  pipeline: { retries: 'many', tail: 'auto' },
  futurePart: { depth: [1, 2, 3] },
};

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ extensionFolder: 'whatever-main', extension: stored, locale: 'zh-CN' });
});
afterAll(async () => {
  await stage?.close();
});

const onServer = () =>
  JSON.parse(readFileSync(path.join(stage.dataRoot.userDir, 'settings.json'), 'utf8')) as {
    extension_settings: Record<string, Record<string, unknown>>;
  };

async function openDrawer() {
  const { page } = stage;
  await page.locator('#extensions-settings-button .drawer-toggle').click();
  await page.locator('.narrative-agent-settings .inline-drawer-header').click();
  await page.locator('[data-setting="enabled"]').waitFor();
}
const closeDrawer = () => stage.page.locator('#extensions-settings-button .drawer-toggle').click();

describe('settings that cannot be read as a whole', () => {
  it('are not written over by playing', async () => {
    const { page, model } = stage;
    await freshChat(stage);
    model.reset(turnOf('玛塔点点头。'));
    await send(page, '我点头。');
    await played(stage);
    await page.evaluate(() => SillyTavern.getContext().saveSettingsDebounced());
    await page.waitForTimeout(2_500);
    expect(onServer().extension_settings['narrative_agent']).toEqual(stored);
  });

  it('are told in the drawer, in Chinese, and kept aside before the first change', async () => {
    const { page } = stage;
    await openDrawer();
    const drawer = page.locator('.narrative-agent-settings');
    expect(await drawer.innerText()).toMatch(/世界|设置/);
    expect(await drawer.locator('.narrative-agent-warning').first().innerText()).toContain('pipeline.retries');
    const labels = await drawer.locator('[data-setting] label').allInnerTexts();
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter((label) => label !== '' && !/[\u4e00-\u9fff]/.test(label))).toEqual([]);
    await page.locator('details:has(#narrative-agent-messageBody) > summary').click();
    await page.locator('#narrative-agent-messageBody').selectOption('tagged');
    await page.waitForTimeout(2_500);
    const { narrative_agent, narrative_agent_kept } = onServer().extension_settings;
    expect(narrative_agent).toMatchObject({ messageBody: 'tagged', futurePart: { depth: [1, 2, 3] } });
    expect(narrative_agent_kept).toEqual([stored]);
  });

  it('a change counts at the next turn', async () => {
    const { page, model } = stage;
    model.reset([writes('玛塔微笑。'), finds('玛塔笑了。')]);
    await closeDrawer();
    await send(page, '我笑。');
    await played(stage);
    expect((await onDisk(stage)).messages.at(-1)?.mes).toMatch(/^<context>\n玛塔微笑。\n<\/context>/);
  });

  it('a change while a turn is running does not touch that turn', async () => {
    const { page, model } = stage;
    model.reset([
      writes('玛塔沉默了一会儿，然后开口说话。', {
        before: () =>
          page.evaluate(() => {
            const settings = SillyTavern.getContext().extensionSettings;
            settings['narrative_agent'] = { ...(settings['narrative_agent'] as object), messageBody: 'clean' };
          }),
      }),
      finds('玛塔开口了。', [gain('话')]),
    ]);
    await send(page, '我等。');
    await played(stage);
    expect((await onDisk(stage)).messages.at(-1)?.mes).toMatch(/^<context>/);
    // What the player reads back as history are the words, not our tags.
    expect(promptOf(model.calls[0])).not.toContain('<context>');
  });

  it('the drawer speaks English to an English screen', async () => {
    const { page } = stage;
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await reloadPage(page);
    await openCharacter(page, 'Marta');
    await followed(page);
    await openDrawer();
    const labels = await page.locator('.narrative-agent-settings [data-setting] label').allInnerTexts();
    expect(labels.filter((label) => /[\u4e00-\u9fff]/.test(label))).toEqual([]);
    await closeDrawer();
  });
});

describe('cleaning up', () => {
  const databases = () => stage.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));

  it(
    'SillyTavern’s clean hook takes away the database, the settings and what the open chat holds of ours',
    async () => {
      const { page } = stage;
      expect((await databases()).some((name) => name.startsWith('narrative-agent:'))).toBe(true);
      // As text: the test runner would rewrite the import.
      await page.evaluate(
        `import('/scripts/extensions/third-party/whatever-main/dist/index.js').then((entry) => entry.clean())`,
      );
      expect((await databases()).filter((name) => name.startsWith('narrative-agent:'))).toEqual([]);
      expect(await page.evaluate(() => 'NarrativeAgent' in globalThis)).toBe(false);
      expect(await page.locator('.narrative-agent-status, .narrative-agent-settings').count()).toBe(0);
      const keys = await page.evaluate(() => Object.keys(SillyTavern.getContext().extensionSettings));
      expect(keys.filter((key) => key.startsWith('narrative_agent'))).toEqual([]);
      const file = await onDisk(stage);
      expect(JSON.stringify(file)).not.toContain('narrative_agent');
      expect(file.messages.length).toBeGreaterThan(4);
      expect(file.messages.at(-1)?.mes).toContain('玛塔');
      expect(pageErrors(stage)).toEqual([]);
    },
    2 * PATIENCE,
  );
});
