/** Opens the database, with an answer to everything that can come in between. */
import { openDB } from 'idb';
import { NarrativeError } from '../../domain/errors.ts';
import { type Clock } from '../../ports/clock.ts';
import { type Database, migrate, type NarrativeSchema, SCHEMA_VERSION } from './schema.ts';
import { storageError } from './storage-error.ts';

export interface OpenDatabase {
  readonly name: string;
  /** An older tab holds an older version open; told once, opening goes on when it closes. */
  readonly onBlocked: () => void;
  /** The connection is gone: a newer version of us was opened in another tab, or the browser ended it. */
  readonly onClosed: (why: 'newer-tab' | 'terminated') => void;
  /** How long a blocked opening is waited for, in milliseconds. */
  readonly patience: number;
  readonly clock: Clock;
}

/** Rejects with `storage.missing`, `storage.blocked`, `storage.too-new`, `storage.quota` or `storage.corrupt`. */
export async function openDatabase({ name, onBlocked, onClosed, patience, clock }: OpenDatabase): Promise<Database> {
  if (typeof indexedDB === 'undefined') {
    throw new NarrativeError('storage.missing', { message: 'This browser has no IndexedDB here.' });
  }
  const waiting = new AbortController();
  let late = false;
  const blocked = clock.sleep(patience, waiting.signal).then(() => {
    late = true;
    throw new NarrativeError('storage.blocked');
  });
  // Given up waiting is no error by itself.
  blocked.catch(() => undefined);
  try {
    const opening = openDB<NarrativeSchema>(name, SCHEMA_VERSION, {
      upgrade(db, oldVersion, _newVersion, upgrade) {
        // An upgrade that fails is told by the opening.
        upgrade.done.catch(() => undefined);
        migrate(db, oldVersion, upgrade);
      },
      blocked: onBlocked,
      blocking(_current, _next, event) {
        (event.target as IDBDatabase).close();
        onClosed('newer-tab');
      },
      terminated: () => onClosed('terminated'),
    });
    opening.then(
      (db) => {
        if (late) db.close();
      },
      () => undefined,
    );
    return await Promise.race([opening, blocked]);
  } catch (error) {
    throw storageError(error);
  } finally {
    waiting.abort();
  }
}
