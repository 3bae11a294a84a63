/** Finds the line and column of a place in an entry's text. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Line and column from 1. */
export function placeAt(text: string, index: number): Place {
  const before = text.slice(0, Math.max(0, Math.min(index, text.length))).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Index of a key written as `"key":`, `'key':`, `key:` or `key =` at or after `from`; -1 when there is none. */
function findKey(text: string, key: string, from: number): number {
  for (let at = text.indexOf(key, from); at >= 0; at = text.indexOf(key, at + 1)) {
    const before = text[at - 1] ?? '\n';
    const after = text.slice(at + key.length, at + key.length + 8);
    if (/[\s"'“‘`{,，[-]/.test(before) && /^["'”’`]?\s{0,4}[:：=]/.test(after)) return at;
  }
  return -1;
}

/** The place where the last key of `path` is written; the nearest outer one that is found; null when none is. */
export function placeOfKey(text: string, path: readonly string[]): Place | null {
  let at = -1;
  for (const key of path) {
    const next = findKey(text, key, Math.max(at, 0));
    if (next < 0) break;
    at = next;
  }
  return at < 0 ? null : placeAt(text, at);
}
