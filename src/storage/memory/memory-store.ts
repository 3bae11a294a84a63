/** A store that lives as long as the page: for tests, and for play when there is no database. */
import { type BranchRecord, type StoreBatch, type TimelineStore } from '../../ports/timeline-store.ts';
import { checkFloor, checkJournal, checkPage, eventsByRun } from '../check-batch.ts';
import { applyRemovals, emptyTables, type Tables } from './tables.ts';

/** Records go in and come out as copies, as they would with a database. */
export function makeMemoryStore(tables: Tables = emptyTables()): TimelineStore {
  const copy = <T>(value: T): T => structuredClone(value);
  const found = <T>(value: T | undefined): Promise<T | null> =>
    Promise.resolve(value === undefined ? null : copy(value));
  const all = <T>(values: Iterable<T>, keep: (value: T) => boolean): Promise<readonly T[]> =>
    Promise.resolve([...values].filter(keep).map(copy));
  const newest = (branches: readonly BranchRecord[]): BranchRecord | undefined =>
    [...branches].sort((a, b) => b.updatedAt - a.updatedAt)[0];

  return {
    kind: 'memory',
    branch: (branchId) => found(tables.branches.get(branchId)),
    branchOfFile: (owner, file) =>
      found(newest([...tables.branches.values()].filter((b) => b.owner === owner && b.file === file))),
    branchesOfChat: (chatId) => all(tables.branches.values(), (b) => b.chatId === chatId),
    branchesOfName: (file) => all(tables.branches.values(), (b) => b.file === file),
    chunks: (branchId) => all(tables.chunks.values(), (chunk) => chunk.branchId === branchId),
    page: (pageId) => found(tables.pages.get(pageId)),
    pagesOfFloor: (floorId) => all(tables.pages.values(), (page) => page.floorId === floorId),
    pagesOfChat: (chatId) =>
      Promise.resolve([...tables.pages.values()].filter((page) => page.chatId === chatId).map((page) => page.pageId)),
    floor: (floorId) => found(tables.floors.get(floorId)),
    floorsOfChat: (chatId) => all(tables.floors.values(), (floor) => floor.chatId === chatId),
    edits: (branchId) => all(tables.edits.values(), (edit) => edit.branchId === branchId),
    outbox: (branchId) => all(tables.outbox.values(), (row) => row.branchId === branchId),
    async runsOfPage(pageId) {
      const runs = await all(tables.runs.values(), (run) => run.pageId === pageId);
      return [...runs].sort((a, b) => b.startedAt - a.startedAt);
    },
    runsOfChat: (chatId) => all(tables.runs.values(), (run) => run.chatId === chatId),
    events: (runId) => Promise.resolve(copy(tables.events.get(runId) ?? [])),
    scopes: (scope, scopeId) =>
      all(tables.scopes.values(), (entry) => entry.scope === scope && entry.scopeId === scopeId),
    async write(batch) {
      await Promise.resolve();
      check(tables, batch);
      apply(tables, copy(batch));
    },
    close: () => undefined,
  };
}

function check(tables: Tables, batch: StoreBatch): void {
  for (const expected of batch.expectFloors ?? []) checkFloor(expected, tables.floors.get(expected.floorId));
  for (const page of batch.pages ?? []) checkPage(page, tables.pages.get(page.pageId));
  for (const [runId, events] of eventsByRun(batch.events ?? [])) {
    checkJournal(events, tables.events.get(runId)?.length ?? 0);
  }
}

function apply(tables: Tables, batch: StoreBatch): void {
  applyRemovals(tables, batch.remove ?? {});
  putAll(tables.branches, batch.branches, (branch) => branch.branchId);
  putAll(tables.chunks, batch.chunks, (chunk) => `${chunk.branchId}/${chunk.chunkId}`);
  putAll(tables.floors, batch.floors, (floor) => floor.floorId);
  putAll(tables.pages, batch.pages, (page) => page.pageId);
  putAll(tables.runs, batch.runs, (run) => run.runId);
  putAll(tables.edits, batch.edits, (edit) => `${edit.branchId}/${edit.id}`);
  putAll(tables.scopes, batch.scopes, (entry) => entry.entryId);
  putAll(tables.outbox, batch.outbox, (row) => row.outboxId);
  for (const [runId, events] of eventsByRun(batch.events ?? [])) {
    const journal = tables.events.get(runId) ?? [];
    for (const event of events) journal[event.seq] = event;
    tables.events.set(runId, journal);
  }
}

function putAll<K, V>(table: Map<K, V>, records: readonly V[] | undefined, keyOf: (record: V) => K): void {
  for (const record of records ?? []) table.set(keyOf(record), record);
}
