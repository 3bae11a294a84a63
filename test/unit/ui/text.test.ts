/** Two languages with one set of keys. */
import { describe, expect, it } from 'vitest';
import { uiText } from '../../../src/ui/text.ts';

function keys(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}:${typeof value}`];
  return Object.entries(value).flatMap(([key, child]) => keys(child, `${at}.${key}`));
}

describe('the text of the screen', () => {
  it('has the same keys in both languages', () => {
    expect(keys(uiText('zh'))).toEqual(keys(uiText('en')));
  });

  it('has no empty sentence', () => {
    for (const language of ['zh', 'en'] as const) {
      expect(JSON.stringify(uiText(language))).not.toMatch(/":""/);
    }
  });
});
