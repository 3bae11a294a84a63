/** Reads the one JSON answer out of a model's raw text: past thinking, fences and prose, repaired, or cut but clean. */
import { jsonrepair } from 'jsonrepair';
import { type AnswerShape, makeShaper, type ShapedValue, type Shaper } from './answer-shape.ts';
import { type JsonObject, type JsonValue } from './json-value.ts';
import { parseJson } from './json.ts';
import { type LabelledText, readLabelled } from './labelled-text.ts';
import { opensList, opensObject, readLeniently, type WorkBudget } from './lenient-json.ts';
import { err, ok, type Result } from './result.ts';
import { splitThinking } from './split-thinking.ts';
import { wellFormed } from './well-formed.ts';

export interface ReadAnswer {
  readonly value: JsonObject;
  /** The text ended before the answer did; what is here is complete. */
  readonly cutOff: boolean;
  /** It was not strict JSON. */
  readonly repaired: boolean;
  /** Elements that were lost, as far as they can be counted. */
  readonly dropped: number;
}

export interface AnswerProblem {
  /** `cut-off`: it began and nothing of it is complete. `wrong-shape`: JSON, but none of the wanted keys. */
  readonly kind: 'empty' | 'refusal' | 'not-json' | 'wrong-shape' | 'cut-off' | 'too-long';
  /** What was found, in plain words; a repair call may quote it. */
  readonly message: string;
}

interface Wanted {
  readonly shape: AnswerShape;
  readonly fit: Shaper;
}

interface Candidate extends ShapedValue {
  /** Where it stands in the text. */
  readonly from: number;
  readonly end: number;
  readonly cut: boolean;
  readonly repaired: boolean;
  readonly dropped: number;
}

