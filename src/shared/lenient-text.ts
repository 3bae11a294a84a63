/** The small pieces of careless JSON: gaps with comments, strings in any quotes, bare words and numbers. */
import { type JsonValue } from './json-value.ts';

/** Where a reader stands in the text. `left` is the work it may still do, in characters looked at. */
export interface Cursor {
  readonly text: string;
  at: number;
  left: number;
  /** Something had to be guessed or skipped. */
  repaired: boolean;
  /** Elements or members that could not be kept. */
  dropped: number;
}

/** What the string is: decides which characters may follow its closing quote. */
export type StringPlace = 'key' | 'member' | 'element';

export const CUT = Symbol('cut');
export const BROKEN = Symbol('broken');

const closersOf: Readonly<Record<string, string>> = {
  '"': '"”',
  '＂': '＂"',
  '“': '”“"',
  '”': '”"',
  "'": "'’",
  '‘': "’‘'",
  '`': '`',
  '「': '」',
  '『': '』',
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const literals: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
  ['undefined', null],
]);
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const lineEnd = /\n|\\n(?![A-Za-z0-9_])/g;
const startsElement = /^(?:(?:[-*•·]|\d{1,3}[.)、])\s+)?["'“‘「{[]/;
const asciiKey = /^[A-Za-z_$][\w$.-]{0,60}\s*:/;

export const isQuote = (char: string | undefined): boolean => char !== undefined && Object.hasOwn(closersOf, char);
export const isColon = (char: string | undefined): boolean => char === ':' || char === '：' || char === '=';
export const isComma = (char: string | undefined): boolean =>
  char === ',' || char === '，' || char === '、' || char === ';' || char === '；';
export const closesObject = (char: string | undefined): boolean => char === '}' || char === '｝';
export const closesList = (char: string | undefined): boolean => char === ']' || char === '］';

/** Blanks of every kind, zero-width ones included. */
export function isBlank(code: number): boolean {
  if (code <= 0x20) return true;
  if (code < 0xa0) return false;
  if (code === 0xa0 || code === 0x3000 || code === 0xfeff || code === 0x2028 || code === 0x2029) return true;
  return code >= 0x2000 && code <= 0x200d;
}

/** Index of the first character from `at` on that is not blank; a line break written as `\n` is blank too. */
export function afterBlanks(cursor: Cursor, at: number): number {
  const { text } = cursor;
  let to = at;
  while (to < text.length) {
    if (isBlank(text.charCodeAt(to))) to += 1;
    else if (isWrittenBreak(text, to)) {
      cursor.repaired = true;
      to += 2;
    } else break;
  }
  cursor.left -= to - at + 1;
  return to;
}

/** `\n`, `\r` or `\t` as two characters, and not the beginning of a word or a path. */
function isWrittenBreak(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x5c) return false;
  return /^[nrt](?![A-Za-z0-9_])/.test(text.slice(at + 1, at + 3));
}

function commentAt(text: string, at: number): '/*' | '//' | '#' | null {
  const char = text[at];
  if (char === '#') return '#';
  if (char !== '/') return null;
  const next = text[at + 1];
  return next === '*' ? '/*' : next === '/' ? '//' : null;
}

/** Moves over blanks and comments. */
export function skipGap(cursor: Cursor): void {
  for (;;) {
    cursor.at = afterBlanks(cursor, cursor.at);
    const comment = commentAt(cursor.text, cursor.at);
    if (comment === null) return;
    cursor.repaired = true;
    const to = endOfComment(cursor.text, cursor.at + comment.length, comment);
    cursor.left -= to - cursor.at;
    cursor.at = to;
  }
}

function endOfComment(text: string, at: number, comment: '/*' | '//' | '#'): number {
  if (comment === '/*') {
    const end = text.indexOf('*/', at);
    return end < 0 ? text.length : end + 2;
  }
  lineEnd.lastIndex = at;
  return lineEnd.test(text) ? lineEnd.lastIndex : text.length;
}

