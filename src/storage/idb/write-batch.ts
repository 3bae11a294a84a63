/** Writes one batch in one transaction; nothing but requests of that transaction is awaited inside. */
import { type IDBPTransaction, type StoreNames } from 'idb';
import { type StoreBatch } from '../../ports/timeline-store.ts';
import { checkFloor, checkJournal, checkPage, eventsByRun } from '../check-batch.ts';
import { type Database, type NarrativeSchema } from './schema.ts';
import { storageError } from './storage-error.ts';

type Store = StoreNames<NarrativeSchema>;
type Writing = IDBPTransaction<NarrativeSchema, Store[], 'readwrite'>;

const putStores = ['branches', 'chunks', 'floors', 'pages', 'runs', 'events', 'edits', 'scopes', 'outbox'] as const;

/** Rejects with our own errors; when it rejects nothing was written. */
export async function writeBatch(db: Database, batch: StoreBatch, durability: 'strict' | 'relaxed'): Promise<void> {
  const names = storesOf(batch);
  if (names.length === 0) return;
  let transaction: Writing | null = null;
  try {
    transaction = db.transaction(names, 'readwrite', { durability });
    const done = transaction.done;
    // The outcome is awaited below; a failing check aborts and must not count as unhandled.
    done.catch(() => undefined);
    await check(transaction, batch);
    remove(transaction, batch.remove ?? {});
    for (const name of putStores) {
      const records = batch[name] ?? [];
      if (records.length === 0) continue;
      const store = transaction.objectStore(name);
      for (const record of records) ignoreUntilDone(store.put(record));
    }
    await done;
  } catch (error) {
    abort(transaction);
    throw storageError(transaction?.error ?? error);
  }
}

function storesOf(batch: StoreBatch): Store[] {
  const names = new Set<Store>(putStores.filter((name) => (batch[name]?.length ?? 0) > 0));
  for (const [name, keys] of Object.entries(batch.remove ?? {})) if (keys.length > 0) names.add(name as Store);
  if (batch.remove?.runs && batch.remove.runs.length > 0) names.add('events');
  if (batch.expectFloors && batch.expectFloors.length > 0) names.add('floors');
  return [...names];
}

/** All is asked at once: waiting for one answer after the other would be the longest part of a commit. */
async function check(transaction: Writing, batch: StoreBatch): Promise<void> {
  const floors = (batch.expectFloors ?? []).map(async (expected) =>
    checkFloor(expected, await transaction.objectStore('floors').get(expected.floorId)),
  );
  const pages = (batch.pages ?? []).map(async (page) =>
    checkPage(page, await transaction.objectStore('pages').get(page.pageId)),
  );
  const journals = [...eventsByRun(batch.events ?? [])].map(async ([runId, events]) => {
    const last = await transaction.objectStore('events').openKeyCursor(journalOf(runId), 'prev');
    checkJournal(events, last ? last.key[1] + 1 : 0);
  });
  await Promise.all([...floors, ...pages, ...journals]);
}

function remove(transaction: Writing, keys: NonNullable<StoreBatch['remove']>): void {
  const deleteAll = (name: Store, all: readonly (string | [string, string])[] | undefined): void => {
    for (const key of all ?? []) ignoreUntilDone(transaction.objectStore(name).delete(key));
  };
  deleteAll(
    'chunks',
    keys.chunks?.map(({ branchId, chunkId }): [string, string] => [branchId, chunkId]),
  );
  deleteAll(
    'edits',
    keys.edits?.map(({ branchId, id }): [string, string] => [branchId, id]),
  );
  for (const name of ['outbox', 'branches', 'pages', 'floors', 'runs', 'scopes'] as const) deleteAll(name, keys[name]);
  for (const runId of keys.runs ?? []) {
    ignoreUntilDone(transaction.objectStore('events').delete(journalOf(runId)));
  }
}

export function journalOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId, 0], [runId, Number.MAX_SAFE_INTEGER]);
}

/** A request that fails takes its transaction down with it, and that is what is awaited. */
function ignoreUntilDone(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

function abort(transaction: Writing | null): void {
  try {
    transaction?.abort();
  } catch {
    // It is over already: the browser aborted it itself.
  }
}
