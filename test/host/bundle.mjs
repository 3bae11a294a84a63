/** SillyTavern bundles its front end at its first start, which takes long: done once, kept per version, copied into data roots. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** @typedef {import('./data-root.mjs').DataRoot} DataRoot */

/** Puts the kept bundle into a data root that has none. @param {DataRoot} dataRoot */
export function fetchBundle({ dir, packageDir }) {
  const [kept, inRoot] = [keptBundle(packageDir), path.join(dir, '_webpack')];
  if (existsSync(kept) && !existsSync(inRoot)) cpSync(kept, inRoot, { recursive: true });
}

/** Keeps the bundle of a data root that has started. @param {DataRoot} dataRoot */
export function storeBundle({ dir, packageDir }) {
  const [kept, inRoot] = [keptBundle(packageDir), path.join(dir, '_webpack')];
  if (existsSync(kept) || !existsSync(inRoot)) return;
  mkdirSync(path.dirname(kept), { recursive: true });
  const half = `${kept}.${process.pid}`;
  cpSync(inRoot, half, { recursive: true });
  try {
    renameSync(half, kept);
  } catch {
    rmSync(half, { recursive: true, force: true }); // another process was faster
  }
}

/**
 * Starts SillyTavern once on a throw-away data root when its bundle was never made.
 *
 * @param {string} packageDir
 */
export async function ensureBundle(packageDir) {
  // In a container SillyTavern keeps the bundle beside itself.
  if (existsSync(keptBundle(packageDir)) || existsSync(path.join(packageDir, 'dist', '_webpack'))) return;
  console.log("Bundling SillyTavern's front end, once (half a minute) …");
  const { makeDataRoot } = await import('./data-root.mjs');
  const { startSillyTavern } = await import('./sillytavern.mjs');
  const dir = mkdtempSync(path.join(tmpdir(), 'narrative-agent-bundle-'));
  try {
    const host = await startSillyTavern({ dataRoot: makeDataRoot({ dir, packageDir }), timeoutMs: 900_000 });
    await host.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} packageDir */
function keptBundle(packageDir) {
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'));
  return path.join(import.meta.dirname, '.cache', `webpack-${version}`);
}
