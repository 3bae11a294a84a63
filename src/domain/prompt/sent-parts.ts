/** What a prompt was made of, compactly: block, source, tokens, and why an entry is in; kept with the record of the call. */
import { type Piece, type Segment, type SegmentKey } from './segment.ts';

export interface SentPart {
  readonly key: SegmentKey;
  /** A single piece's own source; of many rounds or lines the first and the last. */
  readonly source: string;
  /** An estimate; 0 for nothing. */
  readonly tokens: number;
  /** What woke a worldbook entry up, e.g. `constant` or `input:bell`. */
  readonly why?: string;
}

/** Long lists of equals are told as one. */
const runs: ReadonlySet<SegmentKey> = new Set(['recent_turns', 'story_summary', 'turn_text']);

/** @param why by a piece's source */
export function sentParts(
  segments: readonly Segment[],
  estimate: (text: string) => number,
  why: ReadonlyMap<string, string> = new Map(),
): SentPart[] {
  return segments.flatMap((segment) => {
    const pieces: readonly Piece[] = segment.pieces ?? [segment];
    const [first] = pieces;
    const last = pieces.at(-1);
    if (!first || !last) return [];
    if (runs.has(segment.key)) {
      const source = first === last ? first.source : `${first.source} – ${last.source}`;
      return [{ key: segment.key, source, tokens: estimate(segment.text) }];
    }
    return pieces.map(({ text, source }) => {
      const reason = why.get(source);
      return { key: segment.key, source, tokens: estimate(text), ...(reason === undefined ? {} : { why: reason }) };
    });
  });
}
