import { describe, expect, it } from 'vitest';
import { makeScannerCache } from '../../../../src/domain/worldbook/scanner-cache.ts';
import { anEntry } from './an-entry.ts';

const texts = { input: 'the bell', window: '', state: '' };

describe('makeScannerCache', () => {
  it('builds once while the keys stay the same, and gives the texts of now', () => {
    let built = 0;
    const scannerOf = makeScannerCache({
      expand: (key) => {
        built += 1;
        return key;
      },
    });
    const entry = (content: string) => anEntry({ keys: ['{{x}}', 'bell'], content });
    expect(scannerOf([entry('first')]).scan(texts)[0]?.entry.content).toBe('first');
    expect(scannerOf([entry('second')]).scan(texts)[0]?.entry.content).toBe('second');
    expect(built).toBe(1);
  });
  it.each([
    ['a key', { keys: ['fog'] }],
    ['a secondary key', { secondaryKeys: ['fog'] }],
    ['the logic', { secondaryKeys: [], selectiveLogic: 2 as const, keys: ['x'] }],
    ['being enabled', { enabled: false }],
    ['whole words', { keys: ['bel'], matchWholeWords: true }],
  ])('follows a change of %s', (_, part) => {
    const scannerOf = makeScannerCache();
    expect(scannerOf([anEntry({ keys: ['bell'] })]).scan(texts)).toHaveLength(1);
    expect(scannerOf([anEntry({ keys: ['bell'], ...part })]).scan(texts)).toEqual([]);
    expect(scannerOf([anEntry({ keys: ['bell'] })]).scan(texts)).toHaveLength(1);
  });
});
