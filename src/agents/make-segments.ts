/** Makes segments out of pieces of foreign text; what is empty makes none. */
import { neutraliseTags } from '../domain/prompt/neutralise-tags.ts';
import { type PromptTag } from '../domain/prompt/prompt-tags.ts';
import { joinPieces } from '../domain/prompt/render-prompt.ts';
import { type Piece, type Segment, type SegmentKey } from '../domain/prompt/segment.ts';

export interface SegmentPlace {
  readonly key: SegmentKey;
  /** Null for plain text. */
  readonly tag: PromptTag | null;
  readonly priority: number;
  readonly role?: Segment['role'];
  readonly separator?: string;
  /** Of the whole; a single piece tells its own. */
  readonly source?: string;
  readonly steady?: boolean;
  readonly middleMark?: string;
}

/** Our own tags inside the pieces lose their force. Several pieces can be cut one by one, from the front. */
export function makeSegments(place: SegmentPlace, pieces: readonly Piece[]): Segment[] {
  const { key, tag, priority, role = 'user', separator, steady, middleMark } = place;
  const clean = pieces.map(cleanPiece).filter(({ text }) => text !== '');
  const [first] = clean;
  if (!first) return [];
  const base = {
    key,
    role,
    tag,
    priority,
    ...(separator === undefined ? {} : { separator }),
    ...(steady ? { steady } : {}),
    ...(middleMark === undefined ? {} : { middleMark }),
  };
  if (clean.length === 1) return [{ ...base, ...first }];
  return [{ ...base, text: joinPieces(base, clean), source: place.source ?? key, pieces: clean }];
}

function cleanPiece({ text, source, turns }: Piece): Piece {
  const clean = { text: neutraliseTags(text.trim()), source };
  if (!turns) return clean;
  return { ...clean, turns: turns.map((said) => ({ ...said, text: neutraliseTags(said.text.trim()) })) };
}

/** One piece of foreign text. */
export function makeSegment(place: SegmentPlace, text: string, source: string): Segment[] {
  return makeSegments(place, [{ text, source }]);
}

/** Our own words: never cut, never neutralised. */
export function ownWords(key: 'instructions' | 'task', text: string): Segment {
  const role = key === 'instructions' ? 'system' : 'user';
  return { key, role, text: text.trim(), tag: null, source: 'narrative-agent', priority: 0 };
}
