/** What a text without JSON around it stands for: a number, a literal, a quoted text, nothing at all, or itself. */
import { type JsonValue } from './json-value.ts';
import { parseJson } from './json.ts';

const number = /^[+-]?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})$/;
const nothing = /^[(（[]?(?:none|nothing|n\/a|no changes?|empty|无|没有|暂无|空|\[\]|\{\})[)）\]]?[.。]?$/i;
const literals: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['~', null],
]);
const pairs: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '「': '」', '`': '`' };

/** `none` and `无` are an empty list: something was said, and it was that there is nothing. */
export function plainScalar(written: string): JsonValue {
  const text = withoutBold(written.trim());
  if (nothing.test(text)) return [];
  if (number.test(text)) return Number(text);
  const literal = literals.get(text.toLowerCase());
  return literal === undefined ? unquoted(text) : literal;
}

function withoutBold(text: string): string {
  const bold = text.startsWith('**') && text.endsWith('**') && text.length > 4;
  return bold && text.indexOf('**', 2) === text.length - 2 ? text.slice(2, -2) : text;
}

/** Quotes around all of it go, a comma behind them too; quotes around a part of it stay. */
function unquoted(text: string): string {
  const closing = pairs[text.charAt(0)];
  if (closing === undefined) return text;
  const whole = text.replace(/[,，]$/, '');
  if (whole.length < 2 || !whole.endsWith(closing)) return text;
  if (closing === '"') {
    const parsed = parseJson(whole);
    if (parsed.ok && typeof parsed.value === 'string') return parsed.value;
  }
  const inside = whole.slice(1, -1);
  return inside.includes(closing) ? text : inside;
}
