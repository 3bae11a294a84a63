/** Finds the bodies between a tag and its end; the tag is matched as text, never as a pattern. */
const MAX_BODIES = 8;

/** Compares without changing lengths, as lower-casing a whole text may. */
function standsAt(text: string, at: number, wanted: string): boolean {
  return text.slice(at, at + wanted.length).toLowerCase() === wanted;
}

function indexOfTag(text: string, wanted: string, from: number): number {
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at + 1))
    if (standsAt(text, at, wanted)) return at;
  return -1;
}

/** The bodies between `<tag>` (attributes allowed) and the next `</tag>`, in any case; at most `most`. */
export function bodiesOfTag(text: string, tag: string, most = MAX_BODIES): string[] {
  const [opening, closing] = [`<${tag.toLowerCase()}`, `</${tag.toLowerCase()}>`];
  const bodies: string[] = [];
  let from = 0;
  while (bodies.length < most) {
    const start = indexOfTag(text, opening, from);
    if (start < 0) break;
    const after = text[start + opening.length] ?? '';
    const end = text.indexOf('>', start);
    from = start + opening.length;
    if (end < 0 || !(after === '>' || /\s/.test(after))) continue;
    const close = indexOfTag(text, closing, end + 1);
    if (close < 0) break;
    bodies.push(text.slice(end + 1, close).trim());
    from = close + closing.length;
  }
  return bodies;
}
