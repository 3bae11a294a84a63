/** YAML and JSON5 from outside become plain JSON values or a refusal. */
import { describe, expect, it } from 'vitest';
import { parseJson5 } from '../../../src/shared/parse-json5.ts';
import { parseYaml } from '../../../src/shared/parse-yaml.ts';

describe('parseYaml', () => {
  it('reads the core schema: yes and dates stay text, numbers are numbers', async () => {
    const read = await parseYaml('a: yes\nb: false\nc: 007\nd: 2031-04-05\ne: 06:45\nf: 2e3\ng: ~');
    expect(read).toEqual({
      ok: true,
      value: { a: 'yes', b: false, c: 7, d: '2031-04-05', e: '06:45', f: 2000, g: null },
    });
  });

  it('merges keys by <<', async () => {
    const read = await parseYaml('base: &b {hp: 3}\nfox:\n  <<: *b\n  name: 小狐');
    expect(read).toEqual({ ok: true, value: { base: { hp: 3 }, fox: { hp: 3, name: '小狐' } } });
  });

  it('drops forbidden names and never touches a prototype', async () => {
    const read = await parseYaml('__proto__: {evil: 1}\nok: 1\nconstructor: {prototype: {evil: 1}}');
    expect(read).toEqual({ ok: true, value: { ok: 1 } });
    expect(({} as Record<string, unknown>)['evil']).toBeUndefined();
  });

  it('refuses a bomb of aliases', async () => {
    const levels = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      'c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]',
    ];
    expect((await parseYaml(levels.join('\n'))).ok).toBe(false);
  });

  it('says what is wrong', async () => {
    expect(await parseYaml('a: [1')).toMatchObject({ ok: false, error: expect.stringMatching(/./) });
  });
});

describe('parseJson5', () => {
  it('reads comments, single quotes, bare keys and signs', async () => {
    expect(await parseJson5("{a: 'x', /* n */ b: +5, c: [1,],}")).toEqual({
      ok: true,
      value: { a: 'x', b: 5, c: [1] },
    });
  });

  it('evaluates nothing', async () => {
    expect((await parseJson5('[globalThis.x=1]')).ok).toBe(false);
  });

  it('drops forbidden names', async () => {
    expect(await parseJson5('{"__proto__": {evil: 1}, b: 1}')).toEqual({ ok: true, value: { b: 1 } });
  });
});
