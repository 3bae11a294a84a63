/** Times the sandbox in Chromium: a warm call, a kill, a new start. `node test/bench/sandbox.mjs`; exits 1 when a ratio is off. */
import { cpus } from 'node:os';
import { pathToFileURL } from 'node:url';
import { openSandboxPage } from '../support/sandbox/open-page.mjs';

const middle = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * @returns {Promise<{ name: string, milliseconds: number, goal: number, ratio: number, most: number }[]>} `ratio` is to
 *   a bare Worker of the same browser in the same run; more than `most` is a failure
 */
export async function benchSandbox() {
  const { page, close } = await openSandboxPage();
  try {
    const many = async (/** @type {string} */ call, /** @type {number} */ times) => {
      /** @type {number[]} */
      const values = [];
      for (let i = 0; i < times; i += 1) values.push(Number(await page.evaluate(call)));
      return middle(values);
    };
    const bareStart = await many('sandboxPage.bareStart()', 9);
    const warm = await many('sandboxPage.run("return params.a + state.hp").then((r) => r.milliseconds)', 60);
    const kill = await many('sandboxPage.timeKill()', 7);
    const respawn = await many('sandboxPage.timeRespawn()', 7);
    const start = await many('sandboxPage.timeStart()', 7);
    return [
      { name: 'warm call', milliseconds: warm, goal: 5, ratio: warm / bareStart, most: 0.6 },
      { name: 'kill', milliseconds: kill, goal: 450, ratio: (kill - 400) / bareStart, most: 10 },
      { name: 'respawn', milliseconds: respawn, goal: 120, ratio: respawn / bareStart, most: 10 },
      { name: 'start from nothing', milliseconds: start, goal: 400, ratio: start / bareStart, most: 20 },
    ];
  } finally {
    await close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await benchSandbox();
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  for (const { name, milliseconds, goal, ratio, most } of rows) {
    console.log(
      `${name}: ${milliseconds.toFixed(1)} ms (goal ${goal}), ${ratio.toFixed(1)} × a bare Worker (at most ${most})`,
    );
  }
  process.exitCode = rows.some((row) => row.ratio > row.most) ? 1 : 0;
}
