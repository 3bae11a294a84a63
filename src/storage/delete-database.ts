/** Takes the whole database of a player away. */
import { deleteDB } from 'idb';
import { databaseName } from '../config/identity.ts';

/** `handle`: SillyTavern's user handle. Resolves once it is gone, also when there was none; rejects with the browser's own error. */
export async function deleteDatabase(handle: string): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  await deleteDB(databaseName(handle));
}
