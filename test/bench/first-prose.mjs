/**
 * From the click on "send" to the first visible prose, with the extension on and off, on the same scripted server.
 * `node test/bench/first-prose.mjs`; exits 1 when on takes more than 1.1 times what off takes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchChromium } from '../host/chromium.mjs';
import { makeDataRoot } from '../host/data-root.mjs';
import { startModelServer } from '../host/model-server.mjs';
import { openCharacter, openPage, send, waitIdle } from '../host/player.mjs';
import { startSillyTavern } from '../host/sillytavern.mjs';

const MOST = 1.1;
const ROUNDS = 7;
const FIRST_TOKEN_MS = 600;

const dir = mkdtempSync(join(tmpdir(), 'na-bench-'));
const model = await startModelServer({
  pace: { firstDelay: FIRST_TOKEN_MS, tokenDelay: 5 },
  script: (body) => ({
    reply: JSON.stringify(body.messages).includes('summary_entries')
      ? '{"summary_entries":["They talked."],"events":[]}'
      : 'The rain drums on the lamp shop, and Marta goes on polishing the same glass.',
  }),
});
const card = {
  data: { name: 'Marta', description: 'Marta keeps the lamp shop.', first_mes: 'You step in. It rains.' },
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
  const page = await openPage(browser, sillyTavern.url);
  await openCharacter(page, 'Marta');
  /** @type {{ on: number[], off: number[] }} */
  const times = { on: [], off: [] };
  for (let i = 0; i <= ROUNDS; i += 1) {
    for (const which of /** @type {const} */ (['off', 'on'])) {
      await page.evaluate((enabled) => {
        const settings = SillyTavern.getContext().extensionSettings;
        settings['narrative_agent'] = { ...Object(settings['narrative_agent']), enabled };
      }, which === 'on');
      const milliseconds = await firstProse(page);
      // The first of each warms up.
      if (i > 0) times[which].push(milliseconds);
    }
  }
  const middle = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const [on, off] = [middle(times.on), middle(times.off)];
  const ratio = on / off;
  console.log(
    `first visible prose: on ${on.toFixed(0)} ms, off ${off.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (at most ${MOST}); ${cpus().length} cores`,
  );
  process.exitCode = ratio > MOST ? 1 : 0;
} finally {
  await browser.close();
  await sillyTavern.stop();
  await model.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** @param {import('playwright-core').Page} page */
async function firstProse(page) {
  const messages = await page.locator('#chat .mes').count();
  const began = Date.now();
  await send(page, 'I look around.');
  await page.waitForFunction(
    (count) => {
      const last = [...document.querySelectorAll('#chat .mes')].slice(count + 1).at(-1);
      return (last?.querySelector('.mes_text')?.textContent ?? '').includes('rain');
    },
    messages,
    { polling: 'raf' },
  );
  const took = Date.now() - began;
  await waitIdle(page);
  return took;
}
