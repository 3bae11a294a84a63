/** What an opened chat left unfinished: writes that never reached the file, runs that never ended. */
import { type FloorId } from '../../domain/ids.ts';
import { type RunEvent } from '../../domain/run/run.ts';
import { type OutboxRow, type StoredFloor, type StoredRun } from '../../ports/timeline-store.ts';
import { type ChatWriter } from './chat-writer.ts';
import { type SessionCore } from './session-core.ts';
import { type SessionSentence } from './session-notices.ts';
import { type StoreGuard } from './store-guard.ts';

/** Does the promised writes; what has lost its place is given up and told. */
export async function replayOutbox(
  core: SessionCore,
  writer: ChatWriter,
  rows: readonly OutboxRow[],
): Promise<readonly SessionSentence[]> {
  if (rows.length === 0) return [];
  const lost = await writer.replay(rows);
  core.refresh();
  return [lost > 0 ? 'moved-on' : 'recovered'];
}

/** Ends the runs of a page that is gone: floors whose prose is in the chat are committed, the others failed. */
export async function endStaleRuns(core: SessionCore, guard: StoreGuard): Promise<void> {
  const { store, clock } = core.deps;
  const { chatId } = core.identity;
  const all = await guard.read(store.runsOfChat(chatId), []);
  const stale = all.filter((run) => run.status === 'running');
  const floors = (await guard.read(store.floorsOfChat(chatId), [])).filter(isOpen);
  if (stale.length === 0 && floors.length === 0) return;
  const events: RunEvent[] = [];
  const runs: StoredRun[] = [];
  for (const run of stale) {
    const journal = await guard.read(store.events(run.runId), []);
    runs.push({ ...run, status: 'stale', endedAt: clock.now() });
    if (journal.some((event) => event.type === 'run.ended')) continue;
    events.push({ runId: run.runId, seq: journal.length, at: clock.now(), type: 'run.ended', status: 'stale' });
  }
  await guard.write({ runs, events, floors: floors.map((floor) => ended(core, floor)) }, 'strict');
}

const isOpen = (floor: StoredFloor): boolean => floor.status === 'generating' || floor.status === 'draft';

function ended(core: SessionCore, floor: StoredFloor): StoredFloor {
  return hasPage(core, floor.floorId)
    ? { ...floor, status: 'committed' }
    : { ...floor, status: 'failed', failure: 'run.cancelled' };
}

function hasPage(core: SessionCore, floorId: FloorId): boolean {
  return (core.row(floorId)?.row.pageId ?? null) !== null;
}
