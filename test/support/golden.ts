/** Compares a text with the file that holds what it should be; `UPDATE_GOLDEN=1` writes the file instead. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** @param file below test/golden/, e.g. `prompts/planning/zh-first-turn.golden.md` */
export function expectGolden(file: string, text: string): void {
  const path = fileURLToPath(new URL(`../golden/${file}`, import.meta.url));
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  if (!existsSync(path)) throw new Error(`${file} is missing: run with UPDATE_GOLDEN=1 and read what it writes.`);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
