/** Dice stay in their range, are spread evenly, and can be repeated. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDice } from '../../src/domain/dice/parse-dice.ts';
import { rollDice } from '../../src/domain/dice/roll-dice.ts';
import { deriveSeed, seededRandom } from '../../src/domain/dice/seeded-random.ts';

const term = fc.record({ count: fc.integer({ min: 1, max: 30 }), faces: fc.integer({ min: 1, max: 1000 }) });
const seed = fc.integer({ min: 0, max: 0xffffffff });

describe('ranges', () => {
  it('a plain roll lies between its least and its most', () => {
    fc.assert(
      fc.property(
        fc.array(term, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 1000 }),
        seed,
        (terms, add, s) => {
          const expr = [...terms.map((t) => `${t.count}d${t.faces}`), String(add)].join('+');
          const rolled = rollDice({ expr }, s);
          if (!rolled.ok) throw new Error(rolled.error.en);
          const least = terms.reduce((sum, t) => sum + t.count, add);
          const most = terms.reduce((sum, t) => sum + t.count * t.faces, add);
          return rolled.value.total >= least && rolled.value.total <= most;
        },
      ),
    );
  });

  it('keeping high is never below keeping low of the same dice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 2, max: 100 }), seed, (count, faces, s) => {
        const keep = Math.ceil(count / 2);
        const high = rollDice({ expr: `${count}d${faces}kh${keep}` }, s);
        const low = rollDice({ expr: `${count}d${faces}kl${keep}` }, s);
        return high.ok && low.ok && high.value.total >= low.value.total;
      }),
    );
  });

  it('every text is dice or a sentence, never a throw, and reading is stable', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9dDkhl!%+ -]{0,20}$/)), seed, (text, s) => {
        const parsed = parseDice(text);
        const rolled = rollDice({ expr: text, mode: 'exploding' }, s);
        expect(rolled.ok).toBe(parsed.ok);
        if (parsed.ok) {
          const again = parseDice(parsed.value.text);
          expect(again.ok && again.value).toEqual(parsed.value);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the same seed gives the same record', () => {
    fc.assert(
      fc.property(seed, (s) => {
        const request = { expr: '3d6!+2d20kh1+d%', mode: 'advantage', dc: 15 } as const;
        expect(rollDice(request, s)).toEqual(rollDice(request, s));
      }),
    );
  });
});

/** Chi-square of counts against an even spread, as standard deviations from what chance gives. */
function spread(counts: readonly number[]): number {
  const total = counts.reduce((a, b) => a + b, 0);
  const expected = total / counts.length;
  const chi = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  return (chi - freedom) / Math.sqrt(2 * freedom);
}

describe('distribution', () => {
  it.each([2, 6, 20, 100])('every face of a d%i is equally likely within one stream', (faces) => {
    const random = seededRandom(20_240_501);
    const counts = Array.from({ length: faces }, () => 0);
    for (let i = 0; i < faces * 2_000; i += 1) counts[random.below(faces)]! += 1;
    expect(Math.abs(spread(counts))).toBeLessThan(5);
  });

  it.each([6, 20])('the first d%i of neighbouring seeds is spread evenly too', (faces) => {
    const counts = Array.from({ length: faces }, () => 0);
    for (let s = 0; s < faces * 1_000; s += 1) {
      const rolled = rollDice({ expr: `1d${faces}` }, deriveSeed(s, 'roll_dice#0'));
      if (rolled.ok) counts[rolled.value.total - 1]! += 1;
    }
    expect(Math.abs(spread(counts))).toBeLessThan(5);
  });

  it('advantage on a d20 averages 13.825, disadvantage 7.175', () => {
    const mean = (mode: 'advantage' | 'disadvantage'): number => {
      let sum = 0;
      for (let s = 0; s < 20_000; s += 1) {
        const rolled = rollDice({ expr: '1d20', mode }, s);
        if (rolled.ok) sum += rolled.value.total;
      }
      return sum / 20_000;
    };
    expect(mean('advantage')).toBeCloseTo(13.825, 0);
    expect(mean('disadvantage')).toBeCloseTo(7.175, 0);
  });

  it('an exploding d6 averages 4.2', () => {
    let sum = 0;
    for (let s = 0; s < 20_000; s += 1) {
      const rolled = rollDice({ expr: '1d6!' }, s);
      if (rolled.ok) sum += rolled.value.total;
    }
    expect(Math.abs(sum / 20_000 - 4.2)).toBeLessThan(0.12);
  });
});
