/** Leases in the database. */
import { type LeaseTable } from '../ownership/lease-ownership.ts';
import { type Database } from './schema.ts';
import { storageError } from './storage-error.ts';

export function makeIdbLeases(db: Database): LeaseTable {
  return {
    async swap(name, mayReplace, next) {
      try {
        const transaction = db.transaction('leases', 'readwrite', { durability: 'relaxed' });
        const held = (await transaction.store.get(name)) ?? null;
        const may = mayReplace(held);
        if (may && next) void transaction.store.put(next);
        if (may && !next) void transaction.store.delete(name);
        await transaction.done;
        return may;
      } catch (error) {
        throw storageError(error);
      }
    },
  };
}
