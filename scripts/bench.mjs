/** `npm run bench`: runs every file of test/bench, prints milliseconds, fails only on ratios, and writes docs/benchmarks.md. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installMissing } from './install-missing.mjs';

installMissing();
const { ensureChromium, ensureSillyTavern } = await import('../test/host/install.mjs');
await ensureSillyTavern();
await ensureChromium();

const wanted = process.argv.slice(2);
const folder = 'test/bench';
const files = readdirSync(folder)
  .filter((file) => /\.(?:mjs|ts)$/.test(file))
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .sort();
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the beginning`;
/** @type {string[]} */
const sections = [];
let failed = 0;

for (const file of files) {
  const runnable = file.endsWith('.ts') ? await bundled(file) : join(folder, file);
  const { status, stdout, stderr } = spawnSync(process.execPath, [runnable], { encoding: 'utf8' });
  if (runnable !== join(folder, file)) rmSync(runnable);
  const name = file.replace(/(?:\.bench)?\.(?:mjs|ts)$/, '');
  const output = `${stdout}${status === 0 ? '' : stderr}`.trim();
  console.log(`\n# ${name}\n${output}`);
  if (status !== 0) failed += 1;
  sections.push(`## ${name}\n\n${machine}\n\n\`\`\`\n${output}\n\`\`\``);
}

const head =
  '# Benchmarks\n\nMilliseconds are of the machine named above each and never fail; ratios to a reference in the same run do. Made by `npm run bench`; `npm run bench -- <name>` renews one.';
writeFileSync('docs/benchmarks.md', `${[head, ...renewed()].join('\n\n')}\n`);
console.log(`\n${files.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** The sections as they stand, with those of this run in their place. @returns {string[]} */
function renewed() {
  const held = existsSync('docs/benchmarks.md')
    ? readFileSync('docs/benchmarks.md', 'utf8')
        .split(/\n\n(?=## )/)
        .slice(1)
    : [];
  const byName = new Map([...held, ...sections].map((section) => [section.split('\n', 1)[0] ?? '', section.trim()]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
}

/** @param {string} file a TypeScript bench @returns {Promise<string>} path of a runnable bundle, to be removed */
async function bundled(file) {
  const outfile = join(folder, `.${file}.mjs`);
  await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
  });
  return outfile;
}
