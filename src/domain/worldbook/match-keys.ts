/** Our own scan for keys, with SillyTavern's meaning of them, over many thousand entries at once. */
import { makeSubstringIndex, type SubstringIndex } from '../../shared/substring-index.ts';
import { type WorldbookEntry } from './entry.ts';
import { readRegexKey, type RegexKey } from './regex-key.ts';
import { type PatternRefusal } from './weigh-pattern.ts';

/** Where a key may be found, in the order in which a reason is given. */
export interface ScanTexts {
  readonly input: string;
  readonly window: string;
  readonly state: string;
}

export interface KeyMatch {
  readonly entry: WorldbookEntry;
  readonly reason: keyof ScanTexts;
  /** The primary key that was found there. */
  readonly key: string;
}

export interface ScanOptions {
  /** SillyTavern's global choices, for entries that make none. */
  readonly caseSensitive?: boolean;
  readonly matchWholeWords?: boolean;
  /** Puts names in the place of macros in a key. */
  readonly expand?: (key: string) => string;
  /** Milliseconds of any clock; with it regex keys share a budget per scan. */
  readonly now?: () => number;
}

export interface KeyScanner {
  /** Entries whose keys are met by the three texts together, in the order given, each once. */
  scan(texts: ScanTexts): KeyMatch[];
  /** Regex keys that are never run, for the book's author. */
  readonly refused: readonly { readonly entry: WorldbookEntry; readonly key: string; readonly why: PatternRefusal }[];
}

const places = ['input', 'window', 'state'] as const;
const REGEX_BUDGET_MS = 50;

/** What is known of each key; keys are numbered through, the primary keys of an entry before its secondary ones. */
interface Key {
  readonly entry: number;
  readonly wholeWord: boolean;
  readonly regex: RegexKey | null;
}

interface Range {
  readonly primary: number;
  readonly secondary: number;
  readonly end: number;
  /** False when a secondary key is refused: what it would say is not known. */
  readonly decidable: boolean;
}

/** @param entries from `scannable`; build once per set of books (about 2 ms for 1,000 keys) and keep it */
export function makeKeyScanner(entries: readonly WorldbookEntry[], options: ScanOptions = {}): KeyScanner {
  const index: KeyIndex = { lower: makeSubstringIndex(), exact: makeSubstringIndex(), keys: [], unindexed: [] };
  const ranges: Range[] = [];
  const refused: KeyScanner['refused'][number][] = [];
  const choices = { ...noChoices, ...options };

  entries.forEach((entry, number) => {
    const add = (key: string): boolean => {
      const why = addKey(index, { entry, number, key, options: choices });
      if (why !== null) refused.push({ entry, key, why });
      return why === null;
    };
    const primary = index.keys.length;
    for (const key of entry.keys) add(key);
    const secondary = index.keys.length;
    const readable = entry.selective ? entry.secondaryKeys.map(add) : [];
    ranges.push({ primary, secondary, end: index.keys.length, decidable: !readable.includes(false) });
  });

  return {
    refused,
    scan(texts) {
      const found = new Uint8Array(index.keys.length);
      const touched = new Set<number>();
      const budget = regexBudget(options.now);
      places.forEach((place, bit) => {
        scanText(texts[place], 1 << bit, { ...index, found, touched, budget });
      });
      return [...touched]
        .sort((a, b) => a - b)
        .flatMap((number) => {
          const entry = entries[number];
          const range = ranges[number];
          return entry && range ? decide(entry, range, found) : [];
        });
    },
  };
}

interface KeyIndex {
  readonly lower: SubstringIndex;
  readonly exact: SubstringIndex;
  readonly keys: Key[];
  /** Regex keys that no certain text announces. */
  readonly unindexed: number[];
}

const noChoices = { caseSensitive: false as boolean, matchWholeWords: false as boolean };

interface NewKey {
  readonly entry: WorldbookEntry;
  readonly number: number;
  readonly key: string;
  readonly options: ScanOptions & typeof noChoices;
}

/** @returns why the key is refused, null when it is not */
function addKey(index: KeyIndex, { entry, number, key, options }: NewKey): PatternRefusal | null {
  const text = (key.includes('{{') && options.expand ? options.expand(key) : key).trim();
  const read = readRegexKey(text);
  const id = index.keys.length;
  const wholeWord = (entry.matchWholeWords ?? options.matchWholeWords) && !/\s/.test(text);
  index.keys.push({ entry: number, wholeWord, regex: read?.ok ? read.value : null });
  if (read === null) {
    const caseSensitive = entry.caseSensitive ?? options.caseSensitive;
    if (caseSensitive) index.exact.add(text, id);
    else index.lower.add(text.toLowerCase(), id);
    return null;
  }
  if (!read.ok) return read.error;
  const { literals, ignoresCase } = read.value;
  if (literals === null) index.unindexed.push(id);
  for (const literal of literals ?? []) (ignoresCase ? index.lower : index.exact).add(literal, id);
  return null;
}

interface ScanWork extends KeyIndex {
  readonly found: Uint8Array;
  readonly touched: Set<number>;
  readonly budget: () => boolean;
}

function scanText(text: string, bit: number, work: ScanWork): void {
  if (text === '') return;
  const { keys, found, touched, budget } = work;
  const tried = new Set<number>();
  const tryKey = (haystack: string, number: number, start: number, length: number): void => {
    const key = keys[number];
    if (!key || ((found[number] ?? 0) & bit) !== 0) return;
    if (key.regex) {
      if (tried.has(number)) return;
      tried.add(number);
      if (!budget() || !key.regex.test(text)) return;
    } else if (key.wholeWord && !hasBorders(haystack, start, length)) return;
    found[number] = (found[number] ?? 0) | bit;
    touched.add(key.entry);
  };
  const lowered = text.toLowerCase();
  work.lower.scan(lowered, (number, start, length) => tryKey(lowered, number, start, length));
  work.exact.scan(text, (number, start, length) => tryKey(text, number, start, length));
  for (const number of work.unindexed) tryKey(text, number, 0, 0);
}

/** As `\W` has it: everything but Latin letters, digits and the underscore, so Han characters are borders. */
function hasBorders(text: string, start: number, length: number): boolean {
  return !isWord(text.charCodeAt(start - 1)) && !isWord(text.charCodeAt(start + length));
}

function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

function decide(entry: WorldbookEntry, range: Range, found: Uint8Array): KeyMatch[] {
  if (!range.decidable) return [];
  const primary = found.subarray(range.primary, range.secondary);
  for (const [bit, reason] of places.entries()) {
    const index = primary.findIndex((bits) => (bits & (1 << bit)) !== 0);
    if (index === -1) continue;
    const secondary = found.subarray(range.secondary, range.end);
    return secondaryAgrees(entry.selectiveLogic, secondary) ? [{ entry, reason, key: entry.keys[index] ?? '' }] : [];
  }
  return [];
}

/** A blank secondary key counts as one that was not found, as in SillyTavern. */
function secondaryAgrees(logic: WorldbookEntry['selectiveLogic'], found: Uint8Array): boolean {
  if (found.length === 0) return true;
  const any = found.some((bits) => bits !== 0);
  const all = found.every((bits) => bits !== 0);
  switch (logic) {
    case 0:
      return any;
    case 1:
      return !all;
    case 2:
      return !any;
    case 3:
      return all;
  }
}

function regexBudget(now: (() => number) | undefined): () => boolean {
  if (!now) return () => true;
  const start = now();
  return () => now() - start < REGEX_BUDGET_MS;
}
