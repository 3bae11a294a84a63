/** Builds the sandbox as it ships, serves it on loopback and opens it in Chromium. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const chromiumFlags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** @returns {Promise<Map<string, Uint8Array>>} */
async function bundle() {
  const built = await build({
    entryPoints: { page: here('./page.ts'), 'sandbox-worker': here('../../../src/sandbox/worker.ts') },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    splitting: true,
    outdir: 'out',
    write: false,
  });
  /** @type {Map<string, Uint8Array>} */
  const files = new Map(
    built.outputFiles.map((file) => [file.path.slice(file.path.lastIndexOf('/') + 1), file.contents]),
  );
  return files.set('quickjs.wasm', readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')));
}

/** `requests` holds everything the browser asked for since the page was ready, by any thread. */
export async function openSandboxPage() {
  const files = await bundle();
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const file =
      path === '/'
        ? '<!doctype html><title>sandbox</title><script type="module" src="/page.js"></script>'
        : files.get(path.slice(1));
    response.statusCode = file === undefined ? 404 : 200;
    // Nothing may rest on the media type a server gives to .wasm.
    response.setHeader(
      'content-type',
      path === '/' ? 'text/html' : path.endsWith('.js') ? 'text/javascript' : 'text/plain',
    );
    response.end(file);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumFlags.split(' ') });
  const page = await browser.newPage();
  await page.goto(base);
  await page.waitForFunction('globalThis.sandboxPage !== undefined');
  await page.evaluate('sandboxPage.run("return 1", 5000)');
  requests.length = 0;
  page.context().on('request', (request) => {
    if (!request.url().startsWith(base)) requests.push(request.url());
  });
  return {
    page,
    requests,
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
