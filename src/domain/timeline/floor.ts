/** A floor is one round: its input and its candidates. Its status changes only along this table. */
import { type FloorId } from '../ids.ts';

export type FloorStatus = 'draft' | 'generating' | 'committed' | 'failed';

const allowed: Record<FloorStatus, readonly FloorStatus[]> = {
  draft: ['generating', 'failed'],
  generating: ['committed', 'failed'],
  committed: [],
  failed: ['generating'],
};

export interface Floor {
  readonly floorId: FloorId;
  readonly status: FloorStatus;
  readonly createdAt: number;
  /** Why it failed, as an error code. */
  readonly failure?: string;
}

const statuses = Object.keys(allowed) as FloorStatus[];

/** Every status a floor may be in to get this one. */
export function statusesBefore(to: FloorStatus): readonly FloorStatus[] {
  return statuses.filter((from) => canMoveFloor(from, to));
}

export function canMoveFloor(from: FloorStatus, to: FloorStatus): boolean {
  return allowed[from].includes(to);
}
