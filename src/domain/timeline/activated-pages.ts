/** Which floors show another page than at the last reading. */
import { type FloorId, type PageId } from '../ids.ts';
import { type Timeline } from './timeline.ts';

export interface ActivatedPage {
  readonly floorId: FloorId;
  readonly pageId: PageId;
}

/** Empty at the first reading: everything is new then and nothing changed. */
export function activatedPages(previous: Timeline | null, now: Timeline): readonly ActivatedPage[] {
  if (!previous) return [];
  const before = new Map(previous.rows.map((row) => [row.floorId, row.pageId]));
  return now.rows.flatMap(({ floorId, pageId }) =>
    pageId !== null && before.get(floorId) !== pageId ? [{ floorId, pageId }] : [],
  );
}
