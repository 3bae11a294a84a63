/** The books initial variables come from, in MVU's order, out of all entries in use. */
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { isInitialEntry } from './find-entries.ts';
import { type InitialBook } from './init-record.ts';

export interface BookOrder {
  readonly global: readonly string[];
  readonly primary: string | null;
  readonly additional: readonly string[];
}

/** The name entries of a card's embedded book have. */
const EMBEDDED = '';

export interface InitialBooks {
  readonly books: readonly InitialBook[];
  readonly primary: string | null;
}

/**
 * Books of the chat and of the persona give no initial variables. A card whose embedded book was never imported has
 * that one as its own.
 * @param expand expands SillyTavern's macros
 */
export function initialBooksOf(
  entries: readonly WorldbookEntry[],
  order: BookOrder,
  expand: (text: string) => string,
): InitialBooks {
  const primary = order.primary ?? (entries.some((entry) => entry.book === EMBEDDED) ? EMBEDDED : null);
  const names = [...new Set([...order.global, ...(primary === null ? [] : [primary]), ...order.additional])];
  const books = names.flatMap((name): InitialBook[] => {
    const mine = entries.filter((entry) => entry.book === name && isInitialEntry(entry));
    if (mine.length === 0) return [];
    return [{ name, entries: mine.map(({ comment, content }) => ({ comment, content: expand(content) })) }];
  });
  return { books, primary };
}
