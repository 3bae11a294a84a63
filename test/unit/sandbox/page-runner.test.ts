/** Code in the page: only what was pinned, and its result is still only data. */
import { describe, expect, it } from 'vitest';
import { makePageSandbox } from '../../../src/sandbox/page-runner.ts';
import { makeClosedSandbox, makeSandbox } from '../../../src/sandbox/make-sandbox.ts';
import { type SandboxJob } from '../../../src/ports/sandbox.ts';

const signal = new AbortController().signal;
const job = (code: string, parts: Partial<SandboxJob> = {}): SandboxJob => ({
  code,
  params: { a: 2 },
  state: { hp: 7 },
  seed: 1,
  now: 0,
  ...parts,
});
const page = makePageSandbox(() => true);

describe('code in the page', () => {
  it('runs only when this very code was pinned', async () => {
    const pinned = makePageSandbox((code) => code === 'return params.a + state.hp');
    expect(await pinned.run(job('return params.a + state.hp'), signal)).toMatchObject({ ok: true, value: 9 });
    expect(await pinned.run(job('return  params.a + state.hp'), signal)).toMatchObject({
      ok: false,
      error: { code: 'tool.unavailable' },
    });
  });

  it('gets copies, dice, and may await', async () => {
    const state = { hp: 7 };
    expect(
      await page.run(job('state.hp = 0; return await Promise.resolve(roll("1d1").total)', { state }), signal),
    ).toMatchObject({ ok: true, value: 1, rolls: [{ expr: '1d1' }] });
    expect(state.hp).toBe(7);
  });

  it('ends with a named error', async () => {
    expect(await page.run(job('throw new Error("x")'), signal)).toMatchObject({
      error: { code: 'tool.failed', message: 'Error: x' },
    });
    expect(await page.run(job('return ('), signal)).toMatchObject({ error: { code: 'tool.failed' } });
    expect(await page.run(job('return "x".repeat(70000)'), signal)).toMatchObject({
      error: { code: 'tool.output-too-large' },
    });
    expect(await page.run(job('await new Promise(() => {})', { limitMs: 20 }), signal)).toMatchObject({
      error: { code: 'tool.timeout' },
    });
    expect(await page.run(job('return'), signal)).toMatchObject({ ok: true, value: null });
  });

  it('stops waiting when the turn is stopped', async () => {
    const controller = new AbortController();
    const running = page.run(job('await new Promise(() => {})', { limitMs: 5_000 }), controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'run.cancelled' });
  });
});

describe('without a sandbox', () => {
  it('says what is missing and runs nothing', async () => {
    const closed = makeSandbox(new URL('http://localhost/sandbox-worker.js'));
    expect(closed.available()).toEqual({ ok: false, reason: 'no-worker' });
    expect(await closed.run(job('return 1'), signal)).toMatchObject({
      ok: false,
      error: { code: 'tool.unavailable', message: 'no-worker' },
    });
    expect(await makeClosedSandbox('no-wasm').check('return (')).toBeNull();
  });
});
