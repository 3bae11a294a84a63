/** Keeps the story going when the database does not: says it once and goes on with what the chat file holds. */
import { type ErrorCode, NarrativeError } from '../../domain/errors.ts';
import { type StoreBatch } from '../../ports/timeline-store.ts';
import { type SessionDeps } from './session-deps.ts';
import { sessionSentence, storageSentence } from './session-notices.ts';

export interface StoreGuard {
  /** Rejects only with what the writer must know: `floor.conflict` and `floor.immutable`. */
  write(batch: StoreBatch, durability: 'strict' | 'relaxed'): Promise<void>;
  /** `fallback` when the database cannot be read. */
  read<T>(reading: Promise<T>, fallback: T): Promise<T>;
}

const tellsTheWriter: readonly ErrorCode[] = ['floor.conflict', 'floor.immutable'];

export function makeStoreGuard(deps: SessionDeps): StoreGuard {
  const failed = (error: unknown): void => {
    const code = error instanceof NarrativeError ? error.code : 'storage.missing';
    deps.log.warn('The database failed.', error);
    const which = storageSentence(code);
    deps.notifier.once(`storage:${which}`, sessionSentence(which, deps.screenLanguage()));
  };
  return {
    async write(batch, durability) {
      try {
        await deps.store.write(batch, durability);
      } catch (error) {
        if (error instanceof NarrativeError && tellsTheWriter.includes(error.code)) throw error;
        failed(error);
      }
    },
    async read(reading, fallback) {
      try {
        return await reading;
      } catch (error) {
        failed(error);
        return fallback;
      }
    },
  };
}
