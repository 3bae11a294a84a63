/** Keeps the key index from turn to turn, and builds it anew only when a key changed. */
import { scannable } from './activate.ts';
import { type WorldbookEntry } from './entry.ts';
import { entryId } from './entry-id.ts';
import { makeKeyScanner, type KeyScanner, type ScanOptions } from './match-keys.ts';

/**
 * @returns for all entries of the books in use, the scanner of those our scan may activate. Matches carry the entries
 *   given now, since their texts may be expanded differently each turn.
 */
export function makeScannerCache(options: ScanOptions = {}): (entries: readonly WorldbookEntry[]) => KeyScanner {
  let kept: { readonly entries: readonly WorldbookEntry[]; readonly scanner: KeyScanner } | null = null;
  return (all) => {
    const entries = scannable(all);
    if (!kept || !sameKeys(kept.entries, entries)) kept = { entries, scanner: makeKeyScanner(entries, options) };
    const { scanner } = kept;
    return {
      refused: scanner.refused,
      scan(texts) {
        const now = new Map(entries.map((entry) => [entryId(entry), entry]));
        return scanner.scan(texts).map((match) => ({ ...match, entry: now.get(entryId(match.entry)) ?? match.entry }));
      },
    };
  };
}

function sameKeys(a: readonly WorldbookEntry[], b: readonly WorldbookEntry[]): boolean {
  return a.length === b.length && a.every((entry, index) => sameEntry(entry, b[index]));
}

function sameEntry(a: WorldbookEntry, b: WorldbookEntry | undefined): boolean {
  return (
    b !== undefined &&
    a.uid === b.uid &&
    a.book === b.book &&
    a.selective === b.selective &&
    a.selectiveLogic === b.selectiveLogic &&
    a.caseSensitive === b.caseSensitive &&
    a.matchWholeWords === b.matchWholeWords &&
    sameTexts(a.keys, b.keys) &&
    sameTexts(a.secondaryKeys, b.secondaryKeys)
  );
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
