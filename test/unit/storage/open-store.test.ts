/** Every way a database can fail to open ends in a store that works and a sentence that says so. */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PageId } from '../../../src/domain/ids.ts';
import { SCHEMA_VERSION } from '../../../src/storage/idb/schema.ts';
import { openStore } from '../../../src/storage/open-store.ts';
import { realClock } from '../../support/real-clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function options(handle: string, patience = 2_000, persist = true) {
  const said: string[] = [];
  const silent = (): void => undefined;
  const notifier = { info: silent, warn: silent, error: silent, confirm: () => Promise.resolve(true) };
  const once = (key: string): void => void said.push(key);
  const log = { debug: silent, warn: silent };
  return {
    said,
    open: () =>
      openStore({
        handle,
        notifier: { ...notifier, once },
        log,
        language: () => 'en',
        clock: realClock,
        patience,
        persist,
      }),
  };
}

/** Opens the database by hand in a version, as another tab would. */
function raw(handle: string, version: number, onVersionChange?: (db: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`narrative-agent:${handle}`, version);
    request.onsuccess = () => {
      request.result.onversionchange = () => onVersionChange?.(request.result);
      resolve(request.result);
    };
    request.onerror = () => reject(new Error(String(request.error)));
  });
}

describe('opening the store', () => {
  it('keeps what was written from one opening to the next, for each user apart', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    const { open, said } = options('ann');
    const first = await open();
    const floor = { floorId: 'f', chatId: 'c', status: 'draft', createdAt: 1 } as never;
    await first.write({ floors: [floor] }, 'strict');
    first.close();
    expect((await (await open()).floorsOfChat('c' as never)).length).toBe(1);
    expect(await (await options('ben').open()).floorsOfChat('c' as never)).toEqual([]);
    expect([first.kind, said]).toEqual(['durable', []]);
  });

  it('keeps nothing and touches nothing with persistToLocalStorage off, and says nothing', async () => {
    const factory = new IDBFactory();
    vi.stubGlobal('indexedDB', factory);
    const { open, said } = options('ann', 2_000, false);
    const store = await open();
    await store.write({ floors: [{ floorId: 'f', chatId: 'c', status: 'draft', createdAt: 1 } as never] }, 'strict');
    expect((await store.floorsOfChat('c' as never)).length).toBe(1);
    expect([store.kind, said, await factory.databases()]).toEqual(['memory', [], []]);
    expect(await (await open()).floorsOfChat('c' as never)).toEqual([]);
  });

  it('plays on in memory where there is no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { open, said } = options('ann');
    const store = await open();
    expect([store.kind, said]).toEqual(['memory', ['store:storage.missing']]);
    expect(await store.page('p' as PageId)).toBeNull();
  });

  it('touches nothing of a newer version', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    (await raw('ann', SCHEMA_VERSION + 1)).close();
    const { open, said } = options('ann');
    expect([(await open()).kind, said]).toEqual(['memory', ['store:storage.too-new']]);
    expect((await raw('ann', SCHEMA_VERSION + 1)).version).toBe(SCHEMA_VERSION + 1);
  });

  it('says so when it is closed by a newer tab', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    const { open, said } = options('ann');
    const store = await open();
    (await raw('ann', SCHEMA_VERSION + 1)).close();
    expect(said).toEqual(['store:newer-tab']);
    await expect(store.page('p' as PageId)).rejects.toMatchObject({ code: expect.stringMatching(/^storage\./) });
  });

  it('waits only so long for an opening that never ends', async () => {
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
    vi.stubGlobal('IDBOpenDBRequest', EventTarget);
    vi.stubGlobal('IDBRequest', EventTarget);
    const { open, said } = options('ann', 20);
    expect([(await open()).kind, said]).toEqual(['memory', ['store:storage.blocked']]);
  });

  it('survives a browser that throws at once', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const { open, said } = options('ann');
    expect([(await open()).kind, said]).toEqual(['memory', ['store:storage.missing']]);
  });
});
