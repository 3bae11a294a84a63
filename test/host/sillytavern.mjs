/** Starts SillyTavern on a data root and a free loopback port, and stops exactly the process it started. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { fetchBundle, storeBundle } from './bundle.mjs';

/**
 * @typedef {object} SillyTavern
 * @property {string} url address with a slash at its end
 * @property {number} pid
 * @property {number} startedInMs
 * @property {() => Promise<void>} stop
 * @property {() => string} log everything the server printed
 */

/**
 * @param {object} options
 * @param {import('./data-root.mjs').DataRoot} options.dataRoot
 * @param {number} [options.port] this port or none
 * @param {number} [options.preferredPort] this port when it is free
 * @param {number} [options.timeoutMs]
 * @returns {Promise<SillyTavern>}
 */
export async function startSillyTavern({ dataRoot, port, preferredPort, timeoutMs = 280_000 }) {
  fetchBundle(dataRoot);
  for (let attempt = 1; ; attempt++) {
    const began = Date.now();
    const server = launch(dataRoot, port ?? (await freePort(attempt === 1 ? preferredPort : undefined)));
    try {
      await server.answers(timeoutMs);
      storeBundle(dataRoot);
      const { url, pid, stop, log } = server;
      return { url, pid, stop, log, startedInMs: Date.now() - began };
    } catch (error) {
      await server.stop();
      const portTaken = server.log().includes('EADDRINUSE');
      if (!portTaken || port !== undefined || attempt === 3) throw error;
    }
  }
}

/** @param {import('./data-root.mjs').DataRoot} dataRoot @param {number} port */
function launch(dataRoot, port) {
  const url = `http://127.0.0.1:${port}/`;
  const args = ['--configPath', dataRoot.configPath, '--dataRoot', dataRoot.dir, '--port', String(port)];
  const child = spawn(
    process.execPath,
    [path.join(dataRoot.packageDir, 'server.js'), ...args, '--browserLaunchEnabled', 'false', '--listen', 'false'],
    {
      cwd: dataRoot.dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        // Else git finds our own repository above the package, and each of our commits rebuilds the bundle.
        GIT_CEILING_DIRECTORIES: path.dirname(dataRoot.packageDir),
      },
    },
  );
  /** @type {string[]} */
  const lines = [];
  child.stdout.on('data', (data) => lines.push(String(data)));
  child.stderr.on('data', (data) => lines.push(String(data)));
  const log = () => lines.join('');
  const tail = () => log().slice(-2_000);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  void exited.then(() => process.off('exit', killNow));

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const timer = setTimeout(killNow, 5_000);
    await exited;
    clearTimeout(timer);
  };

  /** @param {number} timeoutMs */
  const answers = async (timeoutMs) => {
    const end = Date.now() + timeoutMs;
    while (Date.now() < end) {
      if (child.exitCode !== null) throw new Error(`SillyTavern ended at its start:\n${tail()}`);
      const ok = await fetch(`${url}csrf-token`, { signal: AbortSignal.timeout(2_000) }).then(
        (response) => response.ok,
        () => false,
      );
      if (ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`SillyTavern did not answer within ${timeoutMs / 1000} s:\n${tail()}`);
  };

  return { url, pid: child.pid ?? 0, stop, log, answers };
}

/** @param {number} [wanted] @returns {Promise<number>} a port that was free a moment ago, the wanted one if it was */
function freePort(wanted = 0) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (wanted ? resolve(freePort()) : reject(error)));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
