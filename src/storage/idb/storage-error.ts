/** Turns what IndexedDB throws into our own errors. */
import { type ErrorCode, NarrativeError } from '../../domain/errors.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  QuotaExceededError: 'storage.quota',
  VersionError: 'storage.too-new',
  DataError: 'storage.corrupt',
  DataCloneError: 'storage.corrupt',
  ConstraintError: 'storage.corrupt',
  NotFoundError: 'storage.corrupt',
};

export function storageError(error: unknown): NarrativeError {
  if (error instanceof NarrativeError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
  return new NarrativeError(code ?? 'storage.missing', { cause: error, message: `${name}: ${String(error)}` });
}
