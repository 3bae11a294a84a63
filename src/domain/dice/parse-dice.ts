/** Reads a dice expression: `2d6+1`, `d20`, `d%`, `4d6kh3`, `2d20dl1+1d4-1`, `3d6!`; spaces, capitals and full-width signs allowed. */
import { err, ok, type Result } from '../../shared/result.ts';
import {
  type DiceExpression,
  type DiceProblem,
  type DiceSelection,
  type DiceTerm,
  MAX_DICE,
  MAX_FACES,
  MAX_NUMBER,
} from './dice-record.ts';

const MAX_LENGTH = 100;
const DICE = /^(\d*)d(\d+|%)(!?)(?:(kh|kl|dh|dl|k)(\d*))?(!?)$/;
const NUMBER = /^\d+$/;

const problem = (zh: string, en: string): Result<never, DiceProblem> => err({ zh, en });

/** Reads all forms that mean the same into one: full-width signs, the minus sign of typography, `D`, spaces. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2212\u2013\u2014]/g, '-')
    .replace(/\s+/g, '');
}

function readSelection(word: string | undefined, amount: string, count: number): DiceSelection | null | 'bad' {
  if (word === undefined) return null;
  const number = amount === '' ? 1 : Number(amount);
  if (number < 1 || number > count) return 'bad';
  if (word === 'k' || word === 'kh') return { keep: 'high', count: number };
  if (word === 'kl') return { keep: 'low', count: number };
  if (number === count) return 'bad';
  // Dropping the highest keeps the lowest of the rest, and the other way round.
  return { keep: word === 'dh' ? 'low' : 'high', count: count - number };
}

function limitProblem(text: string, count: number, faces: number): Result<never, DiceProblem> | null {
  if (count < 1 || count > MAX_DICE) {
    return problem(`“${text}”的骰子数要在 1 到 ${MAX_DICE} 之间`, `“${text}” needs 1 to ${MAX_DICE} dice`);
  }
  if (faces < 1 || faces > MAX_FACES) {
    return problem(`“${text}”的面数要在 1 到 ${MAX_FACES} 之间`, `“${text}” needs 1 to ${MAX_FACES} faces`);
  }
  return null;
}

function readTerm(text: string, sign: 1 | -1): Result<DiceTerm, DiceProblem> {
  if (NUMBER.test(text)) {
    const value = Number(text);
    return value > MAX_NUMBER
      ? problem(`数字 ${text} 太大（最多 ${MAX_NUMBER}）`, `the number ${text} is too large (at most ${MAX_NUMBER})`)
      : ok({ kind: 'number', sign, value });
  }
  const match = DICE.exec(text);
  if (!match)
    return problem(`看不懂“${text}”，应写成 2d6、d20、4d6kh3`, `“${text}” is not dice; write 2d6, d20, 4d6kh3`);
  const [, amount = '', faceText = '', early, word, selected = '', late] = match;
  const count = amount === '' ? 1 : Number(amount);
  const faces = faceText === '%' ? 100 : Number(faceText);
  const exploding = early === '!' || late === '!';
  const beyond = limitProblem(text, count, faces);
  if (beyond) return beyond;
  if (exploding && faces < 2)
    return problem(`“${text}”：一面骰不能爆炸`, `“${text}”: a die of one face cannot explode`);
  const selection = readSelection(word, selected, count);
  if (selection === 'bad') {
    return problem(`“${text}”保留或去掉的骰子数不对`, `“${text}” keeps or drops more dice than it can`);
  }
  return ok({ kind: 'dice', sign, count, faces, exploding, selection });
}

function spell(term: DiceTerm): string {
  if (term.kind === 'number') return String(term.value);
  const selection = term.selection ? `k${term.selection.keep === 'high' ? 'h' : 'l'}${term.selection.count}` : '';
  return `${term.count}d${term.faces}${selection}${term.exploding ? '!' : ''}`;
}

/**
 * @returns the expression, or a sentence saying what is wrong with it. At most 100 dice of 1,000 faces in all.
 */
export function parseDice(text: string): Result<DiceExpression, DiceProblem> {
  if (text.length > MAX_LENGTH) return problem('骰子表达式太长', 'the dice expression is too long');
  if (/\d\s+\d/.test(text)) {
    return problem(`“${text}”里两个数之间缺少加减号`, `“${text}” lacks a plus or minus between two numbers`);
  }
  const compact = normalise(text);
  if (compact === '') return problem('没有骰子表达式，例如 1d20+3', 'there is no dice expression, e.g. 1d20+3');
  const signed = /^[+-]/.test(compact) ? compact : `+${compact}`;
  const pieces = signed.match(/[+-][^+-]*/g) ?? [];
  const terms: DiceTerm[] = [];
  for (const piece of pieces) {
    const body = piece.slice(1);
    if (body === '') {
      return problem(`“${text}”里有多余的加减号`, `“${text}” has a plus or minus with nothing after it`);
    }
    const term = readTerm(body, piece.startsWith('-') ? -1 : 1);
    if (!term.ok) return term;
    terms.push(term.value);
  }
  const dice = terms.reduce((sum, term) => sum + (term.kind === 'dice' ? term.count : 0), 0);
  if (dice === 0) return problem(`“${text}”里没有骰子`, `there are no dice in “${text}”`);
  if (dice > MAX_DICE)
    return problem(`骰子共 ${dice} 个，最多 ${MAX_DICE} 个`, `${dice} dice are too many (at most ${MAX_DICE})`);
  const spelled = terms.map((term) => (term.sign < 0 ? '-' : '+') + spell(term)).join('');
  return ok({ text: spelled.startsWith('+') ? spelled.slice(1) : spelled, terms });
}
