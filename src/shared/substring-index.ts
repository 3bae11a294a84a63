/** Finds which of very many short texts occur in a long one, in one pass over it. */
export interface SubstringIndex {
  /** Several keys may share a text. Texts added after the first `scan` are found too. */
  add(text: string, key: number): void;
  /** Calls `found` for every occurrence of every text; `start` is its index in `haystack`. Case counts. */
  scan(haystack: string, found: (key: number, start: number, length: number) => void): void;
}

/** Lengths 2 to 31 have a bit of their own; the last bit stands for all longer ones. */
const LONG = 32;

/**
 * Texts lie in a map; a small table tells, by the first two characters, which lengths are worth a look into it.
 * So most places of the haystack cost one table read.
 */
export function makeSubstringIndex(): SubstringIndex {
  const keysOf = new Map<string, number | number[]>();
  const longLengths = new Set<number>();
  let singles = false;
  let stale = true;
  let table = new Int32Array(0);

  const build = (): void => {
    stale = false;
    let size = 1_024;
    while (size < keysOf.size * 4) size *= 2;
    table = new Int32Array(size);
    for (const text of keysOf.keys()) {
      if (text.length < 2) continue;
      const at = slot(text.charCodeAt(0), text.charCodeAt(1), size);
      table[at] = (table[at] ?? 0) | (1 << (Math.min(text.length, LONG) - 1));
      if (text.length >= LONG) longLengths.add(text.length);
    }
  };

  return {
    add(text, key) {
      if (text === '') return;
      if (text.length === 1) singles = true;
      const there = keysOf.get(text);
      if (there === undefined) keysOf.set(text, key);
      else if (typeof there === 'number') keysOf.set(text, [there, key]);
      else there.push(key);
      stale = true;
    },
    scan(haystack, found) {
      if (stale) build();
      const report = (start: number, length: number): void => {
        const keys = keysOf.get(haystack.slice(start, start + length));
        if (keys === undefined) return;
        if (typeof keys === 'number') found(keys, start, length);
        else for (const key of keys) found(key, start, length);
      };
      let next = haystack.charCodeAt(0);
      for (let i = 0; i < haystack.length; i += 1) {
        const code = next;
        next = haystack.charCodeAt(i + 1);
        if (singles) report(i, 1);
        let lengths = i + 1 < haystack.length ? (table[slot(code, next, table.length)] ?? 0) : 0;
        while (lengths !== 0) {
          const lowest = lengths & -lengths;
          lengths ^= lowest;
          const length = LONG - Math.clz32(lowest);
          if (length < LONG) {
            if (i + length <= haystack.length) report(i, length);
          } else {
            for (const long of longLengths) if (i + long <= haystack.length) report(i, long);
          }
        }
      }
    },
  };
}

function slot(first: number, second: number, size: number): number {
  return (Math.imul(first, 0x9e3b) ^ Math.imul(second, 0x85eb)) & (size - 1);
}
