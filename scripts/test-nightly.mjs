/** `npm run test:nightly`: what is too long for every change. */
import { installMissing } from './install-missing.mjs';
import { close, runProjects } from './run-projects.mjs';

installMissing();
const { ensureChromium, ensureSillyTavern } = await import('../test/host/install.mjs');
await ensureSillyTavern();
await ensureChromium();
close(runProjects(['nightly']));
