/** Pages whose swipes carry no mirror, found again by their text, so that they keep their ids from reading to reading. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type PageId } from '../ids.ts';
import { type PageMirror } from './mirror.ts';

export type KnownPages = ReadonlyMap<TextHash, readonly PageMirror[]>;

export function knownPagesOf(mirrors: Iterable<PageMirror>): KnownPages {
  const known = new Map<TextHash, PageMirror[]>();
  for (const mirror of mirrors) {
    const same = known.get(mirror.hash);
    if (same) same.push(mirror);
    else known.set(mirror.hash, [mirror]);
  }
  return known;
}

/** Hands out each known page once, in order; never one of `taken`. */
export function makePageFinder(known: KnownPages, taken: ReadonlySet<PageId>): (hash: TextHash) => PageMirror | null {
  const given = new Set(taken);
  const next = new Map<TextHash, number>();
  return (hash) => {
    const same = known.get(hash) ?? [];
    for (let at = next.get(hash) ?? 0; at < same.length; at += 1) {
      const page = same[at];
      next.set(hash, at + 1);
      if (!page || given.has(page.pageId)) continue;
      given.add(page.pageId);
      return page;
    }
    return null;
  };
}
