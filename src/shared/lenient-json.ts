/** Reads one JSON object or list out of careless text; what was cut off is left out whole, never taken by half. */
import { isRefusedName } from './json.ts';
import { type JsonValue } from './json-value.ts';
import {
  afterBlanks,
  BROKEN,
  closesList,
  closesObject,
  CUT,
  type Cursor,
  isColon,
  isComma,
  isQuote,
  readBareWord,
  readString,
  skipGap,
} from './lenient-text.ts';

export type LenientReading =
  /** `end` is the index after the closing bracket. */
  | {
      readonly kind: 'whole';
      readonly value: JsonValue;
      readonly end: number;
      readonly repaired: boolean;
      readonly dropped: number;
    }
  /** The text ended inside: `value` has the complete members, and in a list directly under the root the complete elements. */
  | { readonly kind: 'cut'; readonly value: JsonValue; readonly dropped: number }
  | { readonly kind: 'broken' };

/** Shared by all readings of one text, so that hostile text is refused instead of read for minutes. */
export interface WorkBudget {
  left: number;
}

interface Walk extends Cursor {
  /** The brackets around the cursor, outermost first. */
  readonly open: ('object' | 'list')[];
  cut: boolean;
}

type Part = JsonValue | typeof CUT | typeof BROKEN;

