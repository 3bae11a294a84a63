/** Which floor a turn fills: the waiting input's, the reply's that is rewritten, or a new one. */
import { NarrativeError } from '../../domain/errors.ts';
import { type FloorId } from '../../domain/ids.ts';
import { type TurnType } from '../../domain/run/turn-request.ts';
import { type PathRow } from '../../domain/timeline/timeline.ts';
import { type SessionCore } from './session-core.ts';

export interface TurnFloor {
  readonly floorId: FloorId;
  readonly round: number;
  readonly ordinal: number;
  /** The row as it stands; null for a floor that is not in chat[] (an empty send, a regenerate without an input). */
  readonly row: PathRow | null;
}

/** Rejects a swipe of nothing with `floor.conflict`. */
export function findFloor(core: SessionCore, type: TurnType): TurnFloor {
  const { rows } = core.timeline();
  const ordinal = rows.length - 1;
  const last = rows[ordinal];
  if (type === 'swipe') {
    if (!last?.pageId) throw new NarrativeError('floor.conflict', { message: 'There is no reply to rewrite.' });
    return at(last, ordinal);
  }
  if (last && last.pageId === null) return at(last, ordinal);
  if (type === 'regenerate') {
    const vanished = core.vanished();
    if (vanished) return { ...vanished, ordinal: rows.length, row: null };
    if (last) return at(last, ordinal);
  }
  return { floorId: core.deps.ids.next() as FloorId, round: nextRound(rows), ordinal: rows.length, row: null };
}

const at = (row: PathRow, ordinal: number): TurnFloor => ({ floorId: row.floorId, round: row.round, ordinal, row });

/** 1 + the highest on the path; the first round of a chat without a greeting is 1 too. */
function nextRound(rows: readonly PathRow[]): number {
  return rows.reduce((highest, row) => Math.max(highest, row.round), 0) + 1;
}
