/** Which floors show another page than at the last reading. */
import { type FloorId, type PageId } from '../ids.ts';
import { type PathRow, type Timeline } from './timeline.ts';

export interface ActivatedPage {
  readonly floorId: FloorId;
  readonly pageId: PageId;
}

/** Empty at the first reading: everything is new then and nothing changed. */
export function activatedPages(previous: Timeline | null, now: Timeline): readonly ActivatedPage[] {
  if (!previous) return [];
  let same = 0;
  while (same < now.rows.length && isSame(previous.rows[same], now.rows[same])) same += 1;
  const before = new Map(previous.rows.slice(same).map((row) => [row.floorId, row.pageId]));
  return now.rows
    .slice(same)
    .flatMap(({ floorId, pageId }) => (pageId !== null && before.get(floorId) !== pageId ? [{ floorId, pageId }] : []));
}

const isSame = (a: PathRow | undefined, b: PathRow | undefined): boolean =>
  a !== undefined && (a === b || (a.floorId === b?.floorId && a.pageId === b.pageId));
