/** What a code tool has, and that nothing it does gets out: the scripts that need no killing, in Node. */
import { describe, expect, it } from 'vitest';
import { escapes } from '../../fixtures/escape-corpus.ts';
import { job, runner } from './open-runner.ts';

async function value(code: string, seed = 11): Promise<unknown> {
  const outcome = await runner.run(job(code, { seed }));
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

describe('what a code tool has', () => {
  it('gets params and state, and returns any JSON', async () => {
    expect(await value('return params.a + params.b')).toBe(5);
    expect(await value('return { hp: state.hp, at: state.location }')).toEqual({ hp: 7, at: 'pier' });
    expect(await value('return')).toBeNull();
  });

  it('may await, and what it awaits is what it gets', async () => {
    expect(await value('const x = await Promise.resolve(4); return x * 2')).toBe(8);
    expect(await value('return Promise.all([1, Promise.resolve(2)])')).toEqual([1, 2]);
  });

  it('rolls dice that add like numbers, and the rolls are recorded', async () => {
    const outcome = await runner.run(job('const r = roll("2d6+1"); return [r + 0, r.total, r.rolls.length, `${r}`]'));
    if (!outcome.ok) throw new Error(outcome.error.message);
    const [record] = outcome.rolls;
    expect(outcome.value).toEqual([record?.total, record?.total, 2, String(record?.total)]);
    expect(record?.expr).toBe('2d6+1');
  });

  it('repeats chance from the seed, and every roll of one job differs in its seed', async () => {
    const code = 'return [Math.random(), Math.random(), roll("1d1000").total, roll("1d1000").total]';
    expect(await value(code, 5)).toEqual(await value(code, 5));
    expect(await value(code, 5)).not.toEqual(await value(code, 6));
    const outcome = await runner.run(job('roll("1d6"); roll("1d6")'));
    expect(new Set(outcome.rolls.map((roll) => roll.seed)).size).toBe(2);
  });

  it('spreads Math.random over its range', async () => {
    const drawn = (await value('return Array.from({ length: 2000 }, () => Math.random())')) as number[];
    const mean = drawn.reduce((a, b) => a + b, 0) / drawn.length;
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThan(1);
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  });

  it('sees one fixed moment', async () => {
    expect(await value('return [Date.now(), new Date().getTime()]')).toEqual([1_700_000_000_000, 1_700_000_000_000]);
  });

  it('clones, and prints into the record in any form', async () => {
    const outcome = await runner.run(
      job('console.log("a", 1, { b: 2 }, new TypeError("c")); const s = structuredClone(state); s.hp = 1; return s.hp'),
    );
    expect(outcome.ok && outcome.value).toBe(1);
    expect(outcome.logs).toEqual(['a 1 {"b":2} TypeError: c']);
  });

  it('keeps at most 50 printed lines of 500 characters', async () => {
    const outcome = await runner.run(job('for (let i = 0; i < 80; i += 1) console.log("x".repeat(900)); return 1'));
    expect(outcome.logs).toHaveLength(50);
    expect(outcome.logs[0]).toHaveLength(500);
  });

  it('starts every call from nothing', async () => {
    await runner.run(job('globalThis.left = 1; Array.prototype.left = 1; return 1'));
    expect(await value('return [typeof left, typeof [].left]')).toEqual(['undefined', 'undefined']);
  });
});

describe('what goes wrong is named', () => {
  it('says which line failed', async () => {
    const thrown = await runner.run(job('const a = 1;\nthrow new TypeError("no such door");'));
    expect(thrown).toMatchObject({
      ok: false,
      error: { code: 'tool.failed', message: 'TypeError: no such door', line: 2 },
    });
    const malformed = await runner.run(job('const a = 1;\n\nconst b = ;'));
    expect(malformed).toMatchObject({ ok: false, error: { code: 'tool.failed', line: 3 } });
  });

  it('checks code without running it', async () => {
    expect(await runner.check('return await roll("1d6")', 4_000)).toBeNull();
    expect(await runner.check('while (true) {}', 4_000)).toBeNull();
    expect(await runner.check('return (', 4_000)).toMatchObject({ code: 'tool.failed' });
  });

  it('says that dice are bad instead of rolling zero', async () => {
    const outcome = await runner.run(job('return roll("attack").total'));
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'tool.failed', message: expect.stringContaining('attack') },
    });
  });
});

describe('escapes', () => {
  it('is a corpus of at least sixty scripts with different names', () => {
    expect(escapes.length).toBeGreaterThanOrEqual(60);
    expect(new Set(escapes.map((escape) => escape.name)).size).toBe(escapes.length);
  });

  it.each(escapes.filter((escape) => !escape.needsKill))('$name', async ({ code, ends }) => {
    const mayRunOut = 'error' in ends && ends.error.includes('tool.timeout');
    const outcome = await runner.run(job(code, { limitMs: mayRunOut ? 40 : 4_000 }));
    if ('value' in ends) expect(outcome).toMatchObject({ ok: true, value: ends.value });
    else expect(outcome.ok ? outcome.value : outcome.error).toMatchObject({ code: expect.toBeOneOf([...ends.error]) });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
