/** Text recall: the original prose of the rounds the planner named, outside the window only. */
export const RECALL_LIMIT = 3;

export interface RecallResult<R> {
  readonly found: readonly R[];
  /** Asked for and not given, each with its reason. */
  readonly refused: readonly {
    readonly round: number;
    readonly reason: 'unknown' | 'in-window' | 'too-many' | 'too-long';
  }[];
}

/**
 * @param asked round numbers in the planner's order; the first ones win
 * @param tokenLimit tokens all recalled rounds may have together
 */
export function recallRounds<R extends { readonly round: number; readonly tokens: number }>(
  asked: readonly number[],
  rounds: readonly R[],
  inWindow: ReadonlySet<number>,
  tokenLimit: number,
): RecallResult<R> {
  const byNumber = new Map(rounds.map((round) => [round.round, round]));
  const found: R[] = [];
  const refused: RecallResult<R>['refused'][number][] = [];
  let left = tokenLimit;
  for (const number of new Set(asked)) {
    const round = byNumber.get(number);
    if (!round) refused.push({ round: number, reason: 'unknown' });
    else if (inWindow.has(number)) refused.push({ round: number, reason: 'in-window' });
    else if (found.length >= RECALL_LIMIT) refused.push({ round: number, reason: 'too-many' });
    else if (round.tokens > left) refused.push({ round: number, reason: 'too-long' });
    else {
      found.push(round);
      left -= round.tokens;
    }
  }
  return { found: found.sort((a, b) => a.round - b.round), refused };
}
