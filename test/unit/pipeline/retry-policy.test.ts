import { describe, expect, it } from 'vitest';
import { errorCodes, NarrativeError } from '../../../src/domain/errors.ts';
import { nextMove, type Tried } from '../../../src/pipeline/retry-policy.ts';

const fresh: Tried = { attempts: 1, repaired: false, enlarged: false, trimmed: false };

describe('nextMove', () => {
  it('ends for every code, whatever it is, in a bounded number of moves', () => {
    for (const code of errorCodes) {
      let tried = fresh;
      let moves = 0;
      for (; moves < 20; moves += 1) {
        const { move } = nextMove(new NarrativeError(code), tried, 3, 1);
        if (move === 'stop') break;
        tried = {
          attempts: tried.attempts + 1,
          repaired: tried.repaired || move === 'repair',
          enlarged: tried.enlarged || move === 'enlarge',
          trimmed: tried.trimmed || move === 'trim',
        };
      }
      expect(moves, code).toBeLessThanOrEqual(3);
    }
  });

  it('waits between half and the whole of a doubling time, half a minute at most', () => {
    const wait = (attempts: number, chance: number) =>
      nextMove(new NarrativeError('model.server'), { ...fresh, attempts }, 20, chance);
    expect(wait(1, 0)).toEqual({ move: 'wait', milliseconds: 500 });
    expect(wait(1, 1)).toEqual({ move: 'wait', milliseconds: 1_000 });
    expect(wait(4, 1)).toEqual({ move: 'wait', milliseconds: 8_000 });
    expect(wait(15, 1)).toEqual({ move: 'wait', milliseconds: 30_000 });
  });

  it.each([Number.NaN, -5, 'soon', null])('takes no notice of the wish %s', (retryAfterMs) => {
    const error = new NarrativeError('model.rate-limited', { details: { retryAfterMs } });
    expect(nextMove(error, fresh, 2, 1)).toEqual({ move: 'wait', milliseconds: 1_000 });
  });

  it('follows an error that overrides who retries', () => {
    const error = new NarrativeError('model.server', { retry: 'user' });
    expect(nextMove(error, fresh, 2, 1)).toEqual({ move: 'stop' });
  });
});
