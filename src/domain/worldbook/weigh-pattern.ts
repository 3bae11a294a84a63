/** Weighs a pattern before it may run: how much it can backtrack, and which text it cannot match without. */
import { err, ok, type Result } from '../../shared/result.ts';

export type PatternRefusal = 'too-long' | 'nested-quantifier' | 'backreference' | 'too-heavy' | 'unreadable';

export interface PatternWeight {
  /** Ways to match at one place, from bounded repeats and alternatives. */
  readonly work: number;
  /** Unbounded repeats: a text of n characters costs at most n to the power of this plus one. */
  readonly degree: number;
  readonly literals: readonly string[] | null;
  /** Uses `^` or `$`. */
  readonly anchored: boolean;
}

interface Part {
  readonly work: number;
  readonly degree: number;
  /** Can match in more than one way. */
  readonly variable: boolean;
  readonly literals: readonly string[] | null;
}

const MAX_WORK = 512;
const MAX_DEGREE = 3;
const MAX_LITERALS = 64;
const MAX_REPEAT = 1_000;
const plain: Part = { work: 1, degree: 0, variable: false, literals: null };

class Refused extends Error {
  readonly why: PatternRefusal;
  constructor(why: PatternRefusal) {
    super(why);
    this.why = why;
  }
}

/** @param pattern a RegExp source; its syntax is only followed as far as weighing needs */
export function weighPattern(pattern: string): Result<PatternWeight, PatternRefusal> {
  const reader = { pattern, at: 0, anchored: false };
  try {
    const { work, degree, literals } = readAlternatives(reader);
    if (reader.at < pattern.length) return err('unreadable');
    if (work > MAX_WORK || degree > MAX_DEGREE) return err('too-heavy');
    return ok({ work, degree, literals, anchored: reader.anchored });
  } catch (error) {
    if (error instanceof Refused) return err(error.why);
    throw error;
  }
}

interface Reader {
  readonly pattern: string;
  at: number;
  anchored: boolean;
}

function readAlternatives(reader: Reader): Part {
  const branches = [readSequence(reader)];
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1;
    branches.push(readSequence(reader));
  }
  const [only] = branches;
  if (branches.length === 1 && only) return only;
  const literals = branches.flatMap((branch) => branch.literals ?? []);
  const certain = branches.every((branch) => branch.literals !== null) && literals.length <= MAX_LITERALS;
  return {
    work: branches.reduce((sum, branch) => sum + branch.work, 0),
    degree: Math.max(...branches.map((branch) => branch.degree)),
    variable: true,
    literals: certain ? literals : null,
  };
}

function readSequence(reader: Reader): Part {
  let sum: Omit<Part, 'literals'> = plain;
  const candidates: (readonly string[])[] = [];
  let run = '';
  const endRun = (): void => {
    if (run !== '') candidates.push([run]);
    run = '';
  };
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    const atom = readAtom(reader);
    if (atom === null) continue;
    const repeat = readRepeat(reader);
    const part = typeof atom === 'string' ? plain : atom;
    sum = addRepeated(sum, part, repeat);
    if (typeof atom === 'string' && repeat.min >= 1) run += atom;
    if (typeof atom === 'string' && repeat.min === 1 && repeat.max === 1) continue;
    endRun();
    if (repeat.min >= 1 && part.literals) candidates.push(part.literals);
  }
  endRun();
  const best = candidates.reduce<readonly string[]>((a, b) => (shortest(b) > shortest(a) ? b : a), []);
  return { ...sum, literals: best.length === 0 ? null : best };
}

function addRepeated(sum: Omit<Part, 'literals'>, part: Part, { min, max }: Repeat): Omit<Part, 'literals'> {
  if (max > 1 && part.variable) throw new Refused('nested-quantifier');
  const unbounded = max === Infinity;
  const work = sum.work * part.work * (unbounded ? 1 : max - min + 1);
  if (work > MAX_WORK || (!unbounded && max > MAX_REPEAT)) throw new Refused('too-heavy');
  return {
    work,
    degree: sum.degree + part.degree + (unbounded ? 1 : 0),
    variable: sum.variable || part.variable || min !== max,
  };
}

function shortest(literals: readonly string[]): number {
  return literals.length === 0 ? 0 : Math.min(...literals.map((text) => text.length));
}

/** @returns a literal character, a part, or null for what takes up no room (`^`, `\b`) */
function readAtom(reader: Reader): string | Part | null {
  const character = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  switch (character) {
    case '(':
      return readGroup(reader);
    case '[':
      return readClass(reader);
    case '\\':
      return readEscape(reader);
    case '.':
      return plain;
    case '^':
    case '$':
      reader.anchored = true;
      return null;
    case '*':
    case '+':
    case '?':
      throw new Refused('unreadable');
    default:
      return character;
  }
}

function readGroup(reader: Reader): Part {
  const opening = /^\?(?:[:=!]|<[=!]|<[A-Za-z_]\w*>)/.exec(reader.pattern.slice(reader.at))?.[0] ?? '';
  reader.at += opening.length;
  const inner = readAlternatives(reader);
  if (reader.pattern[reader.at] !== ')') throw new Refused('unreadable');
  reader.at += 1;
  // What must not be there is no text to look for.
  return opening.endsWith('!') ? { ...inner, literals: null } : inner;
}

function readClass(reader: Reader): Part {
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== ']') {
    reader.at += reader.pattern[reader.at] === '\\' ? 2 : 1;
  }
  if (reader.at >= reader.pattern.length) throw new Refused('unreadable');
  reader.at += 1;
  return plain;
}

function readEscape(reader: Reader): string | Part | null {
  const rest = reader.pattern.slice(reader.at);
  const special = /^(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\})/i.exec(rest)?.[0];
  if (special !== undefined) {
    reader.at += special.length;
    return plain;
  }
  const character = rest[0];
  if (character === undefined) throw new Refused('unreadable');
  reader.at += 1;
  if (/[1-9k]/.test(character)) throw new Refused('backreference');
  if (/[bB]/.test(character)) return null;
  return /[A-Za-z0]/.test(character) ? plain : character;
}

interface Repeat {
  readonly min: number;
  readonly max: number;
}

function readRepeat(reader: Reader): Repeat {
  const written = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(reader.pattern.slice(reader.at));
  if (!written) return { min: 1, max: 1 };
  reader.at += written[0].length;
  if (written[0].startsWith('*')) return { min: 0, max: Infinity };
  if (written[0].startsWith('+')) return { min: 1, max: Infinity };
  if (written[0].startsWith('?')) return { min: 0, max: 1 };
  const min = Number(written[1]);
  if (written[2] === '') return { min, max: min };
  return { min, max: written[3] === '' ? Infinity : Number(written[3]) };
}
