/** Reads an answer that was written as labelled text instead of JSON: YAML, bold keys, headings, a table, in any mixture. */
import { type AnswerShape, makeKeyFinder } from './answer-shape.ts';
import {
  bulletOf,
  isBlockMark,
  type LineWalk,
  readIndented,
  skipEmpty,
  type TextLine,
  toLines,
} from './indented-text.ts';
import { type JsonObject, type JsonValue } from './json-value.ts';
import { opensList, opensObject, readLeniently, type WorkBudget } from './lenient-json.ts';
import { type LineLabel, lineLabel } from './line-label.ts';
import { plainScalar } from './plain-scalar.ts';

export interface LabelledText {
  /** Only wanted keys, under their own names; a label with nothing behind it is `null`. */
  readonly value: JsonObject;
  /** A JSON part that stands as the value of a label ended too early. */
  readonly cut: boolean;
  /** Does the JSON that begins at this index stand as the value of a label? */
  owns(start: number): boolean;
  /** Most of the text stands behind labels: it is no prose with a colon in it. */
  readonly isAnswer: boolean;
  /** It is an answer even when there is nothing else. */
  readonly convincing: boolean;
}

/** A key that stands as a label, with the lines up to the next one. */
interface Section {
  /** Undefined when nobody wants it. */
  readonly key: string | undefined;
  readonly label: LineLabel;
  /** Index of the label's line, and of the first line behind the section. */
  readonly first: number;
  readonly end: number;
  /** The value, when it is JSON. */
  readonly json: JsonValue | undefined;
  readonly isLast: boolean;
}

interface Reading extends LineWalk {
  readonly keyOf: (name: string) => string | undefined;
  readonly objects: ReadonlySet<string>;
  readonly owned: [from: number, to: number][];
  cut: boolean;
}

/** Longer texts are stories. */
const MAX_LENGTH = 200_000;
/** Characters of preface and farewell that any answer may have. */
const POLITE = 200;

/** Null when no wanted key stands as a label. */
export function readLabelled(text: string, shape: AnswerShape, budget: WorkBudget): LabelledText | null {
  if (text.length > MAX_LENGTH) return null;
  const source = withoutFences(text);
  const walk: Reading = {
    source,
    lines: toLines(source),
    budget,
    at: 0,
    keyOf: makeKeyFinder(shape),
    objects: new Set([...(shape.objects ?? []), ...(shape.list ? [shape.list.key] : [])]),
    owned: [],
    cut: false,
  };
  const sections = findSections(walk);
  const first = sections.find((section) => section.key !== undefined);
  if (!first) return null;
  const startOf = (line: number): number => walk.lines[line]?.start ?? source.length;
  const value: Record<string, JsonValue> = {};
  let inside = 0;
  for (const section of sections) {
    if (section.key === undefined) continue;
    walk.at = section.end;
    value[section.key] = section.json ?? readSection(walk, section, section.key);
    inside += startOf(walk.at) - startOf(section.first);
  }
  const { owned } = walk;
  const isAnswer = source.length - inside <= inside + POLITE;
  return {
    value,
    cut: walk.cut,
    owns: (start) => owned.some(([from, to]) => from <= start && start < to),
    isAnswer,
    convincing: isAnswer && isConvincing(value, first, walk),
  };
}

