/** Plays the demo by itself in a headless browser, prints what happened and takes a picture of each turn. */
import { demoTurns } from '../../demo/lantern-ferry.mjs';
import { stories } from '../../demo/model/start-demo-model.mjs';
import { launchChromium } from '../../test/host/chromium.mjs';
import * as player from '../../test/host/player.mjs';
import { startSillyTavern } from '../../test/host/sillytavern.mjs';
import { demoConnection } from './demo-connection.mjs';
import { demoRoot } from './demo-root.mjs';
import { makeReport } from './play-report.mjs';

/** @typedef {'zh' | 'en'} Language */

/** @param {Language} language @returns {Promise<boolean>} every turn did what it should */
export async function playDemo(language) {
  /** @type {(() => unknown)[]} */
  const undo = [];
  try {
    const model = await demoConnection({ tokensPerSecond: 400, firstTokenMs: 50 });
    undo.push(() => model.server?.stop());
    const dataRoot = demoRoot({ dir: `.demo/play-${language}`, language, model, fresh: true });
    console.log('Starting SillyTavern and Chromium …');
    const host = await startSillyTavern({ dataRoot });
    undo.push(() => host.stop());
    const browser = await launchChromium({ locale: language === 'zh' ? 'zh-CN' : 'en-US' });
    undo.push(() => browser.close());
    const report = makeReport(model.server);
    const page = await player.openPage(browser, host.url, {
      onPage: (/** @type {import('playwright-core').Page} */ opened) =>
        opened.on('pageerror', ({ message }) => report.fail(`the page threw: ${message}`)),
    });
    await page.locator('#chat .mes').first().waitFor();
    await player.waitIdle(page);
    await playTurns(page, language, report);
    return report.close();
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/**
 * Answers the question about the card's code as a player who trusts the card does; without the extension nobody asks.
 *
 * @param {import('playwright-core').Page} page
 * @param {Language} language
 * @param {import('./play-report.mjs').Report} report
 */
async function allowCode(page, language, report) {
  if (!(await page.evaluate(() => globalThis.NarrativeAgent !== undefined))) return;
  const dialog = page.locator('.narrative-agent-dialog');
  const asked = await dialog.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  report.check('the card asks before its code may run', asked);
  if (!asked) return;
  await player.screenshot(page, 'artifacts/consent.png');
  await dialog.getByRole('button', { name: { zh: '一直允许', en: 'Always allow' }[language] }).click();
  await dialog.waitFor({ state: 'detached' });
}

/**
 * @param {import('playwright-core').Page} page
 * @param {Language} language
 * @param {import('./play-report.mjs').Report} report
 */
async function playTurns(page, language, report) {
  const story = stories[language];
  const [buy, cross, ask] = demoTurns[language];
  const scripted = report.scripted;
  const coins = { zh: '铜币', en: 'coin' }[language];
  await report.opening(page);
  await allowCode(page, language, report);

  const first = await report.turn(page, 1, buy, () => player.send(page, buy));
  if (first.state && scripted) {
    report.check('two of five coins are spent', first.state.inventory[coins] === 3);
    report.check('it is 19:00', first.state.time.hour === 19 && first.state.time.minute === 0);
  }

  const second = await report.turn(page, 2, cross, () => player.send(page, cross));
  const swiped = await report.turn(page, 2, '→ swipe', () => player.swipeRight(page), 'turn-2-swipe');
  await player.swipeLeft(page);
  await player.waitIdle(page);
  const back = await report.look(page, '← swipe back');
  report.check('swiping back shows the first candidate', back.text === second.text && swiped.text !== second.text);
  if (second.state && back.state) {
    report.check('and its world', JSON.stringify(back.state) === JSON.stringify(second.state));
    report.sideBySide('first candidate', second.state, 'second candidate', swiped.state);
  }

  const third = await report.turn(page, 3, ask, () => player.send(page, ask));
  if (scripted) report.check('the words for the bell come back', third.text.includes(story.password));

  if (third.state) {
    await page.evaluate((item) => globalThis.NarrativeAgent?.api.state.set(`inventory.${item}`, 9), coins);
    const edited = await report.look(page, `${coins} = 9, by hand`);
    report.check('a coin edited by hand stays', edited.state?.inventory[coins] === 9);
  }
}
