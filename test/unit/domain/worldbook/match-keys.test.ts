import { describe, expect, it } from 'vitest';
import { makeKeyScanner, type ScanOptions } from '../../../../src/domain/worldbook/match-keys.ts';
import { type WorldbookEntry } from '../../../../src/domain/worldbook/entry.ts';
import { anEntry } from './an-entry.ts';

const scan = (part: Partial<WorldbookEntry>, input: string, options: ScanOptions = {}) =>
  makeKeyScanner([anEntry(part)], options).scan({ input, window: '', state: '' });
const meets = (part: Partial<WorldbookEntry>, input: string, options: ScanOptions = {}) =>
  scan(part, input, options).length === 1;

describe('makeKeyScanner', () => {
  it.each<[string, Partial<WorldbookEntry>, string, boolean]>([
    ['a Han key inside a sentence', { keys: ['铁匠'] }, '我去找铁匠铺', true],
    ['a single Han character', { keys: ['潮'] }, '退潮了', true],
    ['a key that is not there', { keys: ['铁匠'] }, '我去找铁', false],
    ['any case by default', { keys: ['Dragon'] }, 'a DRAGON lands', true],
    ['the exact case when asked', { keys: ['Dragon'], caseSensitive: true }, 'a dragon lands', false],
    ['the exact case when asked and there', { keys: ['Dragon'], caseSensitive: true }, 'a Dragon lands', true],
    ['inside a word by default', { keys: ['elf'] }, 'herself', true],
    ['not inside a word when whole words are asked', { keys: ['elf'], matchWholeWords: true }, 'herself', false],
    ['a whole word', { keys: ['elf'], matchWholeWords: true }, 'an elf!', true],
    ['a later whole word after an inner one', { keys: ['elf'], matchWholeWords: true }, 'herself, elf', true],
    ['Han characters as borders', { keys: ['elf'], matchWholeWords: true }, '一个elf站着', true],
    ['a Han key inside Han text with whole words', { keys: ['铁匠'], matchWholeWords: true }, '老铁匠铺', true],
    ['a Han key glued to Latin with whole words', { keys: ['铁匠'], matchWholeWords: true }, 'a铁匠', false],
    ['several words as they stand', { keys: ['salt tax'], matchWholeWords: true }, 'the salt taxes', true],
    ['white space around a key', { keys: ['  bell '] }, 'the bell', true],
    ['no blank key', { keys: ['  '] }, 'anything', false],
    ['the second of two keys', { keys: ['x', 'bell'] }, 'bell', true],
    ['a regex', { keys: ['/dragon|drake/i'] }, 'Two DRAKES', true],
    ['a regex in its own case', { keys: ['/dragon/'] }, 'DRAGON', false],
    ['a regex over options', { keys: ['/ELF/i'], caseSensitive: true, matchWholeWords: true }, 'herself', true],
    ['a regex without a certain text', { keys: ['/^\\d+$/m'] }, 'x\n42\ny', true],
    ['a regex with an escaped slash', { keys: ['/a\\/b/'] }, 'a/b', true],
    ['a path as plain text', { keys: ['/usr/bin/'] }, 'in /usr/bin/ now', true],
    ['a regex with the flags g and y', { keys: ['/bell/gy'] }, 'bell', true],
    ['a lookahead', { keys: ['/bell(?! tower)/'] }, 'bell tower', false],
    ['a key longer than any bucket', { keys: ['x'.repeat(80)] }, `a${'x'.repeat(90)}b`, true],
    ['a key at the very end', { keys: ['bell'] }, 'the bel', false],
  ])('meets %s', (_, part, input, expected) => {
    expect(meets(part, input)).toBe(expected);
  });

  it.each<[0 | 1 | 2 | 3, string, boolean]>([
    [0, 'bell fog', true],
    [0, 'bell', false],
    [1, 'bell fog', true],
    [1, 'bell fog tide', false],
    [1, 'bell', true],
    [2, 'bell', true],
    [2, 'bell tide', false],
    [3, 'bell fog tide', true],
    [3, 'bell fog', false],
  ])('obeys selective logic %i for "%s"', (selectiveLogic, input, expected) => {
    expect(meets({ keys: ['bell'], secondaryKeys: ['fog', 'tide'], selectiveLogic }, input)).toBe(expected);
  });
  it('needs a primary key first, whatever the secondary ones say', () => {
    expect(meets({ keys: ['bell'], secondaryKeys: ['fog'], selectiveLogic: 2 }, 'nothing')).toBe(false);
    expect(meets({ keys: ['bell'], secondaryKeys: ['fog'], selectiveLogic: 0 }, 'fog')).toBe(false);
  });
  it('ignores secondary keys of an entry that is not selective', () => {
    expect(meets({ keys: ['bell'], secondaryKeys: ['fog'], selective: false }, 'bell')).toBe(true);
  });
  it('counts a blank secondary key as not found', () => {
    expect(meets({ keys: ['bell'], secondaryKeys: [' ', 'fog'], selectiveLogic: 3 }, 'bell fog')).toBe(false);
    expect(meets({ keys: ['bell'], secondaryKeys: [' '], selectiveLogic: 2 }, 'bell')).toBe(true);
  });
  it('takes the global choices where the entry makes none', () => {
    expect(meets({ keys: ['Elf'] }, 'elf', { caseSensitive: true })).toBe(false);
    expect(meets({ keys: ['elf'] }, 'herself', { matchWholeWords: true })).toBe(false);
    expect(meets({ keys: ['elf'], matchWholeWords: false }, 'herself', { matchWholeWords: true })).toBe(true);
  });
  it('expands macros in keys', () => {
    const expand = (key: string) => key.replace('{{user}}', 'Mira');
    expect(meets({ keys: ['{{user}}'] }, 'Mira waits', { expand })).toBe(true);
  });

  it('gives the first place as the reason and joins the three texts for secondary keys', () => {
    const scanner = makeKeyScanner([
      anEntry({ uid: '1', keys: ['tide', 'bell'] }),
      anEntry({ uid: '2', keys: ['fog'] }),
      anEntry({ uid: '3', keys: ['coin'] }),
      anEntry({ uid: '4', keys: ['bell'], secondaryKeys: ['coin'] }),
      anEntry({ uid: '5', keys: ['absent'] }),
    ]);
    const found = scanner.scan({ input: 'the bell', window: 'fog and tide', state: 'coin x3' });
    expect(found.map(({ entry, reason, key }) => [entry.uid, reason, key])).toEqual([
      ['1', 'input', 'bell'],
      ['2', 'window', 'fog'],
      ['3', 'state', 'coin'],
      ['4', 'input', 'bell'],
    ]);
  });
  it('finds nothing in empty texts and nothing twice', () => {
    const scanner = makeKeyScanner([anEntry({ keys: ['a', 'b', '/a/'] })]);
    expect(scanner.scan({ input: '', window: '', state: '' })).toEqual([]);
    expect(scanner.scan({ input: 'a b', window: 'a', state: 'b' })).toHaveLength(1);
  });

  it('refuses dangerous patterns by name, and leaves an entry alone when a secondary key is one', () => {
    const scanner = makeKeyScanner([
      anEntry({ uid: '1', keys: ['/^(a+)+$/', 'bell'] }),
      anEntry({ uid: '2', keys: ['bell'], secondaryKeys: ['/(x*)*y/'], selectiveLogic: 2 }),
    ]);
    expect(scanner.refused.map(({ entry, why }) => [entry.uid, why])).toEqual([
      ['1', 'nested-quantifier'],
      ['2', 'nested-quantifier'],
    ]);
    expect(scanner.scan({ input: 'bell', window: '', state: '' }).map(({ entry }) => entry.uid)).toEqual(['1']);
  });
  it('stops running regex keys when their time is up, and keeps plain keys', () => {
    let time = 0;
    const scanner = makeKeyScanner([anEntry({ uid: '1', keys: ['/be.l/'] }), anEntry({ uid: '2', keys: ['bell'] })], {
      now: () => (time += 60),
    });
    expect(scanner.scan({ input: 'bell', window: '', state: '' }).map(({ entry }) => entry.uid)).toEqual(['2']);
  });
});
