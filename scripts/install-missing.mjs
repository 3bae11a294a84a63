/** Installs what a fresh clone lacks: npm packages of the project; says what it does. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Runs `npm ci` when node_modules is missing or older than the lock file says. Throws when npm fails. */
export function installMissing() {
  const lock = readFileSync('package-lock.json', 'utf8');
  const installed = 'node_modules/.package-lock.json';
  if (existsSync(installed) && lockedVersions(readFileSync(installed, 'utf8')) === lockedVersions(lock)) return;
  console.log('Installing npm packages (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed: see its words above.');
}

/** @param {string} lock */
function lockedVersions(lock) {
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */
  const { packages } = JSON.parse(lock);
  return Object.entries(packages)
    .filter(([name, entry]) => name && !entry.optional)
    .map(([name, entry]) => `${name}@${entry.version}`)
    .sort()
    .join();
}
