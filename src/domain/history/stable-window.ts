/** The n+m window: it grows from n to n+m rounds and then falls back to n, so that its beginning stays the same for m turns. */
import { type Settings } from '../settings.ts';

export interface WindowSize {
  readonly n: number;
  readonly m: number;
}

/** How many of `count` rounds, from the front, are outside the window. Depends on the count alone. */
export function roundsOutside(count: number, { n, m }: WindowSize): number {
  const excess = count - (n + m);
  return excess <= 0 ? 0 : Math.ceil(excess / (m + 1)) * (m + 1);
}

export function windowSize(pipeline: Settings['pipeline'], agent: 'planning' | 'writing'): WindowSize {
  if (pipeline.depth === 'normal') return { n: 8, m: 8 };
  // To budget: nothing leaves by count, only what does not fit.
  if (pipeline.depth === 'budget') return { n: Number.MAX_SAFE_INTEGER / 4, m: 0 };
  return agent === 'planning'
    ? { n: pipeline.recentTurnsForPlanning, m: pipeline.planningGrowthMargin }
    : { n: pipeline.recentTurnsForWriting, m: pipeline.writingGrowthMargin };
}

export interface WindowRound {
  readonly round: number;
  /** Its summary is committed: it may leave. */
  readonly summarised: boolean;
  readonly tokens: number;
}

export interface WindowChoice<R> {
  /** Oldest first: rounds that ride along, then the window. */
  readonly rounds: readonly R[];
  /** How many at the front only ride along. */
  readonly ridingAlong: number;
}

/**
 * @param rounds all rounds of the path, oldest first; round 0 is the greeting and is shown until the first cut
 * @param rideBudget tokens for rounds outside the window whose summary is not committed yet; the newest come first
 */
export function chooseWindow<R extends WindowRound>(
  rounds: readonly R[],
  size: WindowSize,
  rideBudget: number,
): WindowChoice<R> {
  const counted = rounds.filter(({ round }) => round > 0);
  const outside = roundsOutside(counted.length, size);
  if (outside === 0) return { rounds, ridingAlong: 0 };
  const riding: R[] = [];
  let left = rideBudget;
  for (const round of counted.slice(0, outside).reverse()) {
    if (round.summarised) continue;
    if (round.tokens > left) break;
    left -= round.tokens;
    riding.unshift(round);
  }
  return { rounds: [...riding, ...counted.slice(outside)], ridingAlong: riding.length };
}
