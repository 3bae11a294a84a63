/** Gives rounds their numbers: what has one keeps it, what has none gets 1 + the highest. */

export interface RoundWish {
  /** The number it already has; null when it has none yet. */
  readonly round: number | null;
  /** `greeting`: 0. `shared`: the round before it (group replies). `next`: a number of its own. */
  readonly otherwise: 'greeting' | 'shared' | 'next';
}

/** Numbers are never given twice, except to replies that share a round. */
export function numberRounds(wishes: readonly RoundWish[]): readonly number[] {
  const taken = new Set<number>();
  let highest = 0;
  for (const { round } of wishes) {
    if (round === null) continue;
    taken.add(round);
    highest = Math.max(highest, round);
  }
  let highestBefore = 0;
  let last = 0;
  return wishes.map((wish) => {
    let round = wish.round;
    if (round === null) {
      if (wish.otherwise === 'greeting') round = 0;
      else if (wish.otherwise === 'shared') round = last;
      else round = taken.has(highestBefore + 1) ? highest + 1 : highestBefore + 1;
    }
    taken.add(round);
    highest = Math.max(highest, round);
    highestBefore = Math.max(highestBefore, round);
    last = round;
    return round;
  });
}
