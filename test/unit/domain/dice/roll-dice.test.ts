/** Dice: grammar, modes, criticals, branches, repeatability, and sentences for what is not dice. */
import { describe, expect, it } from 'vitest';
import { explainDice, outcomeWords } from '../../../../src/domain/dice/explain-dice.ts';
import { type DiceRecord } from '../../../../src/domain/dice/dice-record.ts';
import { parseDice } from '../../../../src/domain/dice/parse-dice.ts';
import { readDiceMode } from '../../../../src/domain/dice/read-dice-mode.ts';
import { rollDice, type RollRequest } from '../../../../src/domain/dice/roll-dice.ts';

function roll(request: RollRequest, seed = 7): DiceRecord {
  const rolled = rollDice(request, seed);
  if (!rolled.ok) throw new Error(rolled.error.en);
  return rolled.value;
}

/** The first seed whose roll fits: rare faces without touching the generator. */
function rollUntil(request: RollRequest, fits: (record: DiceRecord) => boolean): DiceRecord {
  for (let seed = 0; seed < 20_000; seed += 1) {
    const record = roll(request, seed);
    if (fits(record)) return record;
  }
  throw new Error('no seed fits');
}

describe('reading an expression', () => {
  it.each([
    ['2d6+1', '2d6+1'],
    ['d20', '1d20'],
    ['1D20', '1d20'],
    ['1d20 + 5', '1d20+5'],
    ['2d6+1d4', '2d6+1d4'],
    ['4d6kh3', '4d6kh3'],
    ['4d6k3', '4d6kh3'],
    ['4d6dl', '4d6kh3'],
    ['4d6dh1', '4d6kl3'],
    ['2d20kl', '2d20kl1'],
    ['1d20+5-2', '1d20+5-2'],
    ['d%', '1d100'],
    ['3d6!', '3d6!'],
    ['4d6!kh3', '4d6kh3!'],
    ['-1d4+10', '-1d4+10'],
    ['１ｄ２０＋３', '1d20+3'],
    ['1d20−1', '1d20-1'],
    [' 2 d 6 ', '2d6'],
  ])('reads %s as %s', (text, spelled) => {
    const parsed = parseDice(text);
    expect(parsed.ok && parsed.value.text).toBe(spelled);
  });

  it.each([
    '',
    '   ',
    'abc',
    '5',
    '1d',
    'd',
    '0d6',
    '1d0',
    '101d6',
    '1d1001',
    '60d6+60d6',
    '4d6kh5',
    '4d6kh0',
    '2d6dl2',
  ])('says in both languages why “%s” is no dice', (text) => {
    const parsed = parseDice(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) {
      expect(parsed.error.zh).toMatch(/\p{Script=Han}/u);
      expect(parsed.error.en).toMatch(/[a-z]{3}/);
    }
  });

  it.each([
    '2d6++1',
    '2d6+',
    '1d6*2',
    '1d!',
    '2d6kh3kl1',
    '1d6d',
    '1d1!',
    '1d20+1000001',
    '1.5d6',
    '1d6 or 1d8',
    '1d20 5',
    'd20'.repeat(60),
  ])('refuses %s instead of guessing', (text) => {
    expect(parseDice(text).ok).toBe(false);
  });
});

