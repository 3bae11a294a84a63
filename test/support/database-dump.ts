/** A whole database as JSON and back: what old versions left behind, for tests of migrations. */
import 'fake-indexeddb/auto';

export interface StoreDump {
  readonly keyPath: string | readonly string[];
  readonly indexes: readonly { readonly name: string; readonly keyPath: string | readonly string[] }[];
  readonly rows: readonly unknown[];
}

export interface DatabaseDump {
  readonly version: number;
  readonly stores: Readonly<Record<string, StoreDump>>;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The request failed.'));
  });

export async function dumpDatabase(name: string): Promise<DatabaseDump> {
  const db = await done(indexedDB.open(name));
  const stores: Record<string, StoreDump> = {};
  for (const storeName of [...db.objectStoreNames].sort()) {
    const store = db.transaction(storeName).objectStore(storeName);
    const indexes = [...store.indexNames].map((index) => ({ name: index, keyPath: store.index(index).keyPath }));
    stores[storeName] = { keyPath: store.keyPath as string, indexes, rows: await done(store.getAll()) };
  }
  const { version } = db;
  db.close();
  return { version, stores };
}

/** Builds the database as the version that left it had built it; nothing of today's code takes part. */
export async function restoreDatabase(name: string, { version, stores }: DatabaseDump): Promise<void> {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const [storeName, { keyPath, indexes, rows }] of Object.entries(stores)) {
      const store = opening.result.createObjectStore(storeName, { keyPath: keyPath as string });
      for (const index of indexes) store.createIndex(index.name, index.keyPath as string);
      for (const row of rows) store.put(row);
    }
  };
  (await done(opening)).close();
}
