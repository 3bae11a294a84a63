/** The real engine in Node, without a Worker around it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { makeQuickJsRunner } from '../../../src/sandbox/quickjs-runner.ts';
import { type JobText } from '../../../src/sandbox/job-text.ts';

const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
const engine = new WebAssembly.Module(readFileSync(file));

export const runner = makeQuickJsRunner(engine, () => performance.now());

export const job = (code: string, parts: Partial<JobText> = {}): JobText => ({
  code,
  params: '{"a":2,"b":3}',
  state: '{"hp":7,"deep":{"x":1},"location":"pier"}',
  seed: 11,
  now: 1_700_000_000_000,
  limitMs: 4_000,
  ...parts,
});
