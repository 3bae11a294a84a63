/** Takes a picture of the page. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';

/** @param {import('playwright-core').Page} page @param {string} file e.g. `artifacts/turn-1.png` */
export async function screenshot(page, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
}
