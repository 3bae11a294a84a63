/** `npm run test:e2e`: the suite in a real SillyTavern with a real Chromium. */
import { installMissing } from './install-missing.mjs';
import { close, runProjects } from './run-projects.mjs';

installMissing();
const { ensureChromium, ensureSillyTavern } = await import('../test/host/install.mjs');
await ensureSillyTavern();
await ensureChromium();
close(runProjects(['e2e']));
