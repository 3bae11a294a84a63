/** `npm test`: installs what is missing, then check, unit, property, golden, contract and a smoke run in the real SillyTavern. */
import { spawnSync } from 'node:child_process';
import { installMissing } from './install-missing.mjs';
import { close, runProjects } from './run-projects.mjs';

installMissing();
const { ensureChromium, ensureSillyTavern } = await import('../test/host/install.mjs');
await ensureSillyTavern();
await ensureChromium();
const check = spawnSync(process.execPath, ['scripts/check.mjs'], { stdio: 'inherit' });
const built = spawnSync(process.execPath, ['esbuild.config.mjs', '--check'], { stdio: 'inherit' });
const counts = runProjects(['unit', 'property', 'golden', 'contract', 'smoke']);
if (check.status !== 0) console.log('npm run check failed: see above.');
if (built.status !== 0) console.log('dist/ is not a build of src/: run `npm run build`.');
counts.failed += Number(check.status !== 0) + Number(built.status !== 0);
counts.passed += Number(check.status === 0) + Number(built.status === 0);
close(counts);
