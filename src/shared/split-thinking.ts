/** Tells a model's thinking from its answer by the tags around it, whole or half missing. */

export interface SplitText {
  readonly answer: string;
  readonly thinking: string;
  /** The thinking never ended: nothing in the text is surely an answer. */
  readonly unclosed: boolean;
}

export const thinkingTags: readonly string[] = ['think', 'thinking', 'reasoning', 'cot'];

/** No honest text has more. */
const MAX_TAGS = 1_000;

interface Tag {
  readonly start: number;
  readonly end: number;
  readonly closing: boolean;
}

/**
 * Takes out `<think>…</think>` (any of `tags`, any case, nested or not). A closing tag without an opening one ends
 * thinking that began at the start of the text; an opening one without an end takes the rest.
 */
export function splitThinking(text: string, tags: readonly string[] = thinkingTags): SplitText {
  const found = findTags(text, new Set(tags.map((tag) => tag.toLowerCase())));
  if (found.length === 0) return { answer: text, thinking: '', unclosed: false };
  const answer: string[] = [];
  const thinking: string[] = [];
  let depth = 0;
  let from = 0;
  for (const tag of found) {
    const piece = text.slice(from, tag.start);
    const lonelyEnd = tag.closing && depth === 0;
    if (lonelyEnd) thinking.push(...answer.splice(0), piece);
    else (depth === 0 ? answer : thinking).push(piece);
    depth = Math.max(0, depth + (tag.closing ? -1 : 1));
    from = tag.end;
  }
  (depth === 0 ? answer : thinking).push(text.slice(from));
  return { answer: answer.join(''), thinking: thinking.join('\n').trim(), unclosed: depth > 0 };
}

function findTags(text: string, names: ReadonlySet<string>): readonly Tag[] {
  const found: Tag[] = [];
  for (let start = text.indexOf('<'); start >= 0 && found.length < MAX_TAGS; start = text.indexOf('<', start + 1)) {
    const closing = text[start + 1] === '/';
    const from = closing ? start + 2 : start + 1;
    let to = from;
    while (to - from < 24 && /[A-Za-z]/.test(text[to] ?? '')) to += 1;
    if (!names.has(text.slice(from, to).toLowerCase())) continue;
    const rest = /^\s*(?:\s[^<>]{0,80})?>/.exec(text.slice(to, to + 100));
    if (rest) found.push({ start, end: to + rest[0].length, closing });
  }
  return found;
}
