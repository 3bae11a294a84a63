/** The tags of a text and which of them belong together, found in one pass however many there are. */
export interface Tag {
  /** Lower case. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'alone';
  readonly at: number;
  readonly end: number;
  /** The tag that closes this one; null when none does, and for closing tags. */
  close: Tag | null;
  /** A closing tag that closes something. */
  paired: boolean;
}

/** No honest message has more. */
const MAX_TAGS = 5_000;
const tagPattern = /<(\/?)([\p{L}][\p{L}\p{N}_.:-]{0,63})(?:\s[^<>]{0,500})?(\/?)>/gu;

export function readTags(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  const open = new Map<string, Tag[]>();
  for (const match of text.matchAll(tagPattern)) {
    if (tags.length >= MAX_TAGS) break;
    const name = (match[2] ?? '').toLowerCase();
    const alone = match[3] === '/' || match[0].endsWith('/>');
    const kind = match[1] === '/' ? 'close' : alone ? 'alone' : 'open';
    const tag: Tag = { name, kind, at: match.index, end: match.index + match[0].length, close: null, paired: false };
    tags.push(tag);
    const waiting = open.get(name) ?? [];
    if (kind === 'open') open.set(name, [...waiting.slice(-100), tag]);
    const opener = kind === 'close' ? waiting.pop() : undefined;
    if (opener) {
      opener.close = tag;
      tag.paired = true;
    }
  }
  return tags;
}

/** Nothing but blanks stands before it on its line. */
export function startsLine(text: string, at: number): boolean {
  let from = at - 1;
  while (from >= 0 && (text[from] === ' ' || text[from] === '\t')) from -= 1;
  return from < 0 || text[from] === '\n';
}

/** Nothing but blanks stands behind it on its line. */
export function endsLine(text: string, end: number): boolean {
  let to = end;
  while (to < text.length && (text[to] === ' ' || text[to] === '\t' || text[to] === '\r')) to += 1;
  return to >= text.length || text[to] === '\n';
}
