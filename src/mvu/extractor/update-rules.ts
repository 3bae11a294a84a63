/** The rules of the card for the variable model: `[mvu_update]` entries, their variable macros expanded. */
import { type JsonObject } from '../../shared/json-value.ts';
import { type WorldbookEntry } from '../../domain/worldbook/entry.ts';
import { findMvuEntries } from '../find-entries.ts';
import { expandVariableMacros } from '../macros.ts';

/**
 * @param entries every entry of the books in use; MVU may have taken its entries out of the activated ones
 * @param activated keyed rules count when they are among these
 */
export function readUpdateRules(
  entries: readonly WorldbookEntry[],
  activated: readonly WorldbookEntry[],
  record: JsonObject | null,
): readonly string[] {
  const fired = new Set(activated.map(({ book, uid }) => `${book}\n${uid}`));
  return findMvuEntries(entries)
    .updateRules.filter((entry) => entry.gatesOpen && (entry.constant || fired.has(`${entry.book}\n${entry.uid}`)))
    .sort((a, b) => a.order - b.order)
    .map((entry) => expandVariableMacros(entry.content, { message: record }).trim())
    .filter((text) => text !== '');
}
