/** Rounds of the path that nobody analysed: what "catch up" has to read. */
import { type Timeline, type PathRow } from './timeline.ts';

/** In the order of the path; `native`: also replies written while the extension was off or not there yet. */
export function pendingRounds(timeline: Timeline, { native }: { readonly native: boolean }): readonly PathRow[] {
  return timeline.rows.filter((row) => {
    if (row.pageId === null || row.kind === 'greeting') return false;
    if (row.analysis === 'pending' || row.analysis === 'failed') return true;
    return native && row.analysis === 'none';
  });
}
