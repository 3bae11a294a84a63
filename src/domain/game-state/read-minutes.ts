/** How much time passed, in whole minutes, from every spelling models and older prompts use. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type ChangeRefusalCode } from './refusal-text.ts';

type Outcome = Result<number, { readonly code: ChangeRefusalCode; readonly about: string }>;

const MINUTES_LIMIT = 60 * 24 * 366 * 1_000;

const units: Readonly<Record<string, number>> = {
  minute: 1,
  min: 1,
  m: 1,
  分钟: 1,
  分: 1,
  hour: 60,
  hr: 60,
  h: 60,
  小时: 60,
  钟头: 60,
  时辰: 120,
  day: 1_440,
  d: 1_440,
  天: 1_440,
  日: 1_440,
  week: 10_080,
  周: 10_080,
  星期: 10_080,
};

const unitOf = (word: string): number | undefined => {
  const key = word.trim().toLowerCase();
  const singular = key.length > 2 && key.endsWith('s') ? key.slice(0, -1) : key;
  return Object.hasOwn(units, singular) ? units[singular] : undefined;
};

/** Accepts `minutes`, `hours`, `days`, `weeks` (added up), `duration`, and `amount` with `unit`. */
export function readMinutes(params: JsonObject): Outcome {
  const named = [
    ['minutes', 1],
    ['分钟', 1],
    ['duration', 1],
    ['hours', 60],
    ['小时', 60],
    ['days', 1_440],
    ['天', 1_440],
    ['weeks', 10_080],
  ] as const;
  const given = named.filter(([key]) => has(params, key));
  if (given.length > 0) {
    let sum = 0;
    for (const [key, factor] of given) {
      const read = amountOf(params[key], factor);
      if (!read.ok) return read;
      sum += read.value;
    }
    return whole(sum);
  }
  const amountKey = ['amount', 'value', 'quantity', 'time', '数量'].find((key) => has(params, key));
  if (amountKey === undefined) return err({ code: 'number-missing', about: 'amount' });
  const unit = has(params, 'unit') ? params['unit'] : has(params, '单位') ? params['单位'] : 'minutes';
  const factor = typeof unit === 'string' ? unitOf(unit) : undefined;
  if (factor === undefined) return err({ code: 'unknown-unit', about: JSON.stringify(unit ?? null) });
  const read = amountOf(params[amountKey], factor);
  return read.ok ? whole(read.value) : read;
}

/** A number, a number in a string, or a number with its own unit (`"2 hours"`, `"30分钟"`). */
function amountOf(given: JsonValue | undefined, factor: number): Outcome {
  if (typeof given === 'number' && Number.isFinite(given)) return ok(given * factor);
  const match = typeof given === 'string' ? /^\+?(-?\d+(?:\.\d+)?)\s*(\D*)$/.exec(given.trim()) : null;
  if (!match) return err({ code: 'not-a-number', about: JSON.stringify(given ?? null) });
  const word = match[2]?.trim() ?? '';
  const own = word === '' ? factor : unitOf(word);
  return own === undefined ? err({ code: 'unknown-unit', about: word }) : ok(Number(match[1]) * own);
}

function whole(minutes: number): Outcome {
  if (minutes <= 0) return err({ code: 'not-positive', about: String(minutes) });
  // Half an hour may be 0.5 hours; half a minute is no time of ours.
  const rounded = Math.round(minutes);
  if (Math.abs(rounded - minutes) > 1e-6) return err({ code: 'not-whole', about: String(minutes) });
  return minutes > MINUTES_LIMIT ? err({ code: 'too-large', about: String(minutes) }) : ok(rounded);
}

function has(params: JsonObject, key: string): boolean {
  return Object.hasOwn(params, key) && params[key] !== null && params[key] !== undefined;
}
