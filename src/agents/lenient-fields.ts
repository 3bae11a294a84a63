/** What models put where a text, a list or a number was asked for, turned into that. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';

type Given = JsonValue | undefined;

export function isObject(value: Given): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Given): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A text, a number as text, a list joined; empty for anything else. */
export function asText(value: Given): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return isList(value)
    ? value
        .map(asText)
        .filter((text) => text !== '')
        .join(' ')
    : '';
}

/** A list of texts; a single text is a list of one, an object `{ text | content | note … }` counts as its texts. */
export function asTextList(value: Given): string[] {
  const items = isList(value) ? value : [value];
  return items
    .map((item) => (isObject(item) ? asText(Object.values(item)) : asText(item)))
    .filter((text) => text !== '');
}

export function asList(value: Given): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  if (isList(value)) return value;
  // A list written as an object by index.
  const entries = isObject(value) ? Object.entries(value) : [];
  return entries.length > 0 && entries.every(([key]) => /^\d{1,4}$/.test(key))
    ? entries.map(([, item]) => item)
    : [value];
}

/** A whole number, written as a number or as text (`3`, `"3"`, `"第3轮"`); null for anything else. */
export function asWholeNumber(value: Given): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value !== 'string') return null;
  const found = /^\D{0,10}?(-?\d{1,9})\D{0,10}$/.exec(value.trim());
  return found && !/\d\.\d/.test(value) ? Number(found[1]) : null;
}
