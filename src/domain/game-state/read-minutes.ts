/** How much time passed, in minutes, from every spelling models and older prompts use. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Fault } from './check-change.ts';
import { readNumber } from './read-number.ts';

type Outcome = Result<number, Fault>;

const units: Readonly<Record<string, number>> = {
  minute: 1,
  min: 1,
  m: 1,
  分钟: 1,
  分: 1,
  刻钟: 15,
  刻: 15,
  hour: 60,
  hr: 60,
  h: 60,
  小时: 60,
  个小时: 60,
  钟头: 60,
  个钟头: 60,
  时辰: 120,
  个时辰: 120,
  day: 1_440,
  d: 1_440,
  天: 1_440,
  日: 1_440,
  week: 10_080,
  w: 10_080,
  周: 10_080,
  星期: 10_080,
  个星期: 10_080,
  礼拜: 10_080,
  个礼拜: 10_080,
};

/** Parameters that name their unit; several of them add up. */
const named: readonly (readonly [string, number])[] = [
  ['minutes', 1],
  ['minute', 1],
  ['分钟', 1],
  ['duration', 1],
  ['hours', 60],
  ['hour', 60],
  ['小时', 60],
  ['days', 1_440],
  ['day', 1_440],
  ['天', 1_440],
  ['weeks', 10_080],
  ['week', 10_080],
  ['周', 10_080],
];
const amounts = ['amount', 'value', 'quantity', 'time', '数量', '时长'];
const unitNames = ['unit', 'units', '单位'];
const withUnit = /^(\+?\d{1,12}(?:\.\d{1,6})?|[零一二两三四五六七八九十百半]{1,6})\s*(\D*)$/;

/** Accepts `minutes`, `hours`, `days`, `weeks` (added up), `duration`, and `amount` with `unit`. May be a fraction. */
export function readMinutes(params: JsonObject): Outcome {
  const given = named.filter(([key]) => has(params, key));
  if (given.length > 0) return sumOf(given.map(([key, factor]) => readAmount(params[key], factor)));
  const amount = amounts.find((key) => has(params, key));
  if (amount === undefined) return err({ code: 'number-missing', about: 'amount' });
  const unitName = unitNames.find((key) => has(params, key));
  const unit = unitName === undefined ? 'minutes' : params[unitName];
  const factor = typeof unit === 'string' ? unitOf(unit) : undefined;
  return factor === undefined
    ? err({ code: 'unknown-unit', about: JSON.stringify(unit ?? null) })
    : readAmount(params[amount], factor);
}

function sumOf(parts: readonly Outcome[]): Outcome {
  let sum = 0;
  for (const part of parts) {
    if (!part.ok) return part;
    if (part.value < 0) return err({ code: 'not-positive', about: String(part.value) });
    sum += part.value;
  }
  return ok(sum);
}

/** A number, a number in a string, or a number with its own unit (`"2 hours"`, `"30分钟"`, `"两个时辰"`). */
function readAmount(given: JsonValue | undefined, factor: number): Outcome {
  const plain = given === undefined ? null : readNumber(given);
  if (plain !== null) return ok(rounded(plain * factor));
  const match = typeof given === 'string' ? withUnit.exec(given.normalize('NFKC').trim()) : null;
  const amount = match ? readNumber(match[1] ?? '') : null;
  if (!match || amount === null) return err({ code: 'not-a-number', about: JSON.stringify(given ?? null) });
  const word = match[2] ?? '';
  const own = unitOf(word);
  return own === undefined ? err({ code: 'unknown-unit', about: word }) : ok(rounded(amount * own));
}

/** A third of an hour is 20 minutes, whatever floating point makes of it. */
function rounded(minutes: number): number {
  return Math.abs(Math.round(minutes) - minutes) < 1e-3 ? Math.round(minutes) : minutes;
}

function unitOf(word: string): number | undefined {
  const key = word.trim().toLowerCase();
  const singular = key.length > 2 && key.endsWith('s') ? key.slice(0, -1) : key;
  return Object.hasOwn(units, singular) ? units[singular] : undefined;
}

function has(params: JsonObject, key: string): boolean {
  return Object.hasOwn(params, key) && params[key] !== null && params[key] !== undefined;
}
