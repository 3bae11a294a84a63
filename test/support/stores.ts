/** The two kinds of store, so that one contract is tested on both. */
import 'fake-indexeddb/auto';
import { type TimelineStore } from '../../src/ports/timeline-store.ts';
import { makeIdbStore } from '../../src/storage/idb/idb-store.ts';
import { openDatabase } from '../../src/storage/idb/open-database.ts';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { realClock } from './real-clock.ts';

let count = 0;

export async function openIdbStore(name = `narrative-agent:test-${(count += 1)}`): Promise<TimelineStore> {
  const unused = (): void => undefined;
  return makeIdbStore(
    await openDatabase({ name, patience: 5_000, clock: realClock, onBlocked: unused, onClosed: unused }),
  );
}

export const storeKinds: readonly (readonly [string, () => Promise<TimelineStore>])[] = [
  ['in memory', () => Promise.resolve(makeMemoryStore())],
  ['IndexedDB', () => openIdbStore()],
];
