/** `npm run check`: format, types, lint, room imports, unused code; stops at the first step that fails. */
import { spawnSync } from 'node:child_process';

const steps = [
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['types of src', 'tsc', ['-p', 'tsconfig.json']],
  ['types of test', 'tsc', ['-p', 'test/tsconfig.json']],
  ['lint', 'eslint', ['src', 'test', '--max-warnings', '0']],
  ['rooms', 'depcruise', ['src', '--config', '.dependency-cruiser.mjs', '--output-type', 'err']],
  ['unused code', 'knip', ['--no-progress']],
];

for (const [name, command, args] of /** @type {[string, string, string[]][]} */ (steps)) {
  const began = Date.now();
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
