/** Launches a headless Chromium with a fresh profile, which is removed when it closes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from './install.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A browser with one profile: its pages are tabs of one person, and share IndexedDB.
 *
 * @typedef {object} Browser
 * @property {import('playwright-core').BrowserContext} context
 * @property {() => Promise<import('playwright-core').Page>} newPage
 * @property {() => Promise<void>} close
 */

/**
 * @param {object} [options]
 * @param {'zh-CN' | 'en-US'} [options.locale]
 * @param {{ width: number, height: number }} [options.viewport]
 * @param {string[]} [options.args] further flags
 * @param {import('playwright-core').BrowserContextOptions} [options.context] e.g. a phone
 * @returns {Promise<Browser>}
 */
export async function launchChromium(options = {}) {
  const { locale = 'en-US', viewport = { width: 1280, height: 900 }, args = [] } = options;
  const profile = mkdtempSync(path.join(tmpdir(), 'narrative-agent-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureChromium(),
    headless: true,
    args: [...flags, ...args],
    locale,
    viewport,
    ...options.context,
  });
  return {
    context,
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