/** The lines of a fence and rulers say nothing; blanks take their place, so that every index stays. */
function withoutFences(text: string): string {
  return text.replace(/^[ \t]*(?:`{3,}[\w-]*|~{3,}[\w-]*|-{3,}|={3,}|\*{3,})[ \t]*\r?$/gm, (line) =>
    ' '.repeat(line.length),
  );
}

function findSections(walk: Reading): Section[] {
  const { lines } = walk;
  const marks: Mark[] = [];
  let index = 0;
  while (index < lines.length) {
    const mark = markAt(walk, index, marks[0]);
    if (mark) marks.push(mark);
    index = mark ? mark.end : index + 1;
  }
  return marks.map((mark, nth) => {
    const next = marks[nth + 1];
    const end = mark.json === undefined ? (next?.first ?? lines.length) : mark.end;
    return { ...mark, end, isLast: next === undefined };
  });
}

type Mark = Omit<Section, 'isLast'>;

/** One that nobody wants is a key where it looks like one; what stands behind it belongs to no other. */
function markAt(walk: Reading, index: number, outer?: Mark): Mark | null {
  const line = walk.lines[index];
  const label = line && line.text !== '' ? lineLabel(line.text) : null;
  if (!line || !label || (outer && !isBeside(walk, outer, line, label))) return null;
  const key = walk.keyOf(nameIn(label, walk));
  const looksAlike = label.mark === '' ? /^[a-z_][a-z\d_]*$/.test(label.name) : true;
  if (key === undefined && (label.mark !== outer?.label.mark || !looksAlike)) return null;
  const json = jsonAt(walk, index, label);
  return { key, label, first: index, end: json?.end ?? index + 1, json: json?.value };
}

/** Only labels as far left as the first wanted one, and of its kind, are keys; others are part of a value. */
function isBeside(walk: Reading, outer: Mark, line: TextLine, label: LineLabel): boolean {
  return line.indent <= (walk.lines[outer.first]?.indent ?? 0) && label.bullet === outer.label.bullet;
}

/** `intent (意图)` is known by either name. */
function nameIn({ name }: LineLabel, { keyOf }: Reading): string {
  const both = /^([^()（）]{1,60})[(（]([^()（）]{1,60})[)）]$/.exec(name);
  const outer = both?.[1] ?? '';
  return keyOf(name) === undefined && both ? (keyOf(outer) === undefined ? (both[2] ?? '') : outer) : name;
}

/** JSON behind the label, on its line or as the next thing below it. */
function jsonAt(
  walk: Reading,
  index: number,
  label: LineLabel,
): { readonly value: JsonValue; readonly end: number } | null {
  const { source, lines } = walk;
  let at = index;
  if (label.rest === '')
    do at += 1;
    while (lines[at]?.text === '');
  const line = lines[at];
  if (!line) return null;
  const start = at === index ? line.start + label.restAt : line.start;
  if (!opensObject(source[start]) && !opensList(source[start])) return null;
  const reading = readLeniently(source, start, walk.budget);
  if (reading.kind === 'broken') return null;
  const end = reading.kind === 'whole' ? reading.end : source.length;
  walk.owned.push([start, end]);
  walk.cut ||= reading.kind === 'cut';
  while (at < lines.length && (lines[at]?.start ?? end) < end) at += 1;
  return { value: reading.value, end: at };
}

/** Leaves the cursor behind what belongs to the section. */
function readSection(walk: Reading, section: Section, key: string): JsonValue {
  const { label, first, end, isLast } = section;
  walk.at = first + 1;
  const isBlock = isBlockMark(label.rest);
  const inline = isBlock ? '' : label.rest;
  if (inline !== '') return plainOrNull([inline, ...paragraphs(walk, end, isLast)].join('\n'));
  const line = skipEmpty(walk);
  if (!line || walk.at >= end) return null;
  if (walk.objects.has(key)) return readObjects(walk, section);
  if (!isBlock && bulletOf(line.text) !== '') return texts(walk, end);
  return plainOrNull(paragraphs(walk, end, isLast && !label.heading).join('\n'));
}

/** What announces something else is no value. */
function plainOrNull(text: string): JsonValue {
  const said = text.trim();
  return said === '' || /[:：]$/.test(said) ? null : plainScalar(said);
}

function readObjects(walk: Reading, { label, first, end }: Section): JsonValue {
  const from = walk.at;
  const value = readIndented(walk, end, label.heading ? 0 : (walk.lines[first]?.indent ?? 0));
  for (const { start, text } of walk.lines.slice(from, walk.at)) walk.owned.push([start, start + text.length]);
  return value;
}

/** Lines up to `end`, or up to the first empty one. */
function paragraphs(walk: Reading, end: number, untilGap: boolean): string[] {
  const words: string[] = [];
  for (; walk.at < end; walk.at += 1) {
    const text = walk.lines[walk.at]?.text ?? '';
    if (untilGap && text === '') break;
    words.push(text);
  }
  return words;
}

/** A list of texts; what is indented deeper, or stands right below, belongs to the text before it. */
function texts(walk: Reading, end: number): JsonValue {
  const items: string[] = [];
  const level = walk.lines[walk.at]?.indent ?? 0;
  let afterGap = false;
  for (; walk.at < end; walk.at += 1) {
    const { text, indent } = walk.lines[walk.at] ?? { text: '', indent: 0 };
    const mark = indent <= level ? bulletOf(text) : '';
    if (afterGap && text !== '' && mark === '' && indent <= level) break;
    afterGap = text === '';
    if (mark !== '') items.push(text.slice(mark.length));
    else if (text !== '') items.push(`${items.pop() ?? ''}\n${text}`);
  }
  return items.map(plainScalar).filter((item) => !Array.isArray(item));
}

function isConvincing(value: JsonObject, first: Section, { lines, objects, source }: Reading): boolean {
  // A brace before the labels belongs to JSON that could not be read: what of it is whole is not told here.
  if (/[{[｛［]\s*$/.test(source.slice(0, lines[first.first]?.start))) return false;
  const said = Object.entries(value).filter(([, held]) => held !== null);
  if (said.length === 0) return false;
  if (Object.keys(value).length > 1) return true;
  const isFirst = lines.slice(0, first.first).every((line) => line.text === '');
  return isFirst && said.every(([key, held]) => isStructured(held, objects.has(key)));
}

/** Of objects one at least is wanted; a single sentence behind a single label is prose. */
function isStructured(held: JsonValue, objects: boolean): boolean {
  const items: readonly JsonValue[] = Array.isArray(held) ? (held as readonly JsonValue[]) : objects ? [held] : [];
  return items.some((item) => !objects || (typeof item === 'object' && item !== null && !Array.isArray(item)));
}
