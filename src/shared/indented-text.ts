/** Reads lines that stand for a value by their bullets, labels and indentation, as YAML does and careless models nearly do. */
import { isRefusedName } from './json.ts';
import { type JsonValue } from './json-value.ts';
import { opensList, opensObject, readLeniently, type WorkBudget } from './lenient-json.ts';
import { type LineLabel, lineLabel } from './line-label.ts';
import { plainScalar } from './plain-scalar.ts';

export interface TextLine {
  /** Where its first character that is no blank stands in the whole text. */
  readonly start: number;
  readonly indent: number;
  /** Without the blanks around it. */
  readonly text: string;
}

/** The lines of one text; the readers move over them once. */
export interface LineWalk {
  readonly source: string;
  readonly lines: readonly TextLine[];
  readonly budget: WorkBudget;
  at: number;
}

const MAX_DEPTH = 12;
const bulletMark = /^(?:[-*+•·]|\d{1,3}[.)、．])(?:[ \t\u3000]+|$)/;
const plainKey = /^[\p{L}_$][\p{L}\p{N}_$.-]{0,60}$/u;
const furtherPair = /[,，;；]\s*["'“]?[\p{L}_$][\p{L}\p{N}_$]{0,40}["'”]?\s*[:：]/u;

export function toLines(source: string): TextLine[] {
  const lines: TextLine[] = [];
  let from = 0;
  while (from <= source.length) {
    const found = source.indexOf('\n', from);
    const end = found < 0 ? source.length : found;
    const raw = source.slice(from, end);
    const text = raw.trim();
    const blanks = raw.length - raw.trimStart().length;
    lines.push({ start: from + blanks, indent: text === '' ? 0 : widthOf(raw.slice(0, blanks)), text });
    from = end + 1;
  }
  return lines;
}

/** A tab is as wide as four blanks. */
function widthOf(blanks: string): number {
  return blanks.replaceAll('\t', '    ').replaceAll('\u3000', '  ').length;
}

export function skipEmpty(walk: LineWalk): TextLine | null {
  while (walk.lines[walk.at]?.text === '') walk.at += 1;
  return walk.lines[walk.at] ?? null;
}

export const bulletOf = (text: string): string => bulletMark.exec(text)?.[0] ?? '';

/** The value in the lines from the cursor up to `end` that are indented at least by `indent`. */
export function readIndented(walk: LineWalk, end: number, indent: number, depth = 0): JsonValue {
  const line = skipEmpty(walk);
  if (!line || walk.at >= end || line.indent < indent) return null;
  if (opensObject(line.text[0]) || opensList(line.text[0])) {
    const json = readJson(walk, line.start);
    if (json !== undefined) return json;
  }
  if (depth < MAX_DEPTH) {
    if (bulletOf(line.text) !== '') return readItems(walk, end, line.indent, depth);
    if (keyOf(line.text)) return readMembers(walk, { end, indent: line.indent, depth });
  }
  return readWords(walk, end, indent);
}

/** Undefined when no JSON can be read at `start`, which must lie in the line at the cursor; else the cursor is behind it. */
function readJson(walk: LineWalk, start: number): JsonValue | undefined {
  const reading = readLeniently(walk.source, start, walk.budget);
  if (reading.kind !== 'whole') return undefined;
  while (walk.at < walk.lines.length && (walk.lines[walk.at]?.start ?? 0) < reading.end) walk.at += 1;
  return reading.value;
}

function readItems(walk: LineWalk, end: number, indent: number, depth: number): JsonValue {
  const items: JsonValue[] = [];
  for (;;) {
    const line = skipEmpty(walk);
    if (!line || walk.at >= end || line.indent !== indent) break;
    const mark = bulletOf(line.text);
    if (mark === '') break;
    items.push(readItem(walk, { end, line, mark, depth }));
  }
  return items;
}

interface Item {
  readonly end: number;
  readonly line: TextLine;
  readonly mark: string;
  readonly depth: number;
}

function readItem(walk: LineWalk, { end, line, mark, depth }: Item): JsonValue {
  const text = line.text.slice(mark.length);
  const inner = line.indent + 1;
  if (text === '') {
    walk.at += 1;
    return readIndented(walk, end, inner, depth + 1);
  }
  const start = line.start + mark.length;
  if (opensObject(text[0]) || opensList(text[0])) {
    const json = readJson(walk, start);
    if (json !== undefined) return json;
  }
  const label = keyOf(text);
  if (label)
    return readMembers(walk, { end, indent: inner, depth, first: { label, start, indent: line.indent + mark.length } });
  walk.at += 1;
  return plainScalar([text, ...furtherWords(walk, end, inner)].join('\n'));
}

interface Member {
  readonly label: LineLabel;
  /** Where the label stands in the whole text, and how far to the right. */
  readonly start: number;
  readonly indent: number;
}

interface Members {
  readonly end: number;
  readonly indent: number;
  readonly depth: number;
  /** The first member when it stands behind a bullet. */
  readonly first?: Member;
}

/** A name that comes again begins the next object: then the value is a list of them. */
function readMembers(walk: LineWalk, { end, indent, depth, first }: Members): JsonValue {
  const all: JsonValue[] = [];
  let members: Record<string, JsonValue> = {};
  let level = first ? null : indent;
  let next = first ?? memberAt(walk, end, indent, level);
  while (next) {
    const { label, start } = next;
    if (next !== first) level = next.indent;
    const pairs = furtherPair.test(label.rest) ? readFlow(walk, start) : null;
    if (pairs) {
      Object.assign(members, pairs);
      walk.at += 1;
    } else {
      if (Object.hasOwn(members, label.name)) {
        all.push(members);
        members = {};
      }
      const value = readMember(walk, end, next, depth);
      if (!isRefusedName(label.name)) members[label.name] = value;
    }
    next = memberAt(walk, end, indent, level);
  }
  return all.length === 0 ? members : [...all, members];
}

/** The member in the line at the cursor; `level` is how far to the right its siblings stand, once one is known. */
function memberAt(walk: LineWalk, end: number, indent: number, level: number | null): Member | undefined {
  const line = skipEmpty(walk);
  if (!line || walk.at >= end || line.indent < indent || line.indent !== (level ?? line.indent)) return undefined;
  const label = bulletOf(line.text) === '' ? keyOf(line.text) : null;
  return label ? { label, start: line.start, indent: line.indent } : undefined;
}

/** `type: move, location: 旧码头` on one line. */
function readFlow({ lines, at, budget }: LineWalk, start: number): Record<string, JsonValue> | null {
  const line = lines[at];
  if (!line) return null;
  const reading = readLeniently(`{${line.text.slice(start - line.start)}}`, 0, budget);
  const isObject = reading.kind === 'whole' && typeof reading.value === 'object' && !Array.isArray(reading.value);
  return isObject && reading.dropped === 0 ? (reading.value as Record<string, JsonValue>) : null;
}

function readMember(walk: LineWalk, end: number, { label, start, indent }: Member, depth: number): JsonValue {
  const { rest } = label;
  if (opensObject(rest[0]) || opensList(rest[0])) {
    const json = readJson(walk, start + label.restAt);
    if (json !== undefined) return json;
  }
  walk.at += 1;
  if (isBlockMark(rest)) return furtherWords(walk, end, indent + 1).join('\n');
  if (rest !== '') return plainScalar([rest, ...furtherWords(walk, end, indent + 1)].join('\n'));
  const next = skipEmpty(walk);
  if (!next || walk.at >= end) return null;
  // YAML lets a list stand as far left as its key.
  const from = next.indent === indent && bulletOf(next.text) !== '' ? indent : indent + 1;
  return next.indent >= from ? readIndented(walk, end, from, depth + 1) : null;
}

/** `|` and `>`: the text stands below. */
export const isBlockMark = (text: string): boolean => /^[|>][+-]?$/.test(text);

function readWords(walk: LineWalk, end: number, indent: number): JsonValue {
  return plainScalar(furtherWords(walk, end, indent).join('\n'));
}

/** The lines that go on a text: indented at least by `indent`, up to an empty one. */
function furtherWords(walk: LineWalk, end: number, indent: number): string[] {
  const words: string[] = [];
  for (;;) {
    const line = walk.lines[walk.at];
    if (!line || walk.at >= end || line.text === '' || line.indent < indent) return words;
    words.push(line.text);
    walk.at += 1;
  }
}

function keyOf(text: string): LineLabel | null {
  const label = lineLabel(text);
  return label && !label.heading && plainKey.test(label.name) ? label : null;
}
