/** `npm run test:nightly`: what is too long for every change. */
import { installMissing } from './install-missing.mjs';
import { close, runProjects } from './run-projects.mjs';

installMissing();
const { ensureChromium, ensureSillyTavern } = await import('../test/host/install.mjs');
await ensureSillyTavern();
await ensureChromium();
process.env['STORY_RUNS'] ??= '2000';
process.env['READER_RUNS'] ??= '1000';
close(runProjects(['property', 'nightly']));
