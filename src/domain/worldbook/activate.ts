/** What is active this turn: SillyTavern's own activation, plus what only our scan can reach. */
import { classifyEntry } from './classify.ts';
import { isEmbedded, type WorldbookEntry } from './entry.ts';
import { entryId } from './entry-id.ts';
import { type KeyMatch, type KeyScanner, type ScanTexts } from './match-keys.ts';

export interface ActivatedEntry {
  readonly entry: WorldbookEntry;
  readonly reason: 'sillytavern' | keyof ScanTexts;
  /** The primary key that was found; absent for SillyTavern's own. */
  readonly key?: string;
}

/**
 * @param scanner built by `makeKeyScanner(scannable(entries))`; null = the own scan is switched off, and the result
 *   is SillyTavern's set
 * @param texts what SillyTavern's scan may have missed: the current input, our window, the state summary
 */
export function activateEntries(
  activated: readonly WorldbookEntry[],
  scanner: KeyScanner | null,
  texts: ScanTexts,
): ActivatedEntry[] {
  const own = scanner ? scanner.scan(texts) : [];
  const there = new Set(activated.map(entryId));
  const added = own.filter(({ entry }: KeyMatch) => !there.has(entryId(entry)));
  return [...activated.map((entry) => ({ entry, reason: 'sillytavern' as const })), ...added];
}

/** The entries our scan may activate; what SillyTavern rolls, groups, times, recurses or looks for at a depth of the entry's own is left to it. */
export function scannable(entries: readonly WorldbookEntry[]): WorldbookEntry[] {
  return entries.filter(
    (entry) =>
      entry.enabled &&
      entry.gatesOpen &&
      !entry.constant &&
      !entry.vectorized &&
      !entry.hostOnly &&
      (entry.scanDepth === undefined || isEmbedded(entry)) &&
      classifyEntry(entry).kind === 'lore',
  );
}
