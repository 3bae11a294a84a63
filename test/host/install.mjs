/** Gets what the real-host tests and the demo need: the pinned SillyTavern and a Chromium. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBundle } from './bundle.mjs';

const hostDir = import.meta.dirname;

/** @returns {string} the folder of the pinned SillyTavern package */
export function sillyTavernDir() {
  return path.join(hostDir, 'node_modules', 'sillytavern');
}

/** @returns {string} the version that package.json pins */
export function pinnedVersion() {
  return versionIn(path.join(hostDir, 'package.json'), (json) => json.dependencies?.sillytavern);
}

/**
 * Makes sure of the pinned SillyTavern: `npm ci` when it is missing, half installed or of another version, and its
 * front-end bundle, so that no test waits for it.
 *
 * @returns {Promise<string>} the package folder
 */
export async function ensureSillyTavern() {
  if (!isInstalled()) {
    console.log(`Installing SillyTavern ${pinnedVersion()} into test/host (about a minute) …`);
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
      cwd: hostDir,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('npm ci in test/host failed: see its words above.');
  }
  await ensureBundle(sillyTavernDir());
  return sillyTavernDir();
}

function isInstalled() {
  const complete = existsSync(path.join(hostDir, 'node_modules', '.package-lock.json'));
  const manifest = path.join(sillyTavernDir(), 'package.json');
  return complete && existsSync(manifest) && versionIn(manifest, (json) => json.version) === pinnedVersion();
}

/**
 * Finds Chromium (CHROMIUM_PATH, then the usual places); installs Debian's when that is possible.
 *
 * @returns {Promise<string>} the path of the executable
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get (a few minutes) …');
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']);
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('No Chromium found: install the package `chromium`, or set CHROMIUM_PATH to an executable.');
}

/** @returns {string | undefined} the path of a Chromium that is there already */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ].find((file) => existsSync(file));
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: see its words above.`);
}

/**
 * @param {string} file
 * @param {(json: { version?: string, dependencies?: Record<string, string> }) => string | undefined} pick
 */
function versionIn(file, pick) {
  const version = pick(JSON.parse(readFileSync(file, 'utf8')));
  if (!version) throw new Error(`${file} names no version.`);
  return version;
}
