/** Finds the entries of the MVU convention by the markers in their titles: anywhere in the title, in any case. */
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';

export interface MvuEntries {
  /** Initial variables, in the books' order; disabled ones count, as the convention is to switch them off. */
  readonly initial: readonly WorldbookEntry[];
  /** Rules that only the variable model reads; enabled ones. */
  readonly updateRules: readonly WorldbookEntry[];
  /** For the story agents only; enabled ones. */
  readonly plot: readonly WorldbookEntry[];
}

const has = (entry: WorldbookEntry, marker: string): boolean => entry.comment.toLowerCase().includes(marker);

export const isInitialEntry = (entry: WorldbookEntry): boolean => has(entry, '[initvar]');
export const isUpdateRule = (entry: WorldbookEntry): boolean => has(entry, '[mvu_update]') && !isInitialEntry(entry);
export const isPlotEntry = (entry: WorldbookEntry): boolean => has(entry, '[mvu_plot]') && !isInitialEntry(entry);

/** May an agent that tells the story read it? Rules alone are not for it, initial variables are for nobody. */
export const isForStory = (entry: WorldbookEntry): boolean =>
  !isInitialEntry(entry) && (!isUpdateRule(entry) || isPlotEntry(entry));

export function findMvuEntries(entries: readonly WorldbookEntry[]): MvuEntries {
  return {
    initial: entries.filter(isInitialEntry),
    updateRules: entries.filter((entry) => entry.enabled && isUpdateRule(entry)),
    plot: entries.filter((entry) => entry.enabled && isPlotEntry(entry)),
  };
}

/** Does this chat use MVU variables at all: an entry of the convention, or a greeting that brings its own? */
export function usesMvu(entries: readonly WorldbookEntry[], greetings: readonly string[]): boolean {
  return (
    entries.some((entry) => isInitialEntry(entry) || (entry.enabled && isUpdateRule(entry))) ||
    greetings.some((greeting) => /<initvar>/i.test(greeting))
  );
}
