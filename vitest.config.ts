/** Test projects: unit and property run in Node, contract checks fakes against real parts, e2e drives a real SillyTavern. */
import { defineConfig } from 'vitest/config';

const markdownAsText = {
  name: 'markdown-as-text',
  transform(code: string, id: string) {
    return id.endsWith('.md') ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined;
  },
};

const project = (name: string, include: string[], options: object = {}) => ({
  plugins: [markdownAsText],
  test: { name, include, ...options },
});

// eslint-disable-next-line no-restricted-syntax -- vitest reads the default export
export default defineConfig({
  test: {
    projects: [
      // One world for all files of a thread: starting a new one for each costs more than the tests do.
      project('unit', ['test/unit/**/*.test.{ts,tsx}', 'test/architecture/**/*.test.ts'], {
        pool: 'threads',
        isolate: false,
      }),
      project('property', ['test/property/**/*.test.ts'], { testTimeout: 120_000 }),
      project('golden', ['test/golden/**/*.test.ts']),
      project('contract', ['test/contract/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 240_000 }),
      project('smoke', ['test/smoke/**/*.test.ts'], {
        testTimeout: 240_000,
        hookTimeout: 300_000,
        fileParallelism: false,
      }),
      project('e2e', ['test/e2e/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 300_000,
        fileParallelism: false,
        // The machine may be busy with other things; what never comes is found all the same.
        expect: { poll: { timeout: 30_000 } },
        // A second try is printed as one ("retry x1"): a browser under load loses a click now and then.
        retry: 1,
      }),
      project('nightly', ['test/nightly/**/*.test.ts'], {
        testTimeout: 3_600_000,
        hookTimeout: 300_000,
        fileParallelism: false,
        expect: { poll: { timeout: 30_000 } },
      }),
    ],
  },
});
