import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKeyScanner } from '../../src/domain/worldbook/match-keys.ts';
import { type WorldbookEntry } from '../../src/domain/worldbook/entry.ts';
import { weighPattern } from '../../src/domain/worldbook/weigh-pattern.ts';
import { anEntry } from '../unit/domain/worldbook/an-entry.ts';

/** What the keys mean, key by key, without any index. */
function met(entry: WorldbookEntry, texts: readonly string[]): boolean {
  const has = (key: string) => key.trim() !== '' && texts.some((text) => found(text, key.trim(), entry));
  if (!entry.keys.some(has)) return false;
  if (!entry.selective || entry.secondaryKeys.length === 0) return true;
  const hits = entry.secondaryKeys.map(has);
  return [hits.includes(true), hits.includes(false), !hits.includes(true), !hits.includes(false)][
    entry.selectiveLogic
  ]!;
}
function found(text: string, key: string, entry: WorldbookEntry): boolean {
  const written = /^\/(.+)\/([ims]*)$/.exec(key);
  if (written) return new RegExp(written[1]!, written[2]).test(text);
  const fold = (value: string) => (entry.caseSensitive ? value : value.toLowerCase());
  if (!entry.matchWholeWords || /\s/.test(key)) return fold(text).includes(fold(key));
  const escaped = fold(key).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(?:^|\\W)${escaped}(?:$|\\W)`).test(fold(text));
}

const letter = fc.constantFrom('a', 'b', 'A', 'B', '潮', '钟', ' ', '.', '_', '1', '𠮷');
const text = (max: number) => fc.string({ unit: letter, maxLength: max });
const key = fc.oneof(
  { weight: 6, arbitrary: text(4) },
  { weight: 1, arbitrary: fc.constantFrom('/a.b/', '/A|潮/i', '/^a/', '/(?:钟|b)1?/', '/[ab]\\d/', '/a(?!b)/') },
);
const entry = fc
  .record({
    keys: fc.array(key, { maxLength: 3 }),
    secondaryKeys: fc.array(key, { maxLength: 3 }),
    selectiveLogic: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    selective: fc.boolean(),
    caseSensitive: fc.boolean(),
    matchWholeWords: fc.boolean(),
  })
  .map((part) => anEntry(part));

describe('the key scan', () => {
  it('finds exactly what a scan key by key finds', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), text(30), text(30), text(30), (entries, input, window, state) => {
        const numbered = entries.map((item, i) => ({ ...item, uid: String(i) }));
        const ours = makeKeyScanner(numbered).scan({ input, window, state });
        const plain = numbered.filter((item) => met(item, [input, window, state]));
        expect(ours.map((match) => match.entry.uid)).toEqual(plain.map(({ uid }) => uid));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('weighPattern', () => {
  it('never throws, and a literal it calls certain occurs wherever the pattern matches', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '潮',
      '.',
      '\\d',
      '[ab]',
      '(',
      ')',
      '(?:',
      '|',
      '*',
      '+',
      '?',
      '{2}',
      '^',
      '\\b',
      '(?!',
    );
    fc.assert(
      fc.property(fc.array(atom, { maxLength: 10 }), text(20), (atoms, haystack) => {
        const pattern = atoms.join('');
        const weight = weighPattern(pattern);
        if (!weight.ok || weight.value.literals === null) return;
        let regex: RegExp;
        try {
          regex = new RegExp(pattern);
        } catch {
          return;
        }
        if (!regex.test(haystack)) return;
        expect(weight.value.literals.some((literal) => haystack.includes(literal))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
