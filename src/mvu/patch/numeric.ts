/** Numbers as operations bring them: added, or given as text where a number stood. */
import { type JsonValue } from '../../shared/json-value.ts';
import { addDecimals } from './decimal.ts';
import { refuse, type Refusal } from './refusal.ts';
import { shiftDate } from './shift-date.ts';

/** A text that replaces a number is read as one; what is not a number is refused instead of becoming NaN. */
export function keepNumber(before: JsonValue, after: JsonValue): { readonly value: JsonValue } | Refusal {
  if (typeof before !== 'number' || typeof after !== 'string') return { value: after };
  const value = readNumber(after);
  return value === null ? refuse('not-a-number', after.slice(0, 40)) : { value };
}

export function readNumber(text: string): number | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** `before` plus `by`: numbers exactly, dates written as text by milliseconds. */
export function addDelta(before: JsonValue, by: number): { readonly value: JsonValue } | Refusal {
  if (typeof before === 'number') {
    const sum = addDecimals(before, by);
    return Number.isFinite(sum) ? { value: sum } : refuse('not-a-number');
  }
  const moved = typeof before === 'string' ? shiftDate(before, by) : null;
  return moved === null ? refuse('not-a-date') : { value: moved };
}
