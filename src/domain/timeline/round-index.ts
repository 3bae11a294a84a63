/** Where floors stand on the path, and which texts and pages carry no mirror; kept in step with each reading. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type FloorId, type PageId } from '../ids.ts';
import { type ReadRound } from './read-rounds.ts';
import { type Reconciled } from './reconcile.ts';
import { type PathRow } from './timeline.ts';

export interface RoundIndex {
  ordinalOf(floorId: FloorId): number | undefined;
  isBare(pageId: PageId): boolean;
  /** How many pages without a mirror have this text. */
  bareCount(hash: TextHash): number;
  reset(read: Reconciled): void;
  add(rounds: readonly ReadRound[], rows: readonly PathRow[], first: number): void;
  drop(rounds: readonly ReadRound[], rows: readonly PathRow[]): void;
  /** The rows from `first` on stand somewhere else than before. */
  moved(rows: readonly PathRow[], first: number): void;
}

export function makeRoundIndex(): RoundIndex {
  const ordinals = new Map<FloorId, number>();
  const bare = new Set<PageId>();
  const hashes = new Map<TextHash, number>();

  const count = (hash: TextHash, by: 1 | -1): void => {
    const next = (hashes.get(hash) ?? 0) + by;
    if (next > 0) hashes.set(hash, next);
    else hashes.delete(hash);
  };
  const add: RoundIndex['add'] = (rounds, rows, first) => {
    rows.forEach((row, i) => ordinals.set(row.floorId, first + i));
    for (const round of rounds) {
      for (const page of round.bare) {
        bare.add(page.pageId);
        count(page.hash, 1);
      }
    }
  };

  return {
    ordinalOf: (floorId) => ordinals.get(floorId),
    isBare: (pageId) => bare.has(pageId),
    bareCount: (hash) => hashes.get(hash) ?? 0,
    reset({ rounds, timeline }) {
      ordinals.clear();
      bare.clear();
      hashes.clear();
      add(rounds, timeline.rows, 0);
    },
    add,
    drop(rounds, rows) {
      for (const row of rows) ordinals.delete(row.floorId);
      for (const round of rounds) {
        for (const page of round.bare) {
          bare.delete(page.pageId);
          count(page.hash, -1);
        }
      }
    },
    moved(rows, first) {
      for (let ordinal = first; ordinal < rows.length; ordinal += 1) {
        const row = rows[ordinal];
        if (row) ordinals.set(row.floorId, ordinal);
      }
    },
  };
}
