/** Builds the extension before it is shown; without a working build, SillyTavern is started plain and that is said. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Runs the build; throws when it fails and there is no older one. */
export function buildExtension() {
  console.log('Building the extension …');
  const { status } = spawnSync(process.execPath, ['esbuild.config.mjs'], { stdio: 'inherit' });
  if (status === 0) return;
  if (!extensionDir()) console.log('There is no build of the extension: this will be plain SillyTavern.');
  else console.log('The build failed: the older dist/ is used.');
}

/** @returns {string | undefined} the repository, when SillyTavern can load the extension from it */
export function extensionDir() {
  return existsSync('manifest.json') && existsSync('dist/index.js') ? process.cwd() : undefined;
}
