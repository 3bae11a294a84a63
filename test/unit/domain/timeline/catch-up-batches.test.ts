import { describe, expect, it } from 'vitest';
import { catchUpBatches, ROUNDS_PER_CALL } from '../../../../src/domain/timeline/catch-up-batches.ts';

const rounds = (...tokens: number[]) => tokens.map((size, round) => ({ round, tokens: size }));
const sizes = (...args: Parameters<typeof catchUpBatches>) => catchUpBatches(...args).map((batch) => batch.length);

describe('batches of a catch-up', () => {
  it('hold a few rounds each, in order, and lose none', () => {
    const all = rounds(...Array.from({ length: 12 }, () => 10));
    expect(sizes(all, 1_000)).toEqual([ROUNDS_PER_CALL, ROUNDS_PER_CALL, 2]);
    expect(catchUpBatches(all, 1_000).flat()).toEqual(all);
  });

  it('end where the room ends; a round larger than the room stands alone', () => {
    expect(sizes(rounds(60, 60, 30, 500, 10, 10), 100)).toEqual([1, 2, 1, 2]);
    expect(sizes([], 100)).toEqual([]);
  });
});
