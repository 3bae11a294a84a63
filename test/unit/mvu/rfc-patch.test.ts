/** Every behaviour of the RFC 6902 suite passes through our door, and the door keeps out what the library would let in. */
import { describe, expect, it } from 'vitest';
import { applyRfcPatch } from '../../../src/mvu/patch/rfc-patch.ts';
import { type JsonValue } from '../../../src/shared/json-value.ts';
import { rfcCases } from './rfc-cases.ts';

describe('the RFC 6902 suite', () => {
  it('has all its 91 cases', () => {
    expect(rfcCases).toHaveLength(91);
  });

  it.each(rfcCases.map((row, i) => [i + 1, JSON.stringify(row.patch), row] as const))('%i: %s', (_, __, row) => {
    const before = JSON.stringify(row.document);
    const result = applyRfcPatch(row.document as JsonValue, row.patch);
    expect(JSON.stringify(row.document)).toBe(before);
    if ('expected' in row) expect(result).toEqual({ ok: true, value: row.expected });
    else expect(result.ok).toBe(false);
  });
});

describe('the guard before the library', () => {
  const refused = (document: JsonValue, ...patch: unknown[]) => {
    const result = applyRfcPatch(document, patch);
    return result.ok ? 'done' : result.code;
  };

  it('knows own properties only', () => {
    expect(refused({}, { op: 'replace', path: '/toString', value: 1 })).toBe('missing');
    expect(refused({}, { op: 'add', path: '/valueOf/polluted', value: 1 })).toBe('missing-parent');
    expect(refused({}, { op: 'copy', from: '/hasOwnProperty', path: '/x' })).toBe('missing');
    expect(refused({}, { op: 'remove', path: '/isPrototypeOf' })).toBe('missing');
    expect(refused([], { op: 'replace', path: '/length', value: 0 })).toBe('not-an-index');
    expect((Object.prototype.valueOf as unknown as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('lets an ordinary key of such a name be added', () => {
    const result = applyRfcPatch({}, [{ op: 'add', path: '/toString', value: 1 }]);
    expect(result).toEqual({ ok: true, value: { toString: 1 } });
  });

  it.each(['/__proto__/x', '/a/constructor', '/constructor/prototype/x', '/prototype'])(
    'refuses the path %s',
    (path) => {
      expect(refused({ a: {} }, { op: 'add', path, value: 1 })).toBe('forbidden');
      expect(refused({ a: {} }, { op: 'move', from: path, path: '/b' })).toBe('forbidden');
    },
  );

  it('refuses values that hide such a key, are not JSON, too large or too deep', () => {
    const value = (v: unknown) => refused({}, { op: 'add', path: '/a', value: v });
    expect(value({ b: [JSON.parse('{"__proto__":{"x":1}}')] })).toBe('forbidden');
    expect(value(NaN)).toBe('bad-value');
    expect(value(() => 1)).toBe('bad-value');
    expect(value(new Map())).toBe('bad-value');
    expect(value('x'.repeat(70_000))).toBe('bad-value');
    let deep: unknown = 1;
    for (let i = 0; i < 200; i += 1) deep = [deep];
    expect(value(deep)).toBe('bad-value');
    const loop: unknown[] = [];
    loop.push(loop);
    expect(value(loop)).toBe('bad-value');
  });

  it('refuses whatever is no operation', () => {
    for (const raw of [
      null,
      1,
      'x',
      [],
      {},
      { op: 1, path: '/a' },
      { op: 'add', path: 1 },
      { op: 'add', path: 'a', value: 1 },
    ]) {
      expect(refused({}, raw), JSON.stringify(raw)).not.toBe('done');
    }
    expect(applyRfcPatch({}, 'alert(1)').ok).toBe(false);
  });

  it('undoes the whole list when one operation does not hold', () => {
    const document = { a: { b: 1 } };
    expect(refused(document, { op: 'replace', path: '/a/b', value: 2 }, { op: 'remove', path: '/c' })).toBe('missing');
    expect(document).toEqual({ a: { b: 1 } });
  });

  it('gives a copy its own life', () => {
    const result = applyRfcPatch({ a: { b: 1 } }, [
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'replace', path: '/c/b', value: 2 },
    ]);
    expect(result).toEqual({ ok: true, value: { a: { b: 1 }, c: { b: 2 } } });
  });
});
