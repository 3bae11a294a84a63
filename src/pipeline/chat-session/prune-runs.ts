/** Retention: old runs and their journals go; pages, state and what a swipe rewrites from stay. */
import { type ChatId, type PageId, type RunId } from '../../domain/ids.ts';
import { type Settings } from '../../domain/settings.ts';
import { type StoredRun, type TimelineStore } from '../../ports/timeline-store.ts';

const DAY = 86_400_000;

/** Runs beyond what is kept, the oldest first; a running one and those of `needed` never. 0 days: age does not count. */
export function runsToPrune(
  runs: readonly StoredRun[],
  keep: Settings['retention'],
  now: number,
  needed: ReadonlySet<PageId> = new Set(),
): readonly RunId[] {
  const newest = (some: readonly StoredRun[]): readonly StoredRun[] =>
    [...some].sort((a, b) => b.startedAt - a.startedAt);
  const ended = runs.filter((run) => run.status !== 'running' && !needed.has(run.pageId));
  const good = newest(ended.filter((run) => run.status === 'completed' || run.status === 'partial'));
  const bad = newest(ended.filter((run) => run.status !== 'completed' && run.status !== 'partial'));
  const limit = keep.autoPruneAfterDays > 0 ? now - keep.autoPruneAfterDays * DAY : -Infinity;
  const gone = new Set([
    ...good.slice(keep.keepCompletedRuns),
    ...bad.slice(keep.keepFailedRuns),
    ...newest(ended).slice(keep.maxRunWorkspacesPerChat),
    ...ended.filter((run) => run.startedAt < limit),
  ]);
  return [...gone].sort((a, b) => a.startedAt - b.startedAt).map((run) => run.runId);
}

/** The number of runs that were removed from the database, with their journals. */
export async function pruneRuns(
  store: TimelineStore,
  { chatId, needed }: { readonly chatId: ChatId; readonly needed: ReadonlySet<PageId> },
  keep: Settings['retention'],
  now: number,
): Promise<number> {
  const runs = runsToPrune(await store.runsOfChat(chatId), keep, now, needed);
  if (runs.length > 0) await store.write({ remove: { runs } }, 'relaxed');
  return runs.length;
}