const MAX_LENGTH = 1_000_000;
/** Some looks at each character; careless text of a megabyte is not worth more. */
const workFor = (text: string): number => Math.min(100_000 + text.length * 6, 1_500_000);
/** A value that was read and must be looked at, against one for a character. */
const CANDIDATE_COST = 150;
/** More than any number of wanted keys counts. */
const BLANK_FORM = 1_000;
const REPAIR_LENGTH = 20_000;
const invisible = /[\s\u200B-\u200D\uFEFF]/;
const refusal =
  /^(?:i['’]?m (?:very |really )?sorry|sorry|i apologi[sz]e|i (?:can(?:no|['’])t|am (?:unable|not able)|won['’]t)|as an ai\b|unfortunately,? i|抱歉|对不起|很遗憾|非常抱歉|我(?:无法|不能|没办法)|作为(?:一个|一名)?(?:ai|人工智能))/i;

/**
 * Thinking around the answer is left aside; of several candidates the one with most wanted keys counts, then the last
 * whole one. An object that only completes it (its own wanted keys, none of the same) is joined.
 */
export function readAnswer(raw: string, shape: AnswerShape): Result<ReadAnswer, AnswerProblem> {
  if (raw.length > MAX_LENGTH) return err({ kind: 'too-long', message: `The answer has ${raw.length} characters.` });
  const wanted: Wanted = { shape, fit: makeShaper(shape) };
  const strict = readStrictly(raw, wanted);
  if (strict) return ok(strict);
  const split = splitThinking(wellFormed(raw));
  const read = readLoosely(split.answer, wanted);
  if (read.ok || split.thinking === '') return read;
  // A thought that never ended may hold the answer itself; a copy in finished thoughts is a draft.
  if (!split.unclosed || (read.error.kind !== 'empty' && read.error.kind !== 'not-json')) return read;
  const inside = readLoosely(split.thinking, wanted);
  return inside.ok ? ok({ ...inside.value, repaired: true }) : read;
}

function readStrictly(raw: string, wanted: Wanted): ReadAnswer | null {
  const text = raw.trim();
  if (text[0] !== '{' && text[0] !== '[') return null;
  const parsed = parseJson(text);
  const shaped = parsed.ok ? wanted.fit(parsed.value) : null;
  return shaped ? { value: shaped.value, cutOff: false, repaired: false, dropped: 0 } : null;
}

function readLoosely(raw: string, wanted: Wanted): Result<ReadAnswer, AnswerProblem> {
  const text = unescapeWhole(trimInvisible(raw));
  if (text === '') return err({ kind: 'empty', message: 'The answer is empty.' });
  const read = readText(text, wanted);
  if (read.ok || read.error.kind === 'too-long') return read;
  const decoded = decodeOnce(text);
  const again = decoded === null ? read : readText(decoded, wanted);
  return again.ok ? ok({ ...again.value, repaired: true }) : read;
}

function readText(text: string, wanted: Wanted): Result<ReadAnswer, AnswerProblem> {
  const { shape } = wanted;
  const budget: WorkBudget = { left: workFor(text) };
  const found = findCandidates(text, wanted, budget);
  if (budget.left < 0) return err({ kind: 'too-long', message: 'The answer is too tangled to be read.' });
  const best = choose(found, shape);
  const labelled = readLabelled(text, shape, { left: workFor(text) });
  if (labelled?.convincing && isRicher(labelled, best)) {
    return ok({ value: labelled.value, cutOff: labelled.cut || found.cut, repaired: true, dropped: 0 });
  }
  if (best) {
    const { value, cut, repaired, dropped } = labelled ? completed(text, best, found, shape) : best;
    return ok({ value, cutOff: cut, repaired, dropped });
  }
  if (found.cut) return err({ kind: 'cut-off', message: 'The answer ended before anything in it was complete.' });
  if (found.otherJson)
    return err({ kind: 'wrong-shape', message: `None of the keys ${shape.keys.join(', ')} was found.` });
  if (!/[{[]/.test(text) && refusal.test(text)) return err({ kind: 'refusal', message: text.slice(0, 200) });
  return err({ kind: 'not-json', message: 'No JSON was found in the answer.' });
}

/** JSON is the answer wherever there is any, but for a part of it that is only the value of one label among several. */
function isRicher(labelled: LabelledText, best: Candidate | null): boolean {
  return best === null || (labelled.owns(best.from) && Object.keys(labelled.value).length > best.keys.length);
}

/** With what stands as labelled text around the JSON, where the JSON lacks it. */
function completed(text: string, best: Candidate, { candidates }: Findings, shape: AnswerShape): Candidate {
  if (best.keys.length >= shape.keys.length) return best;
  const outside: string[] = [];
  let from = 0;
  for (const json of candidates) {
    outside.push(text.slice(from, json.from));
    from = json.end;
  }
  const around = [...outside, text.slice(from)].join('\n');
  const labelled = readLabelled(around, shape, { left: workFor(around) });
  const missing = Object.entries(labelled?.isAnswer ? labelled.value : {}).filter(
    ([key, held]) => held !== null && !Object.hasOwn(best.value, key),
  );
  return missing.length === 0
    ? best
    : { ...best, value: { ...best.value, ...Object.fromEntries(missing) }, repaired: true };
}

interface Findings {
  readonly candidates: readonly Candidate[];
  /** Something began that looks like the answer and ended too early. */
  readonly cut: boolean;
  /** Whole JSON without any wanted key. */
  readonly otherJson: boolean;
}

function findCandidates(text: string, wanted: Wanted, budget: WorkBudget): Findings {
  const candidates: Candidate[] = [];
  let cut = false;
  let otherJson = false;
  let at = 0;
  while (at < text.length && budget.left >= 0) {
    budget.left -= 1;
    if (!opensObject(text[at]) && !opensList(text[at])) {
      at += 1;
      continue;
    }
    const reading = readLeniently(text, at, budget);
    if (reading.kind === 'broken') {
      at += 1;
      continue;
    }
    budget.left -= CANDIDATE_COST;
    const shaped = wanted.fit(reading.value);
    if (reading.kind === 'cut') {
      cut ||= shaped !== null || mentions(text.slice(at, at + 400), wanted.shape);
      // A loose item that was cut is half an element.
      if (shaped && !shaped.item) {
        candidates.push({ ...shaped, from: at, end: text.length, cut: true, repaired: true, dropped: reading.dropped });
        break;
      }
      at += 1;
      continue;
    }
    otherJson ||= opensObject(text[at]) && !shaped;
    const { end, repaired, dropped } = reading;
    if (shaped) candidates.push({ ...shaped, from: at, end, cut: false, repaired, dropped });
    at = end;
  }
  if (candidates.length === 0 && !cut) candidates.push(...secondOpinion(text, wanted));
  return { candidates, cut, otherJson };
}

/** What our own reader could not place goes to the general repairer once, from the first brace to the last. */
function secondOpinion(text: string, wanted: Wanted): Candidate[] {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to <= from || to - from > REPAIR_LENGTH) return [];
  const repaired = tryRepair(text.slice(from, to + 1));
  const parsed = repaired === null ? null : parseJson(repaired);
  const shaped = parsed?.ok ? wanted.fit(parsed.value) : null;
  return shaped && !shaped.item ? [{ ...shaped, from, end: to + 1, cut: false, repaired: true, dropped: 0 }] : [];
}

function tryRepair(text: string): string | null {
  try {
    return jsonrepair(text);
  } catch {
    // It throws what it cannot repair, and on very deep nesting.
    return null;
  }
}

function choose({ candidates, cut }: Findings, shape: AnswerShape): Candidate | null {
  const whole = candidates.filter((candidate) => !candidate.item);
  if (whole.length === 0) return gatherItems(candidates, shape, cut);
  const listKey = shape.list?.key;
  const score = (candidate: Candidate): number =>
    candidate.keys.length * 2 -
    (candidate.cut ? 1 : 0) -
    (candidate.keys.every((key) => key === listKey) ? 0.5 : 0) -
    (saysNothing(candidate) ? BLANK_FORM : 0);
  const best = whole.reduce((a, b) => (score(b) >= score(a) ? b : a));
  const completing = whole.filter((other) => other !== best && !other.keys.some((key) => best.keys.includes(key)));
  const other = completing.at(-1);
  if (!other) return best;
  return {
    ...best,
    value: { ...other.value, ...best.value },
    cut: best.cut || other.cut,
    dropped: best.dropped + other.dropped,
  };
}

/** All wanted keys are there and empty: a quiet round when it stands alone, a blank form beside an answer. */
function saysNothing({ keys, value }: Candidate): boolean {
  return keys.every((key) => {
    const held = value[key];
    return held === null || held === undefined || held === '' || (Array.isArray(held) && held.length === 0);
  });
}

function gatherItems(items: readonly Candidate[], shape: AnswerShape, cut: boolean): Candidate | null {
  const { list } = shape;
  const [first] = items;
  if (!list || !first) return null;
  const values = items.flatMap((item) => item.value[list.key] as readonly JsonValue[]);
  return {
    value: { [list.key]: values },
    from: first.from,
    end: items.at(-1)?.end ?? first.end,
    keys: [list.key],
    item: false,
    cut,
    repaired: true,
    dropped: cut ? 1 : 0,
  };
}

function mentions(text: string, shape: AnswerShape): boolean {
  return [...shape.keys, ...Object.keys(shape.aliases ?? {})].some((key) => text.includes(key));
}

/** `trim` does not know zero-width characters. */
function trimInvisible(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && invisible.test(text.charAt(from))) from += 1;
  while (to > from && invisible.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** An answer that was encoded once more (`"{\"events\": …"`), in quotes or without them, or with HTML entities. */
function unescapeWhole(text: string): string {
  if (/^["“]?\s*[{[](?:\s|\\[nrt])*\\"/.test(text)) return unquote(text);
  if (!text.includes('"') && text.includes('&quot;')) return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return text;
}

/** Escapes that stand where none belong, after a preface or in text without any line break; null when there are none. */
function decodeOnce(text: string): string | null {
  if (/[{[](?:\s|\\[nrt])*\\"/.test(text)) return unquote(text);
  return !text.includes('\n') && text.includes('\\n') ? text.replaceAll('\\n', '\n') : null;
}

function unquote(text: string): string {
  const body = text.replace(/^["“]/, '').replace(/["”]$/, '');
  const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return body.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (_, code: string) =>
    code.length === 5 ? String.fromCharCode(parseInt(code.slice(1), 16)) : (simple[code] ?? code),
  );
}
