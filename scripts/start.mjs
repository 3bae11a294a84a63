/** `npm start`: SillyTavern with the extension and the demo card, ready to play; `--play` plays it by itself. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installMissing } from './install-missing.mjs';

const { values } = parseArgs({
  options: {
    play: { type: 'boolean', default: false },
    lang: { type: 'string', default: /^zh/i.test(process.env['LANG'] ?? '') ? 'zh' : 'en' },
    fresh: { type: 'boolean', default: false },
    port: { type: 'string', default: '8000' },
  },
});
const language = values.lang === 'zh' || values.lang === 'en' ? values.lang : undefined;

try {
  if (!language) throw new Error('--lang takes zh or en.');
  process.chdir(path.join(import.meta.dirname, '..'));
  installMissing();
  const { buildExtension } = await import('./demo/build-extension.mjs');
  buildExtension();
  const { ensureChromium, ensureSillyTavern } = await import('../test/host/install.mjs');
  await ensureSillyTavern();
  if (values.play) {
    await ensureChromium();
    const { playDemo } = await import('./demo/play-demo.mjs');
    process.exitCode = (await playDemo(language)) ? 0 : 1;
  } else {
    const { serveDemo } = await import('./demo/serve-demo.mjs');
    await serveDemo({ language, fresh: values.fresh, port: Number(values.port) });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
