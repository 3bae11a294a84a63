/**
 * A chat of 10,000 rounds in a real Chromium with a real IndexedDB: opening with a ready panel, a swipe and a deletion
 * in the middle, the commit of a turn, memory. Milliseconds are printed; only ratios to writing the whole chat as JSON
 * in the same run can fail. `node test/bench/long-chat.mjs`
 */
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { launchChromium } from '../host/chromium.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10_000);
const REFERENCE = 'reference: the chat as JSON';
/** The most a measure may be, as a share of the reference: p50 of all, p95 of the commit. */
const most = {
  'open, panel ready': 1.2,
  'swipe in the middle': 0.12,
  'deletion in the middle': 0.25,
  'commit of a turn': 0.1,
};
/** What is aimed at on the machine of a player, in milliseconds. */
const goals = {
  'open, panel ready': 300,
  'swipe in the middle': 50,
  'deletion in the middle': 100,
  'commit of a turn': 15,
};
const MOST_HEAP_MB = 40;

const { outputFiles } = await build({
  entryPoints: ['test/bench/page/long-chat.ts'],
  bundle: true,
  format: 'iife',
  write: false,
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.md': 'text' },
});
const script = outputFiles[0]?.text ?? '';
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><meta charset="utf-8"><title>bench</title><body></body>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const browser = await launchChromium({ args: ['--enable-precise-memory-info', '--js-flags=--expose-gc'] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.addScriptTag({ content: script });
  /** @type {{ milliseconds: Record<string, number[]>, heapMb: number, transactions: number }} */
  const { milliseconds, heapMb, transactions } = await page.evaluate(
    (rounds) => /** @type {any} */ (globalThis).bench(rounds),
    ROUNDS,
  );
  const at = (/** @type {number[]} */ values, /** @type {number} */ share) =>
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  const reference = at(milliseconds[REFERENCE] ?? [], 0.5);
  console.log(`${ROUNDS} rounds, two candidates each, in ${browser.context.browser()?.version() ?? 'Chromium'}`);
  console.log(
    'measure'.padEnd(30),
    'p50 ms'.padStart(8),
    'p95 ms'.padStart(8),
    'goal'.padStart(6),
    'ratio'.padStart(7),
    'at most',
  );
  let failed = false;
  for (const [name, values] of Object.entries(milliseconds)) {
    const share = name === 'commit of a turn' ? 0.95 : 0.5;
    const ratio = at(values, share) / reference;
    const limit = Object.hasOwn(most, name) ? most[/** @type {keyof typeof most} */ (name)] : null;
    const goal = Object.hasOwn(goals, name) ? String(goals[/** @type {keyof typeof goals} */ (name)]) : '';
    failed ||= limit !== null && ratio > limit;
    console.log(
      name.padEnd(30),
      at(values, 0.5).toFixed(1).padStart(8),
      at(values, 0.95).toFixed(1).padStart(8),
      goal.padStart(6),
      ratio.toFixed(2).padStart(7),
      limit === null ? '' : `${limit}${ratio > limit ? '  TOO SLOW' : ''}`,
    );
  }
  console.log(`heap growth ${heapMb.toFixed(1)} MB (at most ${MOST_HEAP_MB}), transactions a commit ${transactions}`);
  if (heapMb > MOST_HEAP_MB || transactions !== 1) failed = true;
  if (failed) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
