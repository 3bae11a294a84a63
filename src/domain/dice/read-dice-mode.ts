/** Reads the mode of a roll in any spelling, Chinese or English. */
import { err, ok, type Result } from '../../shared/result.ts';
import { type DiceMode, type DiceProblem } from './dice-record.ts';

const spellings = new Map<string, DiceMode>([
  ['', 'normal'],
  ['normal', 'normal'],
  ['none', 'normal'],
  ['普通', 'normal'],
  ['正常', 'normal'],
  ['advantage', 'advantage'],
  ['adv', 'advantage'],
  ['优势', 'advantage'],
  ['優勢', 'advantage'],
  ['disadvantage', 'disadvantage'],
  ['dis', 'disadvantage'],
  ['disadv', 'disadvantage'],
  ['劣势', 'disadvantage'],
  ['劣勢', 'disadvantage'],
  ['exploding', 'exploding'],
  ['explode', 'exploding'],
  ['爆炸', 'exploding'],
  ['爆炸骰', 'exploding'],
]);

/** Absent means normal; an unknown word is a problem, not silently normal. */
export function readDiceMode(value: unknown): Result<DiceMode, DiceProblem> {
  if (value === undefined || value === null) return ok('normal');
  const word = typeof value === 'string' ? value.trim().toLowerCase() : null;
  const mode = word === null ? undefined : spellings.get(word);
  return mode
    ? ok(mode)
    : err({
        zh: '骰子模式应为 normal、advantage、disadvantage 或 exploding',
        en: 'the dice mode must be normal, advantage, disadvantage or exploding',
      });
}
