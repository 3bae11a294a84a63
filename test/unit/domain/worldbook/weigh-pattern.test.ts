import { describe, expect, it } from 'vitest';
import { readRegexKey } from '../../../../src/domain/worldbook/regex-key.ts';
import { weighPattern } from '../../../../src/domain/worldbook/weigh-pattern.ts';

describe('weighPattern', () => {
  it.each([
    ['^(a+)+$', 'nested-quantifier'],
    ['(a*)*b', 'nested-quantifier'],
    ['(a|a)*b', 'nested-quantifier'],
    ['(a|aa)+$', 'nested-quantifier'],
    ['([a-zA-Z]+)*$', 'nested-quantifier'],
    ['(?:(?:x+x+)+y)', 'nested-quantifier'],
    ['(.*){5}', 'nested-quantifier'],
    ['(a?){30}a{30}', 'nested-quantifier'],
    ['((a{1,9}){2})+', 'nested-quantifier'],
    ['(?<n>.*)+', 'nested-quantifier'],
    ['(?=(a+))*', 'nested-quantifier'],
    ['a?'.repeat(12) + 'a'.repeat(12), 'too-heavy'],
    ['a*a*a*a*b', 'too-heavy'],
    ['.*.*.*.*', 'too-heavy'],
    ['(a|b|c)(a|b|c)(a|b|c)(a|b|c)(a|b|c)(a|b|c)', 'too-heavy'],
    ['.{0,600}x', 'too-heavy'],
    ['a{5000}', 'too-heavy'],
    ['(a)\\1', 'backreference'],
    ['(?<x>a)\\k<x>', 'backreference'],
    ['(a', 'unreadable'],
    ['a)', 'unreadable'],
    ['[a', 'unreadable'],
    ['+a', 'unreadable'],
  ])('refuses %s as %s', (pattern, why) => {
    expect(weighPattern(pattern)).toEqual({ ok: false, error: why });
  });
  it.each<[string, readonly string[] | null, number]>([
    ['铁匠', ['铁匠'], 0],
    ['dragon|drake', ['dragon', 'drake'], 0],
    ['(?:铁匠|打铁)铺?', ['铁匠', '打铁'], 0],
    ['\\bdragon(s)?\\b', ['dragon'], 0],
    ['龙.{0,10}剑', ['龙'], 0],
    ['ab+c?d', ['ab'], 1],
    ['dragon.*egg', ['dragon'], 1],
    ['(?=.*salt)(?=.*harbour)', ['harbour'], 2],
    ['x(?!yyyy)', ['x'], 0],
    ['[abc]\\d', null, 0],
    ['a|\\d', null, 0],
    ['(long)?x', ['x'], 0],
    ['a\\.b', ['a.b'], 0],
    ['\\u9f99\\p{L}龙', ['龙'], 0],
  ])('reads %s', (pattern, literals, degree) => {
    const weight = weighPattern(pattern);
    expect(weight.ok && { literals: weight.value.literals, degree: weight.value.degree }).toEqual({ literals, degree });
  });
});

describe('readRegexKey', () => {
  it('is null for an ordinary key', () => {
    for (const key of ['bell', '/', '//', 'a/b/', '/a/b/', '/a/xyz']) expect(readRegexKey(key)).toBeNull();
  });
  it('refuses a pattern that is too long', () => {
    expect(readRegexKey(`/${'a'.repeat(301)}/`)).toEqual({ ok: false, error: 'too-long' });
  });
  it.each(['/a.*b.*c.*d/', '/(?:\\s*,\\s*)x/', '/.*.*=.*/', '/a{0,400}b+c/', '/\\w+\\d+\\s+$/', '/(ab|cd|ef){1}.+x/s'])(
    'stays quick on hostile text with %s',
    (key) => {
      const read = readRegexKey(key);
      if (!read?.ok) throw new Error('refused');
      const start = Date.now();
      for (const text of ['a'.repeat(4_000), 'ab'.repeat(2_000), '=,1a '.repeat(800)]) read.value.test(text);
      expect(Date.now() - start).toBeLessThan(5_000);
    },
  );
  it('looks at a long text in windows, and takes anchors for the edges of the text', () => {
    const far = `${'x'.repeat(9_000)}dragon and egg${'x'.repeat(9_000)}`;
    const test = (key: string, text: string) => {
      const read = readRegexKey(key);
      return read?.ok === true && read.value.test(text);
    };
    expect(test('/dragon.+egg/', far)).toBe(true);
    expect(test('/^x+dragon/', far)).toBe(false);
    expect(test('/^x+/', far)).toBe(true);
    expect(test('/egg x*$/', far)).toBe(false);
  });
  it('does not carry a place over from one call to the next', () => {
    const read = readRegexKey('/bell/gy');
    if (!read?.ok) throw new Error('refused');
    expect([read.value.test('bell'), read.value.test('bell')]).toEqual([true, true]);
  });
});
