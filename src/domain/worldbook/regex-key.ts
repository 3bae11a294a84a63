/** Reads a worldbook key written as `/pattern/flags`, and refuses patterns that could freeze the page. */
import { err, ok, type Result } from '../../shared/result.ts';
import { weighPattern, type PatternRefusal } from './weigh-pattern.ts';

export interface RegexKey {
  /** Texts one of which must occur where the pattern matches; null when none is certain. Lower case with the flag i. */
  readonly literals: readonly string[] | null;
  readonly ignoresCase: boolean;
  /** Long texts are looked at in windows, so that one call stays within some 10 million steps. */
  test(text: string): boolean;
}

const written = /^\/([\s\S]+?)\/([gimsuy]*)$/;
const MAX_PATTERN = 300;
const STEPS = 10_000_000;

/** @returns null for an ordinary key: as in SillyTavern, also one with an unescaped slash in the middle */
export function readRegexKey(key: string): Result<RegexKey, PatternRefusal> | null {
  if (!key.startsWith('/')) return null;
  const match = written.exec(key);
  const pattern = match?.[1] ?? '';
  if (!match || /(?:^|[^\\])\//.test(pattern)) return null;
  if (pattern.length > MAX_PATTERN) return err('too-long');
  const flags = (match[2] ?? '').replace('g', '');
  const weight = weighPattern(pattern);
  if (!weight.ok) return err(weight.error);
  const { work, degree, literals, anchored } = weight.value;
  const ignoresCase = flags.includes('i');
  const window = degree === 0 ? Infinity : Math.floor((STEPS / work) ** (1 / (degree + 1)));
  let regex: RegExp | undefined;
  return ok({
    ignoresCase,
    literals: ignoresCase && literals ? literals.map((text) => text.toLowerCase()) : literals,
    test(text) {
      regex ??= compile(pattern, flags);
      if (regex === undefined) return false;
      if (text.length <= window) return runs(regex, text);
      // An anchor means the edge of the text, not that of a window.
      if (anchored && !flags.includes('m')) {
        return runs(regex, text.slice(0, window)) || runs(regex, text.slice(-window));
      }
      for (let start = 0; start < text.length; start += Math.ceil(window / 2)) {
        if (runs(regex, text.slice(start, start + window))) return true;
      }
      return false;
    },
  });
}

function runs(regex: RegExp, text: string): boolean {
  regex.lastIndex = 0;
  return regex.test(text);
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    // Not a pattern at all: it matches nothing, as the author will see in SillyTavern too.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
