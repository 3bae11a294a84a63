/** Runs vitest projects one after another and adds up what they report. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {string[]} projects
 * @returns {Counts} the sum; a project that died without a report counts as one failure
 */
export function runProjects(projects) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  mkdirSync('artifacts/test-results', { recursive: true });
  for (const project of projects) {
    const report = `artifacts/test-results/${project}.json`;
    rmSync(report, { force: true });
    const began = Date.now();
    const { status } = spawnSync(
      'node_modules/.bin/vitest',
      [
        'run',
        '--project',
        project,
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { stdio: 'inherit' },
    );
    /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} */
    const counts = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
    const failed = status === 0 ? counts.numFailedTests : Math.max(1, counts.numFailedTests);
    sum.passed += counts.numPassedTests;
    sum.failed += failed;
    sum.skipped += counts.numPendingTests + counts.numTodoTests;
    console.log(
      `${project}: ${counts.numPassedTests} passed, ${failed} failed, ${counts.numPendingTests} skipped in ${((Date.now() - began) / 1000).toFixed(0)} s`,
    );
  }
  return sum;
}

/** Prints the plain closing line and sets the exit code. @param {Counts} counts */
export function close(counts) {
  if (counts.skipped > 0) console.log(`Skipped: ${counts.skipped}. Their names stand above with their reasons.`);
  console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
