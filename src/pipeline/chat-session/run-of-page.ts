/** Which run belongs to a page: its own, or the one that wrote it before it was analysed again. */
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { type StoredRun } from '../../ports/timeline-store.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

/** The newest run of the page, else of the pages it stands for, the newest of them first; null when none is kept. */
export async function runOfPage(core: SessionCore, guard: StoreGuard, pageId: PageId): Promise<StoredRun | null> {
  const { store } = core.deps;
  const newest = async (id: PageId): Promise<StoredRun | null> =>
    (await guard.read(store.runsOfPage(id), []))[0] ?? null;
  const own = await newest(pageId);
  if (own) return own;
  const page = core.pages().get(pageId) ?? (await guard.read(store.page(pageId), null));
  for (const before of (page?.standsFor ?? []).toReversed()) {
    const run = await newest(before);
    if (run) return run;
  }
  return null;
}

/** The newest run of the floor, whatever became of it; null when none is kept. */
export async function runOfFloor(core: SessionCore, guard: StoreGuard, floorId: FloorId): Promise<StoredRun | null> {
  const runs = await guard.read(core.deps.store.runsOfChat(core.identity.chatId), []);
  return runs
    .filter((run) => run.floorId === floorId)
    .reduce<StoredRun | null>((last, run) => (last && last.startedAt > run.startedAt ? last : run), null);
}
