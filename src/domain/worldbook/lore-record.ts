/** Where each entry of the books went in a turn, short enough to be kept with every run. */
import { entrySource } from './entry-id.ts';
import { type LoreBucket, type RoutedLore, type UnroutedReason } from './route.ts';

export interface LoreRecord {
  readonly routed: readonly {
    readonly source: string;
    readonly book: string;
    readonly bucket: LoreBucket;
    readonly why: string;
    readonly note?: string;
  }[];
  /** By reason: how many, and the first of them by name. */
  readonly unrouted: readonly {
    readonly reason: UnroutedReason;
    readonly count: number;
    readonly entries: readonly string[];
  }[];
}

/** Names kept for one reason; a book may have thousands of entries. */
const NAMED = 100;

export function recordLore({ routed, unrouted }: RoutedLore): LoreRecord {
  const byReason = new Map<UnroutedReason, string[]>();
  for (const { entry, reason } of unrouted) {
    const names = byReason.get(reason) ?? [];
    names.push(entrySource(entry));
    byReason.set(reason, names);
  }
  return {
    routed: routed.map(({ entry, bucket, why, note }) => ({
      source: entrySource(entry),
      book: entry.book,
      bucket,
      why,
      ...(note ? { note } : {}),
    })),
    unrouted: [...byReason].map(([reason, names]) => ({
      reason,
      count: names.length,
      entries: names.slice(0, NAMED),
    })),
  };
}

/** Why each entry is in, by the source its piece of the prompt carries. */
export function whyBySource({ routed }: RoutedLore): ReadonlyMap<string, string> {
  return new Map(routed.map(({ entry, why }) => [entrySource(entry), why]));
}
