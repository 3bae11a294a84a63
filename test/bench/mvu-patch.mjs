/** Times ten guarded operations on a tree of 1,000 keys against `structuredClone` of that tree. `node test/bench/mvu-patch.mjs`; exits 1 above 1.5 ×. */
import { build } from 'esbuild';
import { cpus, tmpdir } from 'node:os';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MOST = 1.5;
const ROUNDS = 40;
const REPEATS = 25;

/** @param {string} name @param {string} code */
async function load(name, code) {
  const folder = mkdtempSync(join(tmpdir(), 'narrative-agent-bench-'));
  try {
    const file = join(folder, `${name}.mjs`);
    const bundled = await build({
      stdin: { contents: code, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      write: false,
      logLevel: 'warning',
    });
    writeFileSync(file, bundled.outputFiles[0]?.contents ?? '');
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeTree() {
  /** @type {Record<string, any>} */
  const tree = { goods: ['rope', 'oil', '$__META_EXTENSIBLE__$'], skills: { $meta: { extensible: true } } };
  for (let a = 0; a < 10; a += 1) {
    tree[`place${a}`] = {};
    for (let b = 0; b < 10; b += 1) {
      const group = (tree[`place${a}`][`group${b}`] = /** @type {Record<string, unknown>} */ ({}));
      for (let c = 0; c < 9; c += 1) group[`key${c}`] = c % 3 === 0 ? `text ${a}${b}${c}` : c;
    }
  }
  return tree;
}

const operations = [
  ...[0, 1, 2].map((i) => ({ op: 'replace', path: `/place${i}/group${i}/key1`, value: 99 })),
  ...[3, 4, 5].map((i) => ({ op: 'delta', path: `/place${i}/group0/key2`, value: 0.1 })),
  { op: 'insert', path: '/goods/-', value: 'lamp' },
  { op: 'insert', path: '/skills/row', value: { level: 1 } },
  { op: 'move', from: '/skills/row', path: '/skills/swim' },
  { op: 'remove', path: '/goods/0' },
];

/** @param {() => unknown} task median microseconds of one call */
function microseconds(task) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    for (let i = 0; i < REPEATS; i += 1) task();
    times.push(((performance.now() - began) * 1000) / REPEATS);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

/** @returns {Promise<{ name: string, microseconds: number, ratio: number, most: number }[]>} */
export async function benchMvuPatch() {
  const { applyOperations, buildSchema } = await load(
    'mvu',
    `export { applyOperations } from './src/mvu/patch/apply-operations.ts';
     export { buildSchema } from './src/mvu/schema/build-schema.ts';`,
  );
  const { tree, schema } = buildSchema(makeTree(), null);
  const patch = () => applyOperations(tree, operations, { dialect: 'classic', schema });
  const done = patch().results.filter((/** @type {{ ok: boolean }} */ result) => result.ok).length;
  if (done !== operations.length) throw new Error(`only ${done} of ${operations.length} operations were carried out`);
  const clone = () => structuredClone(tree);
  for (const warm of [clone, patch, clone, patch]) microseconds(warm);
  const [cloned, patched] = [microseconds(clone), microseconds(patch)];
  return [{ name: 'ten operations on 1,000 keys', microseconds: patched, ratio: patched / cloned, most: MOST }];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await benchMvuPatch();
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  for (const row of rows) {
    console.log(
      `${row.name}: ${row.microseconds.toFixed(0)} µs, ${row.ratio.toFixed(2)} × structuredClone (at most ${row.most})`,
    );
  }
  process.exitCode = rows.some((row) => row.ratio > row.most) ? 1 : 0;
}
