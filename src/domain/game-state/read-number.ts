/** A number as models write it: plain, in a string, full-width, or in Chinese numerals. */
import { type JsonValue } from '../../shared/json-value.ts';

const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  壹: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const tens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const plain = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;
const chinese = /^[零〇一壹二两三四五六七八九十百千万半]{1,12}$/;

/** Null when it is no clean, finite number: `NaN`, words, a number with anything around it. */
export function readNumber(given: JsonValue): number | null {
  if (typeof given === 'number') return Number.isFinite(given) ? given : null;
  if (typeof given !== 'string') return null;
  const text = given.normalize('NFKC').trim();
  if (plain.test(text)) return Number(text);
  return chinese.test(text) ? readChinese(text) : null;
}

/** Up to the ten thousands; `半` is a half, alone. */
function readChinese(text: string): number | null {
  if (text === '半') return 0.5;
  const [high, low, ...more] = text.split('万');
  if (high === undefined || more.length > 0) return null;
  if (low === undefined) return belowTenThousand(high);
  const upper = belowTenThousand(high);
  const lower = low === '' ? 0 : belowTenThousand(low);
  return upper === null || lower === null ? null : upper * 10_000 + lower;
}

function belowTenThousand(text: string): number | null {
  let sum = 0;
  let digit: number | null = null;
  for (const char of text) {
    const ten = tens[char];
    if (ten !== undefined) {
      if (digit === null && ten !== 10) return null;
      sum += (digit ?? 1) * ten;
      digit = null;
      continue;
    }
    const value = digits[char];
    if (value === undefined || (digit !== null && digit !== 0)) return null;
    digit = value;
  }
  return sum + (digit ?? 0);
}
