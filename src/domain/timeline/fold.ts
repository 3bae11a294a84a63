/** The world at any row of the path: effects of the shown pages applied in order, with worlds kept every few rows. */
import { type FloorId, type PageId } from '../ids.ts';
import { type Effect, type Rejection } from './effect.ts';
import { type FoldRow, sameFoldRow } from './fold-row.ts';
import { type HandEdit } from './hand-edit.ts';

export interface FoldPoint {
  readonly floorId: FloorId;
  readonly round: number;
  readonly pageId: PageId | null;
}

/** Why something was skipped: a machine word and a sentence in the chat's language. */
export interface Refusal {
  readonly code: string;
  readonly reason: string;
}

/** What effects do to a world of type `W`; the fold itself knows nothing of what is in it. */
export interface Ledger<W> {
  empty(): W;
  /** A world that `apply` and `edit` may change in place without touching the original. */
  clone(world: W): W;
  /** Changes `world`, always a clone; the answer says what of the effect was refused and left undone. */
  apply(world: W, effect: Effect, at: FoldPoint): readonly Refusal[];
  /** A hand edit; it is never refused by a lock. */
  edit(world: W, edit: HandEdit, at: FoldPoint): void;
}

export interface Fold<W> {
  /** Takes the path as it is now; the answer is the first ordinal whose world may differ, or the length. */
  update(rows: readonly FoldRow[]): number;
  /** The world after the row; -1 and below is the empty world, beyond the end the last one. Never change it. */
  after(ordinal: number): W;
  /** What was skipped on that row. */
  rejections(ordinal: number): readonly Rejection[];
}

/** Applies one row to a clone, in place; what no longer holds is skipped and told. */
export function foldRow<W>(ledger: Ledger<W>, world: W, row: FoldRow): readonly Rejection[] {
  const rejections: Rejection[] = [];
  const own = row.effects.length;
  const apply = (effect: Effect, effectIndex: number): void => {
    for (const { code, reason } of ledger.apply(world, effect, row)) {
      rejections.push({ effectIndex, effect, code, reason });
    }
  };
  row.effects.forEach(apply);
  row.adjustments.forEach((effect, i) => apply(effect, own + i));
  for (const edit of row.edits) ledger.edit(world, edit, row);
  return rejections;
}

const RECENT = 6;

export function makeFold<W>(ledger: Ledger<W>, every = 256): Fold<W> {
  let rows: readonly FoldRow[] = [];
  /** Worlds after each `every`th row, in order. */
  let keyframes: W[] = [];
  /** A few worlds asked for lately. */
  const recent = new Map<number, W>();
  let skipped: (readonly Rejection[])[] = [];
  const start = ledger.empty();

  const nearest = (ordinal: number): { readonly ordinal: number; readonly world: W } => {
    let best = { ordinal: -1, world: start };
    const frames = Math.min(keyframes.length, Math.floor((ordinal + 1) / every));
    const frame = keyframes[frames - 1];
    if (frame !== undefined) best = { ordinal: frames * every - 1, world: frame };
    for (const [at, world] of recent) if (at <= ordinal && at > best.ordinal) best = { ordinal: at, world };
    return best;
  };

  const after = (ordinal: number): W => {
    const last = Math.min(ordinal, rows.length - 1);
    if (last < 0) return start;
    const from = nearest(last);
    if (from.ordinal === last) return from.world;
    const world = ledger.clone(from.world);
    for (let i = from.ordinal + 1; i <= last; i += 1) {
      const row = rows[i];
      if (row) skipped[i] = foldRow(ledger, world, row);
      if ((i + 1) % every === 0 && keyframes.length === (i + 1) / every - 1) keyframes.push(ledger.clone(world));
    }
    recent.set(last, world);
    for (const old of recent.keys()) {
      if (recent.size <= RECENT) break;
      recent.delete(old);
    }
    return world;
  };

  return {
    update(next) {
      const shorter = Math.min(rows.length, next.length);
      let first = 0;
      while (first < shorter && same(rows[first], next[first])) first += 1;
      rows = next;
      keyframes = keyframes.slice(0, Math.floor(first / every));
      skipped = skipped.slice(0, first);
      for (const ordinal of recent.keys()) if (ordinal >= first) recent.delete(ordinal);
      return first;
    },
    after,
    rejections(ordinal) {
      if (skipped[ordinal] === undefined) after(ordinal);
      return skipped[ordinal] ?? [];
    },
  };
}

function same(a: FoldRow | undefined, b: FoldRow | undefined): boolean {
  return a !== undefined && b !== undefined && sameFoldRow(a, b);
}
