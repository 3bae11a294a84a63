import { describe, expect, it } from 'vitest';
import { recallRounds } from '../../../../src/domain/history/recall.ts';

const rounds = Array.from({ length: 20 }, (_, i) => ({ round: i, tokens: 100, text: `round ${i}` }));
const window = new Set([17, 18, 19]);
const recall = (asked: readonly number[], tokens = 1_000) => {
  const { found, refused } = recallRounds(asked, rounds, window, tokens);
  return { found: found.map(({ round }) => round), refused };
};

describe('recallRounds', () => {
  it('gives the named rounds, oldest first, the greeting too', () => {
    expect(recall([7, 0, 3])).toEqual({ found: [0, 3, 7], refused: [] });
  });

  it('says what it did not give and why', () => {
    expect(recall([99, -1, 18, 2])).toEqual({
      found: [2],
      refused: [
        { round: 99, reason: 'unknown' },
        { round: -1, reason: 'unknown' },
        { round: 18, reason: 'in-window' },
      ],
    });
  });

  it('gives three at most, and each once', () => {
    expect(recall([1, 1, 2, 3, 4])).toEqual({ found: [1, 2, 3], refused: [{ round: 4, reason: 'too-many' }] });
  });

  it('stays within its tokens', () => {
    expect(recall([1, 2, 3], 250)).toEqual({ found: [1, 2], refused: [{ round: 3, reason: 'too-long' }] });
  });
});
