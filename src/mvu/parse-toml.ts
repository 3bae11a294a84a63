/** The part of TOML that initial variables use: tables, lists of tables, dotted keys, texts, numbers, lists, inline tables. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { isForbiddenKey } from '../shared/safe-json.ts';

type Table = Record<string, JsonValue>;

interface Cursor {
  readonly text: string;
  at: number;
}

class TomlMistake extends Error {}

/** Does the text look like TOML: a `[table]` line or a `key = value` line before anything else? */
export function looksLikeToml(text: string): boolean {
  const first =
    text
      .split('\n')
      .find((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      ?.trim() ?? '';
  if (/^\[\[?[^[\]{},"':]+\]\]?\s*(#.*)?$/.test(first)) return /^[^=\n]+=|^\s*\[/m.test(text);
  return /^(?:"[^"]+"|'[^']+'|[^\s=:[\]{}"']+)(?:\s*\.\s*[^\s=:]+)*\s*=(?!=)\s*\S/.test(first);
}

/** The document as an object; dates stay texts. */
export function parseToml(text: string): Result<JsonObject, string> {
  const root: Table = {};
  const cursor: Cursor = { text: text.replaceAll('\r\n', '\n'), at: 0 };
  try {
    let here = root;
    skipBlank(cursor);
    while (cursor.at < cursor.text.length) {
      if (cursor.text[cursor.at] === '[') here = readHeader(cursor, root);
      else readPair(cursor, here);
      endLine(cursor);
      skipBlank(cursor);
    }
    return ok(root);
  } catch (error) {
    if (!(error instanceof TomlMistake)) throw error;
    const line = cursor.text.slice(0, cursor.at).split('\n').length;
    return err(`TOML, line ${line}: ${error.message}`);
  }
}

function readHeader(cursor: Cursor, root: Table): Table {
  const isList = cursor.text.startsWith('[[', cursor.at);
  cursor.at += isList ? 2 : 1;
  const keys = readKeys(cursor);
  const close = isList ? ']]' : ']';
  if (!cursor.text.startsWith(close, cursor.at)) throw new TomlMistake(`expected ${close}`);
  cursor.at += close.length;
  const last = keys.at(-1) ?? '';
  const parent = tableAt(root, keys.slice(0, -1));
  if (!isList) return tableAt(parent, [last]);
  const list = Object.hasOwn(parent, last) ? parent[last] : (parent[last] = []);
  if (!Array.isArray(list)) throw new TomlMistake(`${last} is not a list of tables`);
  const table: Table = {};
  (list as JsonValue[]).push(table);
  return table;
}

function readPair(cursor: Cursor, table: Table): void {
  const keys = readKeys(cursor);
  if (cursor.text[cursor.at] !== '=') throw new TomlMistake('expected =');
  cursor.at += 1;
  const parent = tableAt(table, keys.slice(0, -1));
  const last = keys.at(-1) ?? '';
  if (Object.hasOwn(parent, last)) throw new TomlMistake(`${last} is given twice`);
  parent[last] = readValue(cursor);
}

/** The table at a dotted key, made where it is missing; in a list of tables the last one counts. */
function tableAt(root: Table, keys: readonly string[]): Table {
  let here = root;
  for (const key of keys) {
    const child = Object.hasOwn(here, key) ? here[key] : (here[key] = {});
    const next = Array.isArray(child) ? (child as readonly JsonValue[]).at(-1) : child;
    if (typeof next !== 'object' || next === null || Array.isArray(next))
      throw new TomlMistake(`${key} is not a table`);
    here = next as Table;
  }
  return here;
}

const bareKey = /[^\s=.[\]{}"'#,]+/y;

function readKeys(cursor: Cursor): string[] {
  const keys: string[] = [];
  for (;;) {
    skipSpaces(cursor);
    const quote = cursor.text[cursor.at];
    const key = quote === '"' || quote === "'" ? readText(cursor, quote) : take(cursor, bareKey);
    if (key === null) throw new TomlMistake('expected a key');
    if (isForbiddenKey(key)) throw new TomlMistake(`the key ${key} is not allowed`);
    keys.push(key);
    skipSpaces(cursor);
    if (cursor.text[cursor.at] !== '.') return keys;
    cursor.at += 1;
  }
}

const bareValue = /[^\s,\]}#]+(?: \d{2}:\d{2}(?::\d{2})?)?/y;

function readValue(cursor: Cursor): JsonValue {
  skipSpaces(cursor);
  const start = cursor.text[cursor.at];
  if (start === '"' || start === "'") return readText(cursor, start);
  if (start === '[') return readList(cursor);
  if (start === '{') return readInlineTable(cursor);
  const word = take(cursor, bareValue);
  if (word === null) throw new TomlMistake('expected a value');
  if (word === 'true' || word === 'false') return word === 'true';
  const number = /^[+-]?(?:0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[\d_]+(?:\.[\d_]+)?(?:e[+-]?\d+)?)$/i.test(word)
    ? Number(word.replaceAll('_', '').replace(/^\+/, ''))
    : NaN;
  if (Number.isFinite(number)) return number;
  if (/^\d{4}-\d{2}-\d{2}|^\d{2}:\d{2}/.test(word)) return word;
  throw new TomlMistake(`${word} is not a value`);
}

function readList(cursor: Cursor): JsonValue[] {
  const items: JsonValue[] = [];
  cursor.at += 1;
  for (;;) {
    skipBlank(cursor);
    if (cursor.text[cursor.at] === ']') break;
    items.push(readValue(cursor));
    skipBlank(cursor);
    if (cursor.text[cursor.at] === ',') cursor.at += 1;
    else if (cursor.text[cursor.at] !== ']') throw new TomlMistake('expected , or ]');
  }
  cursor.at += 1;
  return items;
}

function readInlineTable(cursor: Cursor): Table {
  const table: Table = {};
  cursor.at += 1;
  for (;;) {
    skipBlank(cursor);
    if (cursor.text[cursor.at] === '}') break;
    readPair(cursor, table);
    skipBlank(cursor);
    if (cursor.text[cursor.at] === ',') cursor.at += 1;
    else if (cursor.text[cursor.at] !== '}') throw new TomlMistake('expected , or }');
  }
  cursor.at += 1;
  return table;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);

function readText(cursor: Cursor, quote: string): string {
  const fence = cursor.text.startsWith(quote.repeat(3), cursor.at) ? quote.repeat(3) : quote;
  cursor.at += fence.length;
  if (fence.length === 3 && cursor.text[cursor.at] === '\n') cursor.at += 1;
  let text = '';
  while (!cursor.text.startsWith(fence, cursor.at)) {
    const char = cursor.text[cursor.at];
    if (char === undefined || (char === '\n' && fence.length === 1)) throw new TomlMistake('a text does not end');
    cursor.at += 1;
    text += char === '\\' && quote === '"' ? readEscape(cursor) : char;
  }
  cursor.at += fence.length;
  return text;
}

function readEscape(cursor: Cursor): string {
  const code = cursor.text[cursor.at] ?? '';
  cursor.at += 1;
  const length = code === 'u' ? 4 : code === 'U' ? 8 : 0;
  if (length === 0) return escapes.get(code) ?? code;
  const point = parseInt(cursor.text.slice(cursor.at, cursor.at + length), 16);
  cursor.at += length;
  if (!(point <= 0x10ffff)) throw new TomlMistake('a bad escape');
  return String.fromCodePoint(point);
}

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (!found) return null;
  cursor.at = pattern.lastIndex;
  return found[0];
}

const spaces = /[ \t]*/y;
const blank = /(?:\s|#[^\n]*)*/y;

function skipSpaces(cursor: Cursor): void {
  take(cursor, spaces);
}

function skipBlank(cursor: Cursor): void {
  take(cursor, blank);
}

function endLine(cursor: Cursor): void {
  take(cursor, spaces);
  const next = cursor.text[cursor.at];
  if (next !== undefined && next !== '\n' && next !== '#') throw new TomlMistake('more than one value on the line');
}
