/** Retention: old runs and their journals go, with a note; pages, state and what a swipe rewrites from stay. */
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
  const ended = runs.filter((run) => run.status !== 'running');
  const good = newest(ended.filter((run) => run.status === 'completed' || run.status === 'partial'));
  const bad = newest(ended.filter((run) => run.status !== 'completed' && run.status !== 'partial'));
  const limit = keep.autoPruneAfterDays > 0 ? now - keep.autoPruneAfterDays * DAY : -Infinity;
  const gone = new Set([
    ...good.slice(keep.keepCompletedRuns),
    ...bad.slice(keep.keepFailedRuns),
    ...newest(ended).slice(keep.maxRunWorkspacesPerChat),
    ...ended.filter((run) => run.startedAt < limit),
  ]);
  return [...gone]
    .filter((run) => !needed.has(run.pageId))
    .sort((a, b) => a.startedAt - b.startedAt)
    .map((run) => run.runId);
}

export interface Pruned {
  readonly runs: readonly RunId[];
  /** Of their journals, as UTF-8 JSON. */
  readonly bytes: number;
}

/**
 * Removes runs beyond what is kept, with their journals, and notes ids and bytes in the journal of the newest ended run
 * that stays. `needed` are pages of the open path; those at the end of the chat's other branches are kept as well.
 */
export async function pruneRuns(
  store: TimelineStore,
  { chatId, needed }: { readonly chatId: ChatId; readonly needed: ReadonlySet<PageId> },
  keep: Settings['retention'],
  now: number,
): Promise<Pruned> {
  const all = await store.runsOfChat(chatId);
  if (runsToPrune(all, keep, now, needed).length === 0) return { runs: [], bytes: 0 };
  const runs = runsToPrune(all, keep, now, new Set([...needed, ...(await lastPages(store, chatId))]));
  if (runs.length === 0) return { runs, bytes: 0 };
  let bytes = 0;
  for (const runId of runs) bytes += utf8Length(JSON.stringify(await store.events(runId)));
  const gone = new Set(runs);
  const [keeper] = all
    .filter((run) => run.status !== 'running' && !gone.has(run.runId))
    .sort((a, b) => b.startedAt - a.startedAt);
  const detail = `${runs.length} runs, ${bytes} bytes: ${runs.join(', ')}`;
  const events = keeper ? [await noteFor(store, keeper.runId, now, detail)] : [];
  await store.write({ events, remove: { runs } }, 'relaxed');
  return { runs, bytes };
}

async function noteFor(store: TimelineStore, runId: RunId, at: number, detail: string): Promise<RunEvent> {
  const { length } = await store.events(runId);
  return { runId, seq: length, at, type: 'note', code: 'retention.pruned', detail };
}

/** Every page of the last round of each branch: a swipe there rewrites from the plan and the seeds of its run. */
async function lastPages(store: TimelineStore, chatId: ChatId): Promise<readonly PageId[]> {
  const found: PageId[] = [];
  for (const { branchId, chunkIds } of await store.branchesOfChat(chatId)) {
    const chunks = await store.chunks(branchId);
    const rows = chunkIds.flatMap((id) => chunks.find(({ chunkId }) => chunkId === id)?.rows ?? []);
    const last = rows.at(-1);
    if (!last) continue;
    if (last.page) found.push(last.page.pageId);
    found.push(...(await store.pagesOfFloor(last.floorId)).map(({ pageId }) => pageId));
  }
  return found;
}
