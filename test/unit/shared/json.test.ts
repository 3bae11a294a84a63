import { describe, expect, it } from 'vitest';
import { parseJson, parseJsonOrNull } from '../../../src/shared/json.ts';

describe('parseJson', () => {
  it('reads strict JSON', () => {
    expect(parseJson(' {"a":[1,"二",null,true]} ')).toEqual({ ok: true, value: { a: [1, '二', null, true] } });
  });

  it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__', '\\u0063onstructor'])(
    'drops the name %s with its value, at any depth',
    (name) => {
      const parsed = parseJson(`{"a":{"${name}":{"polluted":1},"b":2},"c":[{"${name}":1}]}`);
      expect(parsed).toEqual({ ok: true, value: { a: { b: 2 }, c: [{}] } });
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  it('keeps the refused names where they are only values', () => {
    expect(parseJson('["__proto__","constructor"]')).toEqual({ ok: true, value: ['__proto__', 'constructor'] });
  });

  it('says where malformed text stopped', () => {
    expect(parseJson('{"a":1,}')).toMatchObject({ ok: false, error: { position: 7 } });
    expect(parseJson('')).toMatchObject({ ok: false, error: { position: 0 } });
    expect(parseJson('{"a":')).toMatchObject({ ok: false, error: { position: 5 } });
  });

  it('takes 64 levels and refuses 65', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseJson(nested(64)).ok).toBe(true);
    expect(parseJson(nested(65))).toMatchObject({ ok: false, error: { message: 'Nested deeper than 64 levels.' } });
    expect(parseJson(nested(200_000)).ok).toBe(false);
  });

  it('refuses what is longer than the limit', () => {
    expect(parseJson('[1,2,3]', { maxLength: 6, maxDepth: 64 }).ok).toBe(false);
  });

  it('answers null for what cannot be read, when asked so', () => {
    expect(parseJsonOrNull('{')).toBeNull();
    expect(parseJsonOrNull('{"a":1}')).toEqual({ a: 1 });
  });
});
