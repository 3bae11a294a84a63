/** Pages whose swipes carry no mirror, found again by their text, so that they keep their ids from reading to reading. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type PageId } from '../ids.ts';
import { type PageMirror } from './mirror.ts';

export interface KnownPages {
  get(hash: TextHash): readonly PageMirror[] | undefined;
}

export function knownPagesOf(mirrors: Iterable<PageMirror>): KnownPages {
  const known = new Map<TextHash, PageMirror[]>();
  for (const mirror of mirrors) {
    const same = known.get(mirror.hash);
    if (same) same.push(mirror);
    else known.set(mirror.hash, [mirror]);
  }
  return known;
}

export const noPages: KnownPages = { get: () => undefined };

/** Those of `first` before those of `second`. */
export function bothPages(first: KnownPages, second: KnownPages): KnownPages {
  return {
    get(hash) {
      const a = first.get(hash);
      const b = second.get(hash);
      return a && b ? [...a, ...b] : (a ?? b);
    },
  };
}

export type PageFinder = (hash: TextHash) => PageMirror | null;

/** Hands out each known page once, in order; never one that is taken. */
export function makePageFinder(known: KnownPages, taken: (pageId: PageId) => boolean): PageFinder {
  const given = new Set<PageId>();
  const next = new Map<TextHash, number>();
  return (hash) => {
    const same = known.get(hash);
    if (!same) return null;
    for (let at = next.get(hash) ?? 0; at < same.length; at += 1) {
      const page = same[at];
      next.set(hash, at + 1);
      if (!page || given.has(page.pageId) || taken(page.pageId)) continue;
      given.add(page.pageId);
      return page;
    }
    return null;
  };
}
