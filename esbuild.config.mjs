/** Builds dist/ from src/: one readable main chunk, panels, sandbox and parsers loaded on demand. `--check` compares instead of writing. */
import { build } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MAIN_BUDGET_BYTES = 250 * 1024;
const checkOnly = process.argv.includes('--check');

const shared = {
  bundle: true,
  format: /** @type {const} */ ('esm'),
  target: 'es2022',
  platform: /** @type {const} */ ('browser'),
  charset: /** @type {const} */ ('utf8'),
  legalComments: /** @type {const} */ ('none'),
  loader: { '.md': /** @type {const} */ ('text') },
  external: ['/script.js', '/scripts/*', '/lib.js'],
  logLevel: /** @type {const} */ ('warning'),
  write: false,
  banner: { js: '/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */' },
};

const entries = existsSync('src/sandbox/worker.ts')
  ? { index: 'src/main.ts', 'sandbox-worker': 'src/sandbox/worker.ts' }
  : { index: 'src/main.ts' };

const result = await build({
  ...shared,
  entryPoints: entries,
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunk-[name]-[hash]',
});
const minified = await build({
  ...shared,
  entryPoints: entries,
  outdir: 'dist',
  splitting: true,
  minify: true,
  metafile: true,
});

/** What is loaded at start: the entry and, through them, every chunk it imports statically. */
const outputs = minified.metafile?.outputs ?? {};
const atStart = new Set(['dist/index.js']);
for (const name of atStart) {
  for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') atStart.add(path);
}
const bytesOf = (/** @type {string} */ name) => outputs[name]?.bytes ?? 0;
const mainBytes = bytesOf('dist/index.js');
const startBytes = [...atStart].reduce((sum, name) => sum + bytesOf(name), 0);
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(1)} KB`;
/** @type {Map<string, Uint8Array>} */
const files = new Map((result.outputFiles ?? []).map((f) => [f.path.slice(f.path.indexOf('/dist/') + 6), f.contents]));
if (entries['sandbox-worker']) files.set('quickjs.wasm', readFileSync('node_modules/quickjs-wasi/quickjs.wasm'));

console.log(
  `dist: ${files.size} files, main chunk ${kilobytes(mainBytes)} minified (budget 250 KB), with what it shares ${kilobytes(startBytes)} at start`,
);
if (mainBytes > MAIN_BUDGET_BYTES) throw new Error('The main chunk is over its budget of 250 KB minified.');

if (checkOnly) {
  const onDisk = existsSync('dist') ? readdirSync('dist').sort() : [];
  const same =
    onDisk.join() === [...files.keys()].sort().join() &&
    [...files].every(([name, bytes]) => Buffer.compare(readFileSync(join('dist', name)), Buffer.from(bytes)) === 0);
  if (!same) throw new Error('dist/ is not what src/ builds to: run `npm run build` and commit dist/.');
  console.log('dist/ equals a build of src/.');
} else {
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist', { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join('dist', name), bytes);
}
