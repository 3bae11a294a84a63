/** Says whether an edit by hand may have changed what happened, so that "analyse again" is worth offering. */

export interface EditMark {
  /** 0 to 1: how much of the text is different. */
  readonly changed: number;
  readonly numbers: boolean;
  readonly names: boolean;
  readonly offerAnalysis: boolean;
}

const NUMBERS = /\d+(?:[.,]\d+)*|[零〇一二两三四五六七八九十百千万亿]+/g;
const CAPITALISED = /(?<![.!?…。！？\n]\s*|^)\b\p{Lu}[\p{L}'’-]+/gu;
const OFFER_ABOVE = 0.1;

/** `names`: people, places and things the story knows by name. */
export function editMark(before: string, after: string, names: readonly string[]): EditMark {
  const changed = changedShare(before, after);
  const numbers = differ(found(before, NUMBERS), found(after, NUMBERS));
  const namesChanged =
    differ(found(before, CAPITALISED), found(after, CAPITALISED)) ||
    names.some((name) => name !== '' && occurrences(before, name) !== occurrences(after, name));
  return {
    changed,
    numbers,
    names: namesChanged,
    offerAnalysis: numbers || namesChanged || changed > OFFER_ABOVE,
  };
}

/** The share of pairs of neighbouring characters that only one of the texts has. */
function changedShare(a: string, b: string): number {
  if (a === b) return 0;
  const counts = new Map<string, number>();
  for (let i = 0; i + 1 < a.length; i += 1) count(counts, a.slice(i, i + 2), 1);
  for (let i = 0; i + 1 < b.length; i += 1) count(counts, b.slice(i, i + 2), -1);
  const pairs = Math.max(0, a.length - 1) + Math.max(0, b.length - 1);
  let different = 0;
  for (const n of counts.values()) different += Math.abs(n);
  return pairs === 0 ? 1 : different / pairs;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const found = (text: string, pattern: RegExp): readonly string[] => (text.match(pattern) ?? []).sort();

const differ = (a: readonly string[], b: readonly string[]): boolean =>
  a.length !== b.length || a.some((item, i) => item !== b[i]);

const occurrences = (text: string, part: string): number => text.split(part).length - 1;
