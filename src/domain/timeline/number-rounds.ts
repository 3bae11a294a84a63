/** Gives rounds their numbers: what has one keeps it, what has none gets 1 + the highest. */

export interface RoundWish {
  /** The number it already has; null when it has none yet. */
  readonly round: number | null;
  /** `greeting`: 0. `shared`: the round before it (group replies). `next`: a number of its own. */
  readonly otherwise: 'greeting' | 'shared' | 'next';
}

/** The numbers of the rounds around those that are numbered. */
export interface NumbersAround {
  readonly taken: (round: number) => boolean;
  /** Of all, before and after. */
  readonly highest: number;
  readonly highestBefore: number;
  readonly last: number;
}

const none: NumbersAround = { taken: () => false, highest: 0, highestBefore: 0, last: 0 };

/** Numbers are never given twice, except to replies that share a round. `around` is asked only if one has none. */
export function numberRounds(
  wishes: readonly RoundWish[],
  around: () => NumbersAround = () => none,
): readonly number[] {
  if (wishes.every(({ round }) => round !== null)) return wishes.map(({ round }) => round ?? 0);
  const outside = around();
  const taken = new Set<number>();
  let { highest, highestBefore, last } = outside;
  for (const { round } of wishes) {
    if (round === null) continue;
    taken.add(round);
    highest = Math.max(highest, round);
  }
  return wishes.map((wish) => {
    let round = wish.round;
    if (round === null) {
      if (wish.otherwise === 'greeting') round = 0;
      else if (wish.otherwise === 'shared') round = last;
      else {
        const next = highestBefore + 1;
        round = taken.has(next) || outside.taken(next) ? highest + 1 : next;
      }
    }
    taken.add(round);
    highest = Math.max(highest, round);
    highestBefore = Math.max(highestBefore, round);
    last = round;
    return round;
  });
}
