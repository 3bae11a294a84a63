/** A seeded stream of chance (xoshiro128**): the same seed always gives the same numbers, so a roll can be repeated. */
export interface SeededRandom {
  /** A number in [0, 1) with 32 bits of chance. */
  next(): number;
  /** A whole number in [0, bound); every value is equally likely. `bound` is 1 to 2^32. */
  below(bound: number): number;
}

const TWO_32 = 4_294_967_296;

const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** Spreads one 32-bit seed over the state; neighbouring seeds give unrelated streams. */
function splitMix(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** @param seed any number; only its lower 32 bits count. */
export function seededRandom(seed: number): SeededRandom {
  const spread = splitMix(seed);
  let [a, b, c, d] = [spread(), spread(), spread(), spread()];

  const word = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };

  return {
    next: () => word() / TWO_32,
    below(bound) {
      // Words above the last full multiple of `bound` would make small values likelier.
      const limit = TWO_32 - (TWO_32 % bound);
      let drawn = word();
      while (drawn >= limit) drawn = word();
      return drawn % bound;
    },
  };
}

/** A seed of its own for one labelled use of a turn's seed, e.g. `roll_dice#1`: independent of what else is rolled. */
export function deriveSeed(seed: number, label: string): number {
  let mixed = (seed ^ 0x811c9dc5) >>> 0;
  for (let i = 0; i < label.length; i += 1) mixed = Math.imul(mixed ^ label.charCodeAt(i), 0x01000193);
  return splitMix(mixed)();
}
