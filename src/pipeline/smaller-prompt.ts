/** A smaller prompt after a service said that ours is too long. */
import { NarrativeError } from '../domain/errors.ts';
import { type RenderedPrompt, type Segment } from '../domain/prompt/segment.ts';
import { type TokenCounter } from '../ports/token-counter.ts';
import { fitPrompt, TOKENS_PER_PART } from './fit-prompt.ts';

/** Shares of the refused prompt that are tried, until something really goes. */
const SHARES = [0.7, 0.5, 0.35];

interface Refused {
  readonly segments: readonly Segment[];
  /** The prompt that was too long. */
  readonly refused: RenderedPrompt;
  /** Tokens the service said it takes; null when it did not say. */
  readonly limit: number | null;
  readonly inputParts?: readonly unknown[];
}

const lostBy = ({ cut }: RenderedPrompt): number => cut.reduce((sum, { tokens }) => sum + tokens, 0);

/** @returns null when what must stay is all there is */
export async function smallerPrompt(
  tokens: TokenCounter,
  { segments, refused, limit, inputParts = [] }: Refused,
): Promise<RenderedPrompt | null> {
  const fit = (goal: number): Promise<RenderedPrompt> =>
    fitPrompt(tokens, segments, goal, { inputParts, layout: refused.layout ?? 'classic' });
  // Counting is inexact: only what lost something more is really smaller.
  const smaller = (prompt: RenderedPrompt): RenderedPrompt | null =>
    prompt.cut.length > refused.cut.length || lostBy(prompt) > lostBy(refused) ? prompt : null;
  for (const share of SHARES) {
    try {
      const found = smaller(await fit(Math.floor(Math.min(refused.tokens, limit ?? refused.tokens) * share)));
      if (found) return found;
    } catch (error) {
      // Then all that may go goes.
      const needed = error instanceof NarrativeError ? error.details['needed'] : null;
      if (typeof needed !== 'number' || needed >= refused.tokens) return null;
      return smaller(await fit(needed + inputParts.length * TOKENS_PER_PART));
    }
  }
  return null;
}