describe('rolling', () => {
  it('repeats every face from the same seed and differs with another', () => {
    expect(roll({ expr: '10d100' }, 42)).toEqual(roll({ expr: '10d100' }, 42));
    expect(roll({ expr: '10d100' }, 42)).not.toEqual(roll({ expr: '10d100' }, 43));
  });

  it('keeps the highest three of four', () => {
    const record = roll({ expr: '4d6kh3' });
    const [term] = record.sets[0]!.terms;
    if (term?.kind !== 'dice') throw new Error('no dice');
    const faces = term.dice.map((die) => die.rolls[0]!);
    expect(term.dice.filter((die) => die.kept)).toHaveLength(3);
    expect(record.total).toBe(faces.reduce((a, b) => a + b, 0) - Math.min(...faces));
  });

  it('takes the higher set with advantage, the lower with disadvantage, and records both', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const high = roll({ expr: '1d20+2', mode: 'advantage' }, seed);
      const low = roll({ expr: '1d20+2', mode: 'disadvantage' }, seed);
      expect(high.sets).toHaveLength(2);
      expect(high.total).toBe(Math.max(...high.sets.map((set) => set.total)));
      expect(low.total).toBe(Math.min(...low.sets.map((set) => set.total)));
    }
  });

  it('rolls again on the highest face when exploding, at most 100 times in all', () => {
    const record = roll({ expr: '100d2', mode: 'exploding' });
    expect(record.explosions).toBeLessThanOrEqual(100);
    const once = rollUntil({ expr: '1d6', mode: 'exploding' }, (r) => r.explosions === 1);
    const [term] = once.sets[0]!.terms;
    if (term?.kind !== 'dice') throw new Error('no dice');
    expect(term.dice[0]!.rolls[0]).toBe(6);
    expect(once.total).toBe(term.dice[0]!.rolls[0]! + term.dice[0]!.rolls[1]!);
  });

  it('compares the total with the DC: a natural 20 does not beat a DC of 40', () => {
    const record = rollUntil({ expr: '1d20', dc: 40 }, (r) => r.critical === 'success');
    expect(record.success).toBe(false);
    expect(outcomeWords(record, 'zh')).toBe('失败（天然 20）');
  });

  it('knows criticals on one d20 only', () => {
    expect(rollUntil({ expr: '1d20' }, (r) => r.total === 20).critical).toBe('success');
    expect(rollUntil({ expr: '1d20' }, (r) => r.total === 1).critical).toBe('failure');
    expect(rollUntil({ expr: '1d20+1d4' }, (r) => r.critical !== null).critical).not.toBeNull();
    expect(rollUntil({ expr: '1d100', dc: 50 }, (r) => r.total === 20).critical).toBeNull();
    expect(rollUntil({ expr: '1d6', dc: 1 }, (r) => r.total === 1).critical).toBeNull();
    expect(rollUntil({ expr: '2d20' }, (r) => r.total === 40).critical).toBeNull();
    expect(rollUntil({ expr: '2d20kh1' }, (r) => r.total === 20).critical).toBe('success');
  });

  it('hands on only the branch that happened', () => {
    const request = { expr: '1d20', dc: 11, successBranch: 'the lock opens', failureBranch: 'the pick breaks' };
    expect(rollUntil(request, (r) => r.success === true).branch).toBe('the lock opens');
    expect(rollUntil(request, (r) => r.success === false).branch).toBe('the pick breaks');
    expect(roll({ ...request, dc: null }).branch).toBeNull();
  });

  it('returns a sentence for bad dice, whatever the mode, and never a failed check', () => {
    for (const mode of ['normal', 'advantage', 'disadvantage', 'exploding'] as const) {
      const rolled = rollDice({ expr: 'attack', mode, dc: 10 }, 1);
      expect(rolled.ok).toBe(false);
    }
  });

  it.each([
    ['Advantage', 'advantage'],
    [' ADV ', 'advantage'],
    ['劣势', 'disadvantage'],
    [undefined, 'normal'],
    ['', 'normal'],
  ])('reads the mode %s', (word, mode) => {
    const read = readDiceMode(word);
    expect(read.ok && read.value).toBe(mode);
  });

  it('refuses an unknown mode', () => {
    expect(readDiceMode('lucky').ok).toBe(false);
    expect(readDiceMode(3).ok).toBe(false);
  });
});

describe('explaining', () => {
  it('shows expression, faces, sum, DC and outcome in one line', () => {
    const record: DiceRecord = {
      ...roll({ expr: '2d6+1', dc: 8 }),
      sets: [
        {
          terms: [
            {
              kind: 'dice',
              sign: 1,
              faces: 6,
              dice: [
                { rolls: [3], kept: true },
                { rolls: [5], kept: true },
              ],
            },
            { kind: 'number', sign: 1, value: 1 },
          ],
          total: 9,
        },
      ],
      total: 9,
      success: true,
    };
    expect(explainDice(record, 'zh')).toBe('检定结果：2d6+1 = [3, 5]+1 = 9 (DC 8) → 成功');
    expect(explainDice(record, 'en')).toBe('Check: 2d6+1 = [3, 5]+1 = 9 (DC 8) → success');
    expect(explainDice({ ...record, branch: '门开了' }, 'zh')).toMatch(/→ 成功：门开了$/);
  });

  it('shows both sets with advantage, dropped dice in brackets, and explosions', () => {
    expect(explainDice(roll({ expr: '1d20', mode: 'advantage' }), 'zh')).toMatch(
      /^检定结果（优势）：1d20 = \[\d+\] = \d+ \| \[\d+\] = \d+，取高 \d+ → 无DC/,
    );
    expect(explainDice(roll({ expr: '4d6kh3' }), 'en')).toMatch(/\(\d\)/);
    const exploded = rollUntil({ expr: '1d6', mode: 'exploding' }, (r) => r.explosions === 1);
    expect(explainDice(exploded, 'zh')).toMatch(/\[6\+\d\] = \d+ 爆炸: \d → 无DC/);
  });
});
