/** What one row of the path does to the world, in the order it is folded: effects, adjustments, hand edits. */
import { type FloorId, type PageId } from '../ids.ts';
import { type Effect } from './effect.ts';
import { type HandEdit } from './hand-edit.ts';

export interface FoldRow {
  readonly floorId: FloorId;
  readonly round: number;
  readonly pageId: PageId | null;
  readonly effects: readonly Effect[];
  readonly adjustments: readonly Effect[];
  /** Those that count, in the order they were made. */
  readonly edits: readonly HandEdit[];
}

const none: readonly HandEdit[] = [];

/** The hand edits that count, by floor and in the order they were made. */
export function editsByFloor(edits: readonly HandEdit[]): (floorId: FloorId) => readonly HandEdit[] {
  const byFloor = new Map<FloorId, HandEdit[]>();
  for (const edit of [...edits].sort((a, b) => a.seq - b.seq)) {
    if (edit.undone) continue;
    const same = byFloor.get(edit.floorId);
    if (same) same.push(edit);
    else byFloor.set(edit.floorId, [edit]);
  }
  return (floorId) => byFloor.get(floorId) ?? none;
}

/** A committed page never changes, so its id and the size of what was added to it say whether a row is the same. */
export function sameFoldRow(a: FoldRow, b: FoldRow): boolean {
  if (a === b) return true;
  return (
    a.floorId === b.floorId &&
    a.pageId === b.pageId &&
    a.round === b.round &&
    a.effects.length === b.effects.length &&
    a.adjustments.length === b.adjustments.length &&
    sameEdits(a.edits, b.edits)
  );
}

/** The row with the edits that count now; the same object when they are the same. */
export function withEdits(row: FoldRow, editsOf: (floorId: FloorId) => readonly HandEdit[]): FoldRow {
  const edits = editsOf(row.floorId);
  return sameEdits(row.edits, edits) ? row : { ...row, edits };
}

function sameEdits(a: readonly HandEdit[], b: readonly HandEdit[]): boolean {
  return a === b || (a.length === b.length && a.every((edit, i) => edit.id === b[i]?.id && edit.seq === b[i].seq));
}