const MAX_DEPTH = 64;
/** What one more member or element costs, against one for a character. */
const STEP_COST = 40;
const bareKey = /[\p{L}\p{N}_$][\p{L}\p{N}_$.\- ]{0,80}?(?=\s{0,20}[:：=])/uy;
const bullet = /(?:[-*•·]|\d{1,3}[.)、])\s+(?=["'“{[])/y;
const mayDecorate = /[-*•·.…\d]/;
const ellipsis = /(?:\.{3,}|…+)\s*/y;

export const opensObject = (char: string | undefined): boolean => char === '{' || char === '｛';
export const opensList = (char: string | undefined): boolean => char === '[' || char === '［';

/** `start` is the index of an opening brace or bracket. */
export function readLeniently(text: string, start: number, budget: WorkBudget): LenientReading {
  const walk: Walk = { text, at: start, left: budget.left, repaired: false, dropped: 0, open: [], cut: false };
  const value = opensObject(text[start]) ? readObject(walk) : readList(walk);
  budget.left = walk.left;
  if (value === BROKEN || value === CUT) return { kind: 'broken' };
  if (walk.cut) return { kind: 'cut', value, dropped: walk.dropped };
  return { kind: 'whole', value, end: walk.at, repaired: walk.repaired, dropped: walk.dropped };
}

function readValue(walk: Walk): Part {
  if (walk.left < 0) return BROKEN;
  const char = walk.text[walk.at];
  if (char === undefined) return CUT;
  if (opensObject(char)) return readObject(walk);
  if (opensList(char)) return readList(walk);
  const inList = walk.open.at(-1) === 'list';
  if (isQuote(char)) return readString(walk, inList ? 'element' : 'member');
  return readBareWord(walk);
}

function readObject(walk: Walk): Part {
  if (walk.open.length >= MAX_DEPTH) return BROKEN;
  if (walk.text[walk.at] !== '{') walk.repaired = true;
  walk.open.push('object');
  walk.at += 1;
  const members: Record<string, JsonValue> = {};
  for (;;) {
    const next = nextMember(walk, members);
    if (next === 'more') continue;
    walk.open.pop();
    if (next === BROKEN) return BROKEN;
    if (next === 'done') return members;
    walk.cut = true;
    return walk.open.length === 0 ? members : CUT;
  }
}

function nextMember(walk: Walk, members: Record<string, JsonValue>): 'more' | 'done' | typeof CUT | typeof BROKEN {
  walk.left -= STEP_COST;
  skipGap(walk);
  const { text } = walk;
  const char = text[walk.at];
  if (char === undefined) return CUT;
  if (closesObject(char)) return endOfObject(walk);
  if (isComma(char)) return step(walk, afterBlanks(walk, walk.at + 1), members);
  if (closesList(char)) {
    walk.repaired = true;
    if (walk.open.at(-2) === 'list') return 'done';
    walk.at += 1;
    return 'more';
  }
  const key = readKey(walk);
  if (typeof key === 'symbol') return key;
  skipGap(walk);
  const value = isMissing(text[walk.at]) ? undefined : readValue(walk);
  if (value === BROKEN) return BROKEN;
  if (value === CUT) {
    if (walk.open.length === 1) walk.dropped += 1;
    return CUT;
  }
  if (value === undefined) {
    walk.dropped += 1;
    walk.repaired = true;
  } else if (!isRefusedName(key)) members[key] = value;
  return walk.cut ? CUT : 'more';
}

/** A comma between members is plain, one before the first or after the last is not. */
function step(walk: Walk, to: number, members: object): 'more' {
  const next = walk.text[to];
  if (closesObject(next) || isComma(next) || walk.text[walk.at] !== ',' || Object.keys(members).length === 0) {
    walk.repaired = true;
  }
  walk.at += 1;
  return 'more';
}

/** A brace that closes the root too early is stepped over when further members follow. */
function endOfObject(walk: Walk): 'more' | 'done' {
  if (walk.text[walk.at] !== '}') walk.repaired = true;
  walk.at += 1;
  if (walk.open.length > 1) return 'done';
  const comma = afterBlanks(walk, walk.at);
  const key = afterBlanks(walk, comma + 1);
  if (walk.text[comma] !== ',' || !isQuote(walk.text[key])) return 'done';
  walk.repaired = true;
  return 'more';
}

function isMissing(char: string | undefined): boolean {
  return char !== undefined && (isComma(char) || closesObject(char) || closesList(char));
}

function readKey(walk: Walk): string | typeof CUT | typeof BROKEN {
  let key: string | typeof CUT | typeof BROKEN;
  if (isQuote(walk.text[walk.at])) key = readString(walk, 'key');
  else {
    bareKey.lastIndex = walk.at;
    const found = bareKey.exec(walk.text);
    if (!found) return /^[\p{L}\p{N}_$]*$/u.test(walk.text.slice(walk.at, walk.at + 80)) ? CUT : BROKEN;
    key = found[0].trim();
    walk.at += found[0].length;
    walk.repaired = true;
  }
  if (typeof key === 'symbol') return key;
  if (key.length > 200) return BROKEN;
  skipGap(walk);
  const colon = walk.text[walk.at];
  if (colon === undefined) return CUT;
  if (!isColon(colon)) return BROKEN;
  if (colon !== ':') walk.repaired = true;
  walk.at += walk.text.startsWith('=>', walk.at) ? 2 : 1;
  return key;
}

function readList(walk: Walk): Part {
  if (walk.open.length >= MAX_DEPTH) return BROKEN;
  if (walk.text[walk.at] !== '[') walk.repaired = true;
  walk.open.push('list');
  walk.at += 1;
  const elements: JsonValue[] = [];
  for (;;) {
    const next = nextElement(walk, elements);
    if (next === 'more') continue;
    walk.open.pop();
    if (next === BROKEN) return BROKEN;
    if (next === 'done') return elements;
    walk.cut = true;
    // Half a list deeper down would be half an element of what is kept.
    return walk.open.length <= 1 ? elements : CUT;
  }
}

function nextElement(walk: Walk, elements: JsonValue[]): 'more' | 'done' | typeof CUT | typeof BROKEN {
  walk.left -= STEP_COST;
  skipGap(walk);
  skipDecoration(walk);
  const { text } = walk;
  const char = text[walk.at];
  if (char === undefined) return CUT;
  if (closesList(char)) {
    if (char !== ']') walk.repaired = true;
    walk.at += 1;
    return 'done';
  }
  if (isComma(char)) {
    const next = text[afterBlanks(walk, walk.at + 1)];
    if (closesList(next) || isComma(next) || char !== ',' || elements.length === 0) walk.repaired = true;
    walk.at += 1;
    return 'more';
  }
  if (closesObject(char)) return strayBrace(walk);
  const value = readValue(walk);
  if (value === BROKEN) return BROKEN;
  if (value === CUT || walk.cut) {
    if (walk.open.length <= 2) walk.dropped += 1;
    return CUT;
  }
  elements.push(value);
  return 'more';
}

/** A brace inside a list: the list's own bracket is missing, or the brace is one too many. */
function strayBrace(walk: Walk): 'more' | 'done' {
  walk.repaired = true;
  const next = walk.text[afterBlanks(walk, walk.at + 1)];
  const insideObject = walk.open.at(-2) === 'object';
  const closesMore = closesList(next) && walk.open.at(-3) !== 'list';
  if (insideObject && !closesMore) return 'done';
  walk.at += 1;
  return 'more';
}

function skipDecoration(walk: Walk): void {
  if (!mayDecorate.test(walk.text.charAt(walk.at))) return;
  for (const mark of [bullet, ellipsis]) {
    mark.lastIndex = walk.at;
    const found = mark.exec(walk.text);
    if (!found) continue;
    walk.at += found[0].length;
    walk.repaired = true;
  }
}
