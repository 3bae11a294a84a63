/** Retention: old runs go, the journals of older ones lose their bodies; pages, state and what a swipe rewrites from stay. */
import { type ChatId, type PageId, type RunId } from '../../domain/ids.ts';
import { type RunEvent } from '../../domain/run/run.ts';
import { type Settings } from '../../domain/settings.ts';
import { type StoredRun, type TimelineStore } from '../../ports/timeline-store.ts';
import { utf8Length } from '../../shared/utf8-length.ts';

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

/**
 * Removes runs beyond what is kept, and takes the bodies out of the journals of those beyond the newest
 * `maxRunWorkspacesPerChat`, with a note of how much that was. The number of runs that were removed.
 */
export async function pruneRuns(
  store: TimelineStore,
  chatId: ChatId,
  keep: Settings['retention'],
  now: number,
  needed: ReadonlySet<PageId> = new Set(),
): Promise<number> {
  const all = await store.runsOfChat(chatId);
  const runs = runsToPrune(all, keep, now, needed);
  if (runs.length > 0) await store.write({ remove: { runs } }, 'relaxed');
  const gone = new Set(runs);
  const older = all
    .filter((run) => run.status !== 'running' && !gone.has(run.runId))
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(keep.maxRunWorkspacesPerChat);
  for (const { runId } of older) {
    const events = slimmed(await store.events(runId), now);
    if (events.length > 0) await store.write({ events }, 'relaxed');
  }
  return runs.length;
}

const PRUNED = 'retention.pruned';

/** The events that change, and the note; empty when the journal was slimmed before or holds no bodies. */
function slimmed(journal: readonly RunEvent[], now: number): readonly RunEvent[] {
  const last = journal.at(-1);
  if (!last || journal.some((event) => event.type === 'note' && event.code === PRUNED)) return [];
  const events = journal.flatMap((event): readonly RunEvent[] => {
    if (event.type === 'call.started' && event.messages.length > 0) return [{ ...event, messages: [] }];
    return event.type === 'call.completed' && event.text !== '' ? [{ ...event, text: '' }] : [];
  });
  if (events.length === 0) return [];
  const size = (some: readonly RunEvent[]): number => utf8Length(JSON.stringify(some));
  const kept = new Set(events.map(({ seq }) => seq));
  const freed = size(journal.filter(({ seq }) => kept.has(seq))) - size(events);
  const detail = `${freed} bytes`;
  return [...events, { runId: last.runId, seq: last.seq + 1, at: now, type: 'note', code: PRUNED, detail }];
}
