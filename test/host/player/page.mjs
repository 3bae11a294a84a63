/** Opens SillyTavern in a tab, waits until it can be played, opens characters, waits until a turn is over. */

/** @typedef {import('playwright-core').Page} Page */

/**
 * Opens SillyTavern in a new tab and waits until it is connected.
 *
 * @param {{ newPage(): Promise<Page> }} browser
 * @param {string} url
 * @param {{ connected?: boolean, onPage?: (page: Page) => unknown }} [options] onPage: called before the page loads
 * @returns {Promise<Page>}
 */
export async function openPage(browser, url, { connected = true, onPage } = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  page.setDefaultNavigationTimeout(90_000);
  await onPage?.(page);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await ready(page, connected);
  return page;
}

/** @param {Page} page */
export async function reloadPage(page) {
  await page.reload({ waitUntil: 'domcontentloaded' });
  await ready(page, true);
}

/** @param {Page} page @param {boolean} connected */
async function ready(page, connected) {
  await page.waitForFunction(() => !document.querySelector('#preloader') && 'SillyTavern' in globalThis, undefined, {
    timeout: 90_000,
  });
  // A text, because vitest would rewrite an `import()` that is meant for the page.
  await page.evaluate(`import('/script.js').then((host) => void (globalThis.playerHost = host))`);
  await closePopups(page);
  if (!connected) return;
  await page.waitForFunction(() => SillyTavern.getContext().onlineStatus !== 'no_connection', undefined, {
    timeout: 60_000,
  });
}

/** Answers every open popup with its first button. @param {Page} page */
export async function closePopups(page) {
  const ok = page.locator('dialog.popup[open] .popup-button-ok:visible').last();
  for (let i = 0; i < 10 && (await ok.isVisible()); i++) {
    await ok.click();
    await page.waitForTimeout(300);
  }
}

/**
 * Opens a character (its current chat) from the character list.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function openCharacter(page, name) {
  const card = page.locator('#rm_print_characters_block .character_select').filter({
    has: page.locator('.ch_name', { hasText: new RegExp(`^${escape(name)}$`) }),
  });
  if (!(await card.first().isVisible())) {
    await page.locator('#rightNavDrawerIcon').click();
    if (!(await card.first().isVisible())) await page.locator('#rm_button_characters').click();
  }
  await card.first().click();
  await page.waitForFunction(
    (wanted) => SillyTavern.getContext().name2 === wanted && document.querySelectorAll('#chat .mes').length > 0,
    name,
  );
  await page.waitForFunction(() => !document.querySelector('#load_icon:not([style*="none"])'));
  if (await page.locator('#right-nav-panel.openDrawer').isVisible()) await page.locator('#rightNavDrawerIcon').click();
  await page.locator('#right-nav-panel.closedDrawer').waitFor({ state: 'attached' });
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Waits until neither SillyTavern nor the extension (when it is there) is at work.
 *
 * @param {Page} page
 * @param {number} [timeoutMs]
 */
export async function waitIdle(page, timeoutMs = 60_000) {
  const end = Date.now() + timeoutMs;
  try {
    await hostQuiet(page, end);
    await page.waitForFunction(() => globalThis.NarrativeAgent?.api.turn.idle().then(() => true) ?? true, undefined, {
      timeout: Math.max(1, end - Date.now()),
    });
    await hostQuiet(page, end);
  } catch (cause) {
    const state = await page.evaluate(() => ({
      generating: document.body.dataset['generating'] ?? 'no',
      turn: globalThis.NarrativeAgent?.api.turn.status() ?? 'no extension',
    }));
    throw new Error(`Not idle after ${timeoutMs} ms: ${JSON.stringify(state)}`, { cause });
  }
}

/**
 * SillyTavern goes on for a moment after its stop button is gone: it saves, and a click on send is lost meanwhile.
 *
 * @param {Page} page
 * @param {number} end
 */
export async function hostQuiet(page, end) {
  await page.waitForFunction(
    () =>
      !document.body.dataset['generating'] &&
      !globalThis.playerHost?.is_send_press &&
      !SillyTavern.getContext().streamingProcessor,
    undefined,
    { timeout: Math.max(1, end - Date.now()) },
  );
}
