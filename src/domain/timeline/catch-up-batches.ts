/** Cuts the rounds that want an analysis into calls that one answer can cover. */
export interface WaitingRound {
  /** Of what the player said and the reply together. */
  readonly tokens: number;
}

/** More rounds in one answer make each record thinner. */
export const ROUNDS_PER_CALL = 5;

/** In their order; a round that is larger than the room alone still gets a call of its own. */
export function catchUpBatches<R extends WaitingRound>(
  rounds: readonly R[],
  roomTokens: number,
): readonly (readonly R[])[] {
  const batches: R[][] = [];
  let tokens = 0;
  for (const round of rounds) {
    const last = batches.at(-1);
    if (last && last.length < ROUNDS_PER_CALL && tokens + round.tokens <= roomTokens) {
      last.push(round);
      tokens += round.tokens;
    } else {
      batches.push([round]);
      tokens = round.tokens;
    }
  }
  return batches;
}