/** Reads the string whose opening quote stands at the cursor; a quote inside it ends it only where that makes sense. */
export function readString(cursor: Cursor, place: StringPlace): string | typeof CUT | typeof BROKEN {
  const { text } = cursor;
  const opening = text.charAt(cursor.at);
  const closers = closersOf[opening] ?? opening;
  const parts: string[] = [];
  let openInside = 0;
  let from = cursor.at + 1;
  let at = from;
  if (opening !== '"') cursor.repaired = true;
  while (at < text.length) {
    if (cursor.left-- < 0) return BROKEN;
    if (isPlain(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    cursor.left -= 4;
    const char = text.charAt(at);
    if (char === '\\') {
      const [decoded, length] = readEscape(text, at);
      parts.push(text.slice(from, at), decoded);
      at += length;
      from = at;
      continue;
    }
    const role = roleOf(cursor, at, place, openInside > 0 && char === '”' ? '' : closers);
    if (role === 'broken') return BROKEN;
    if (role === 'end') {
      parts.push(text.slice(from, at));
      cursor.at = at + 1;
      return parts.join('');
    }
    if (role === 'end-missing') {
      parts.push(text.slice(from, at));
      cursor.at = at;
      return parts
        .join('')
        .trimEnd()
        .replace(/["”]?[,，]?$/, '');
    }
    if (char === '“') openInside += 1;
    if (char === '”' && openInside > 0) openInside -= 1;
    at += 1;
  }
  return CUT;
}

/** Letters, digits and ideographs, which are most of a string, have no other role. */
function isPlain(code: number): boolean {
  return (code > 0x60 && code < 0x2018) || (code > 0x30 && code < 0x5c) || (code >= 0x4e00 && code < 0xa000);
}

/** What the character at `at` is inside a string: most are plain, some end it. */
function roleOf(
  cursor: Cursor,
  at: number,
  place: StringPlace,
  closers: string,
): 'plain' | 'end' | 'end-missing' | 'broken' {
  const char = cursor.text.charAt(at);
  if (char === '\n') {
    cursor.repaired = true;
    if (place === 'key') return 'broken';
    return place === 'member' && startsKey(cursor, afterBlanks(cursor, at), false) ? 'end-missing' : 'plain';
  }
  if (!closers.includes(char)) return 'plain';
  if (endsString(cursor, at, place)) {
    if (char !== '"') cursor.repaired = true;
    return 'end';
  }
  cursor.repaired = true;
  return 'plain';
}

/** The character an escape stands for and how long the escape is; an unknown one is kept as written. */
function readEscape(text: string, at: number): readonly [string, number] {
  const next = text.charAt(at + 1);
  if (next === 'u') {
    const hex = text.slice(at + 2, at + 6);
    return /^[0-9a-fA-F]{4}$/.test(hex) ? [String.fromCharCode(parseInt(hex, 16)), 6] : ['\\', 1];
  }
  const known = escapes[next];
  if (known !== undefined) return [known, 2];
  return isQuote(next) || next === '\\' || next === '/' ? [next, 2] : ['\\', 1];
}

function endsString(cursor: Cursor, at: number, place: StringPlace): boolean {
  const { text } = cursor;
  const to = afterBlanks(cursor, at + 1);
  const char = text[to];
  if (char === undefined) return true;
  if (place === 'key') return isColon(char);
  if (closesObject(char) || closesList(char) || commentAt(text, to) !== null) return true;
  if (isComma(char)) return startsNext(cursor, to + 1, place);
  const gap = text.slice(at + 1, to);
  if (gap === '') return false;
  if (place === 'member') return startsKey(cursor, to, gap.includes('\n'));
  return startsElement.test(text.slice(to, to + 8));
}

/** Does a further key or element, or the end, follow this comma? */
function startsNext(cursor: Cursor, at: number, place: StringPlace): boolean {
  const { text } = cursor;
  const to = afterBlanks(cursor, at);
  const char = text[to];
  if (char === undefined || closesObject(char) || closesList(char) || isComma(char)) return true;
  if (commentAt(text, to) !== null) return true;
  if (place === 'member') return startsKey(cursor, to, true);
  return isQuote(char) || /^(?:[{[\d-]|\.{3}|true|false|null|None|True|False)/.test(text.slice(to, to + 5));
}

/** Does a key with its colon stand at `at`? Bare words count only where `bareToo` says so. */
function startsKey(cursor: Cursor, at: number, bareToo: boolean): boolean {
  const { text } = cursor;
  const ahead = text.slice(at, at + 120);
  cursor.left -= 60;
  const opening = ahead.charAt(0);
  if (!isQuote(opening)) return bareToo && asciiKey.test(ahead);
  const closers = closersOf[opening] ?? opening;
  for (let to = 1; to < ahead.length; to += 1) {
    if (ahead[to] === '\n') return false;
    if (closers.includes(ahead.charAt(to))) return isColon(ahead.slice(to + 1).trimStart()[0]);
  }
  return false;
}

/** Reads an unquoted number, literal or word up to the next delimiter; a text that ends here may have lost the rest. */
export function readBareWord(cursor: Cursor): JsonValue | typeof CUT | typeof BROKEN {
  const { text } = cursor;
  let to = cursor.at;
  while (to < text.length && !/[,，;；}\]｝］\n"“”{[]/.test(text.charAt(to))) {
    if (text.startsWith('//', to) || to - cursor.at > 200 || isWrittenBreak(text, to)) break;
    to += 1;
  }
  cursor.left -= to - cursor.at;
  if (to >= text.length) return CUT;
  const word = text.slice(cursor.at, to).trim().normalize('NFKC');
  if (word === '' || /["“”{[:：]/.test(text.charAt(to)) || word.length > 200) return BROKEN;
  cursor.at = to;
  if (number.test(word)) {
    if (!/^-?\d/.test(word)) cursor.repaired = true;
    return Number(word);
  }
  if (word !== 'true' && word !== 'false' && word !== 'null') cursor.repaired = true;
  const literal = literals.get(word.toLowerCase());
  return literal === undefined ? word : literal;
}
