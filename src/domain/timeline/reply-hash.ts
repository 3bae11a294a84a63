/** The fingerprint of a reply's text as pages and mirrors keep it. */
import { textHash, type TextHash } from '../../shared/text-hash.ts';

const PLACEHOLDER = '<StatusPlaceHolderImpl/>';

/** The text without the status bar mark (and the white space before it) that MVU appends after us. */
export function withoutPlaceholder(text: string): string {
  let end = text.trimEnd();
  if (!end.endsWith(PLACEHOLDER)) return text;
  while (end.endsWith(PLACEHOLDER)) end = end.slice(0, -PLACEHOLDER.length).trimEnd();
  return end;
}

/** Two texts that differ only in a trailing `<StatusPlaceHolderImpl/>` have the same hash. */
export function replyHash(text: string): TextHash {
  return textHash(withoutPlaceholder(text));
}

/** Remembers hashes by text, so that reading a long chat again costs a look-up per message. */
export function makeReplyHasher(limit = 60_000): (text: string) => TextHash {
  const known = new Map<string, TextHash>();
  return (text) => {
    let hash = known.get(text);
    if (hash === undefined) {
      if (known.size >= limit) known.clear();
      hash = replyHash(text);
      known.set(text, hash);
    }
    return hash;
  };
}
