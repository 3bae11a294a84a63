/** A whole story played at random: after every command the world is a naive fold over what is visible, and more. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEnd, storyInvariants } from '../support/story-invariants.ts';
import { commands, nameOf, startModel, type Step, take } from '../support/story-model.ts';

const runs = Number(process.env['STORY_RUNS'] ?? 200);
const length = 30;
/** The same stories for every change; the nightly ones are new each time. */
const seed = process.env['STORY_RUNS'] === undefined ? { seed: 20_261 } : {};

const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(1_000), fc.nat(50), fc.nat(50));

describe('a story played at random', () => {
  it(`${Object.keys(storyInvariants).join(', ')}: hold after every command of ${runs} sequences of ${length}`, async () => {
    const used = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: Number(process.env['STORY_SHORTEST'] ?? length), maxLength: length, size: 'max' }),
        async (steps) => {
          const model = await startModel();
          for (const each of steps) {
            used.set(nameOf(each), (used.get(nameOf(each)) ?? 0) + 1);
            await take(model, each);
          }
          await checkEnd(model);
        },
      ),
      { numRuns: runs, endOnFailure: false, ...seed },
    );
    expect([...used.keys()].sort()).toEqual(Object.keys(commands).sort());
  }, 3_600_000);
});
