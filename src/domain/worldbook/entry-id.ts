/** Names an entry across books, and orders entries the way a prompt lists them. */
import { type WorldbookEntry } from './entry.ts';

type Named = Pick<WorldbookEntry, 'book' | 'uid'>;

export function entryId(entry: Named): string {
  return `${entry.book}\n${entry.uid}`;
}

/** As the prompt inspector and cut records show it. */
export function entrySource(entry: Named & Pick<WorldbookEntry, 'comment'>): string {
  const title = entry.comment.trim() || entry.book || 'card';
  return `entry:${title}#${entry.uid}`;
}

/** Ascending order, then uid (numbers as numbers); what is still equal stays as it stood. */
export function sortEntries<T>(items: readonly T[], entryOf: (item: T) => WorldbookEntry): T[] {
  return [...items].sort((left, right) => {
    const a = entryOf(left);
    const b = entryOf(right);
    return a.order - b.order || compareUid(a.uid, b.uid);
  });
}

function compareUid(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}
