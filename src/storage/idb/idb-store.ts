/** The store of stories over IndexedDB. */
import { type BranchRecord, type TimelineStore } from '../../ports/timeline-store.ts';
import { type Database } from './schema.ts';
import { storageError } from './storage-error.ts';
import { journalOf, writeBatch } from './write-batch.ts';

/** Every method rejects with our own errors only. */
export function makeIdbStore(db: Database): TimelineStore {
  const read = async <T>(reading: () => Promise<T>): Promise<T> => {
    try {
      return await reading();
    } catch (error) {
      throw storageError(error);
    }
  };
  const one = <T>(reading: () => Promise<T | undefined>): Promise<T | null> =>
    read(async () => (await reading()) ?? null);
  const newestFirst = <T>(all: readonly T[], at: (item: T) => number): readonly T[] =>
    [...all].sort((a, b) => at(b) - at(a));
  const newestBranch = (all: readonly BranchRecord[]): BranchRecord | null =>
    newestFirst(all, (branch) => branch.updatedAt)[0] ?? null;

  return {
    kind: 'durable',
    branch: (branchId) => one(() => db.get('branches', branchId)),
    branchOfFile: (owner, file) =>
      read(async () => newestBranch(await db.getAllFromIndex('branches', 'place', [owner, file]))),
    branchesOfChat: (chatId) => read(() => db.getAllFromIndex('branches', 'chatId', chatId)),
    branchesOfName: (file) => read(() => db.getAllFromIndex('branches', 'file', file)),
    chunks: (branchId) => read(() => db.getAllFromIndex('chunks', 'branchId', branchId)),
    page: (pageId) => one(() => db.get('pages', pageId)),
    pagesOfFloor: (floorId) => read(() => db.getAllFromIndex('pages', 'floorId', floorId)),
    pagesOfChat: (chatId) => read(async () => (await db.getAllKeysFromIndex('pages', 'chatId', chatId)) as never),
    floor: (floorId) => one(() => db.get('floors', floorId)),
    floorsOfChat: (chatId) => read(() => db.getAllFromIndex('floors', 'chatId', chatId)),
    edits: (branchId) => read(() => db.getAllFromIndex('edits', 'branchId', branchId)),
    outbox: (branchId) =>
      read(async () =>
        [...newestFirst(await db.getAllFromIndex('outbox', 'branchId', branchId), (row) => row.at)].reverse(),
      ),
    runsOfPage: (pageId) =>
      read(async () => newestFirst(await db.getAllFromIndex('runs', 'pageId', pageId), (run) => run.startedAt)),
    runsOfChat: (chatId) => read(() => db.getAllFromIndex('runs', 'chatId', chatId)),
    events: (runId) => read(() => db.getAll('events', journalOf(runId))),
    scopes: (scope, scopeId) => read(() => db.getAllFromIndex('scopes', 'layer', [scope, scopeId])),
    write: (batch, durability) => writeBatch(db, batch, durability),
    close: () => db.close(),
  };
}
