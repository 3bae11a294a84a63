/** I22: the window of rounds depends on how many there are and on nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseWindow, type WindowRound } from '../../src/domain/history/stable-window.ts';

const size = fc.record({ n: fc.integer({ min: 1, max: 12 }), m: fc.nat(12) });

/** Rounds as a path may hold them: numbers go up, with gaps where rounds were deleted. */
const path = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.nat(500)), { maxLength: 60 })
  .map((steps) => {
    let round = 0;
    return steps.map(([gap, summarised, tokens]): WindowRound => ({ round: (round += gap), summarised, tokens }));
  });

const windowOf = (rounds: readonly WindowRound[], { n, m }: { n: number; m: number }, budget: number): number => {
  const chosen = chooseWindow(rounds, { n, m }, budget);
  return chosen.rounds.length - chosen.ridingAlong;
};

describe('the window', () => {
  it('I22: is as long as the count of rounds says, whatever their numbers, sizes and summaries are', () => {
    fc.assert(
      fc.property(path, size, fc.nat(5_000), (rounds, { n, m }, budget) => {
        const plain = rounds.map((_, index) => ({ round: index + 1, summarised: true, tokens: 1 }));
        const length = windowOf(rounds, { n, m }, budget);
        expect(length).toBe(windowOf(plain, { n, m }, 0));
        expect(length).toBeGreaterThanOrEqual(Math.min(rounds.length, n));
        expect(length).toBeLessThanOrEqual(n + m);
        // The newest ones, in order, and what rides along is before them.
        const chosen = chooseWindow(rounds, { n, m }, budget);
        expect(chosen.rounds.slice(chosen.ridingAlong)).toEqual(rounds.slice(rounds.length - length));
      }),
    );
  });

  it('I22: keeps its beginning until it is n + m rounds long', () => {
    fc.assert(
      fc.property(fc.nat(80), size, (count, { n, m }) => {
        const first = (rounds: number): number => rounds - windowOf(numbered(rounds), { n, m }, 0);
        const [now, next] = [first(count), first(count + 1)];
        expect(next === now || next === now + m + 1).toBe(true);
        if (count - now < n + m) expect(next).toBe(now);
      }),
    );
  });
});

const numbered = (count: number): readonly WindowRound[] =>
  Array.from({ length: count }, (_, index) => ({ round: index + 1, summarised: true, tokens: 1 }));
