import { describe, expect, it } from 'vitest';
import { asList, asText, asTextList, asWholeNumber } from '../../../src/agents/lenient-fields.ts';

describe('asText', () => {
  it.each([
    ['  a ', 'a'],
    [3, '3'],
    [['a', 'b'], 'a b'],
    [{ a: 1 }, ''],
    [null, ''],
    [undefined, ''],
  ] as const)('%j → %j', (given, expected) => {
    expect(asText(given)).toBe(expected);
  });
});

describe('asTextList', () => {
  it.each([
    ['one', ['one']],
    [
      ['a', ' ', 2, null],
      ['a', '2'],
    ],
    [
      [{ text: 'a' }, { note: 'b', who: 'c' }],
      ['a', 'b c'],
    ],
    [undefined, []],
  ] as const)('%j → %j', (given, expected) => {
    expect(asTextList(given)).toEqual(expected);
  });
});

describe('asWholeNumber', () => {
  it.each([
    [3, 3],
    ['3', 3],
    ['第3轮', 3],
    ['round 12', 12],
    ['-2', -2],
    [2.5, null],
    ['2.5', null],
    ['two', null],
    ['1 and 2', null],
    [null, null],
  ] as const)('%j → %j', (given, expected) => {
    expect(asWholeNumber(given)).toBe(expected);
  });
});

describe('asList', () => {
  it('makes a list of anything that is there', () => {
    expect([asList([1, 2]), asList('a'), asList(null), asList(undefined)]).toEqual([[1, 2], ['a'], [], []]);
  });
});
