/** Records chat files of a real SillyTavern after every kind of path change: `node test/host/record-chats.mjs`. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchChromium } from './chromium.mjs';
import { makeDataRoot } from './data-root.mjs';
import { startModelServer } from './model-server.mjs';
import * as player from './player.mjs';
import { startSillyTavern } from './sillytavern.mjs';

const out = resolve('test/fixtures/chats');
const dir = mkdtempSync(join(tmpdir(), 'na-record-'));
let written = 0;
let analysed = 0;
const model = await startModelServer({
  pace: { tokenDelay: 1, firstDelay: 5 },
  script: (body) => {
    if (!JSON.stringify(body.messages).includes('summary_entries'))
      return { reply: `Marta counts out the coins of purse ${(written += 1)}.` };
    analysed += 1;
    const events = [{ type: 'add_item', params: { item: 'coin', quantity: 10 ** (analysed - 1) } }];
    return { reply: JSON.stringify({ summary_entries: [`Purse ${analysed} was counted.`], events }) };
  },
});
const card = {
  data: { name: 'Marta', description: 'Marta keeps the lamp shop.', first_mes: 'You step into the lamp shop.' },
};
const dataRoot = makeDataRoot({
  dir,
  extensionDir: resolve('.'),
  cards: [{ card }],
  modelUrl: model.url,
  stream: true,
});
const sillyTavern = await startSillyTavern({ dataRoot });
const browser = await launchChromium({ locale: 'en-US' });
try {
  const page = await player.openPage(browser, sillyTavern.url);
  await player.openCharacter(page, 'Marta');
  /** @param {string} name @param {() => Promise<unknown>} act */
  const record = async (name, act) => {
    await act();
    await player.waitIdle(page);
    await page.waitForTimeout(2_500);
    await page.evaluate(() => SillyTavern.getContext().saveMetadata());
    await page.waitForTimeout(500);
    const expected = await page.evaluate(() => ({
      inventory: globalThis.NarrativeAgent?.api.state.get().inventory,
      summaries: globalThis.NarrativeAgent?.api.state.summaries(),
      rows: globalThis.NarrativeAgent?.api.sessions
        .timeline()
        .map(({ round, pageId, analysis, edited }) => ({ round, pageId, analysis, edited })),
    }));
    copyFileSync(
      join(dataRoot.userDir, 'chats', 'Marta', `${await player.chatName(page)}.jsonl`),
      join(out, `${name}.jsonl`),
    );
    writeFileSync(join(out, `${name}.expected.json`), `${JSON.stringify(expected, null, 2)}\n`);
    console.log(name, JSON.stringify(expected.inventory), expected.summaries);
  };
  await record('send', () => player.send(page, 'I ask for my wages.'));
  await record('swipe-new', () => player.swipeRight(page));
  await record('swipe-back', () => player.swipeLeft(page));
  await record('regenerate', async () => {
    await player.send(page, 'And the rest?');
    await player.waitIdle(page);
    await player.regenerate(page);
  });
  await record('edit', () => player.editMessage(page, 2, 'Marta counts out the coins, slowly and twice.'));
  await record('copy', () => player.copyMessage(page, 2));
  await record('move', () => player.moveMessage(page, 3, 'down'));
  await record('delete', () => player.deleteMessage(page, 4));
  await record('rename', () => player.renameChat(page, 'Renamed story'));
  await record('branch', () => player.branchFrom(page, 2));
} finally {
  await browser.close();
  await sillyTavern.stop();
  await model.stop();
  rmSync(dir, { recursive: true, force: true });
}
