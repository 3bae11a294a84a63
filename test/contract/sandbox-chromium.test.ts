/** The whole escape corpus in a real browser: no host object, no request, a free main thread, a named error in time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapes } from '../fixtures/escape-corpus.ts';
import { openSandboxPage } from '../support/sandbox/open-page.mjs';
import { type Watched } from '../support/sandbox/page.ts';

/** The Worker's own files, fetched again by each Worker that replaces a killed one. */
const ownFiles = /^\/(sandbox-worker\.js|quickjs\.wasm|chunk-[\w-]+\.js)$/;
/** Slack for a busy machine; the promise itself is printed with the numbers. */
const SLACK = 5;

let opened: Awaited<ReturnType<typeof openSandboxPage>>;
const longest = { held: 0, named: 0 };

beforeAll(async () => {
  opened = await openSandboxPage();
});

afterAll(async () => {
  console.log(
    `longest: named error ${longest.named.toFixed(0)} ms (promised 500), main thread held ${longest.held.toFixed(0)} ms (promised 50)`,
  );
  await opened.close();
});

const run = (code: string): Promise<Watched> => opened.page.evaluate(`sandboxPage.run(${JSON.stringify(code)})`);

describe('escapes in Chromium', () => {
  it.each(escapes)('$name', async ({ code, ends }) => {
    const watched = await run(code);
    const { outcome } = watched;
    if (!outcome.ok) longest.named = Math.max(longest.named, watched.milliseconds);
    longest.held = Math.max(longest.held, watched.held);
    // A busy machine may turn any end into a timeout; never into a value that was not expected.
    const end = outcome.ok ? { value: outcome.value } : { error: outcome.error.code };
    if ('value' in ends) expect(end).toEqual(outcome.ok ? { value: ends.value } : { error: 'tool.timeout' });
    else expect([...ends.error, 'tool.timeout']).toContain(end.error);
    expect(watched.milliseconds).toBeLessThan(500 * SLACK);
    expect(opened.requests.filter((url) => !ownFiles.test(url))).toEqual([]);
    opened.requests.length = 0;
  });

  it('never holds the main thread longer than it is held when nothing runs', async () => {
    const idle: number = await opened.page.evaluate('sandboxPage.idle(1500)');
    const worst = Math.max(
      ...(await Promise.all([run('while (true) {}'), run('return 1')])).map((watched) => watched.held),
    );
    expect(worst).toBeLessThan(Math.max(50, idle * SLACK));
  });

  it('leaves the page as it was', async () => {
    expect(await opened.page.evaluate('({}).polluted === undefined && document.title')).toBe('sandbox');
  });
});

describe('the Worker', () => {
  it('is killed when a built-in does not return, and the next job runs in a new one', async () => {
    const endless = escapes.find((escape) => escape.needsKill);
    const killed = await run(endless?.code ?? '');
    expect(killed.outcome).toMatchObject({ ok: false, error: { code: 'tool.timeout' } });
    expect((await run('return params.a')).outcome).toMatchObject({ ok: true, value: 2 });
  });

  it('stops at once when the turn is stopped', async () => {
    const stopped: { name: string; milliseconds: number } = await opened.page.evaluate(
      'sandboxPage.cancel("while (true) {}", 30)',
    );
    expect(stopped.name).toBe('run.cancelled');
    expect(stopped.milliseconds).toBeLessThan(1_000);
  });

  it('runs jobs one after the other, so that none pays for another', async () => {
    const many = await Promise.all([run('return 1'), run('while (true) {}'), run('return 3')]);
    expect(many.map(({ outcome }) => (outcome.ok ? outcome.value : outcome.error.code))).toEqual([
      1,
      'tool.timeout',
      3,
    ]);
  });

  it('gives an author the longer time it asks for', async () => {
    const code = 'let n = 0; for (let i = 0; i < 3e6; i += 1) n += i; return n > 0;';
    const slow: Watched = await opened.page.evaluate(`sandboxPage.run(${JSON.stringify(code)}, 5000)`);
    expect(slow.outcome).toMatchObject({ ok: true, value: true });
  });

  it('checks code, and starts again after it was stopped', async () => {
    expect(await opened.page.evaluate('sandboxPage.check("return (")')).toMatchObject({ code: 'tool.failed' });
    await opened.page.evaluate('sandboxPage.stop()');
    expect((await run('return 7')).outcome).toMatchObject({ ok: true, value: 7 });
  });

  it('refuses input that is nested too deep before it reaches the Worker', async () => {
    const deep = await opened.page.evaluate(`(async () => {
      let deep = 1; for (let i = 0; i < 100000; i += 1) deep = [deep];
      return (await sandboxPage.raw({ code: 'return 1', params: { deep }, state: {}, seed: 1, now: 0 })).error.code;
    })()`);
    expect(deep).toBe('tool.invalid-input');
  });
});
