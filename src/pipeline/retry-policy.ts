/** What to do after a call went wrong: one pure table from the kind of failure and what was tried already. */
import { type NarrativeError } from '../domain/errors.ts';

export interface Tried {
  /** Calls made so far for this stage, the failed one included. */
  readonly attempts: number;
  readonly repaired: boolean;
  readonly enlarged: boolean;
  readonly trimmed: boolean;
}

export type NextMove =
  | { readonly move: 'wait'; readonly milliseconds: number }
  /** Ask again with more room for the answer. */
  | { readonly move: 'enlarge' }
  /** Ask again with a smaller prompt. */
  | { readonly move: 'trim' }
  /** Ask once more, quoting what was wrong. */
  | { readonly move: 'repair' }
  | { readonly move: 'stop' };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Who must wait longer than this is better asked. */
const LONGEST_WISH_MS = 300_000;

/** @param chance 0 to 1, spreads the waits of several tabs and users */
export function nextMove(error: NarrativeError, tried: Tried, retries: number, chance: number): NextMove {
  switch (error.code) {
    case 'model.budget-eaten':
    case 'answer.cut-off':
      return tried.enlarged ? { move: 'stop' } : { move: 'enlarge' };
    case 'model.overflow':
      return tried.trimmed ? { move: 'stop' } : { move: 'trim' };
    case 'answer.not-json':
    case 'answer.invalid':
      return tried.repaired ? { move: 'stop' } : { move: 'repair' };
    default:
      if (error.retry !== 'auto' || tried.attempts > retries || wishOf(error) > LONGEST_WISH_MS)
        return { move: 'stop' };
      return { move: 'wait', milliseconds: waitBefore(error, tried.attempts, chance) };
  }
}

/** The provider's own wish counts when it is longer than our back-off; a little chance on top keeps tabs apart. */
function waitBefore(error: NarrativeError, attempts: number, chance: number): number {
  const backOff = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);
  const wish = wishOf(error);
  return Math.round(wish > backOff ? wish * (1 + chance / 10) : backOff);
}

/** Retry-After in milliseconds; 0 without one. */
function wishOf(error: NarrativeError): number {
  const wish = error.details['retryAfterMs'];
  return typeof wish === 'number' && Number.isFinite(wish) && wish > 0 ? wish : 0;
}
