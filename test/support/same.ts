/** Comparisons that are made thousands of times a second; a difference is shown as `expect` shows it. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

export function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** What fails inside is told under this name. */
export function under<T>(name: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw named(name, error);
  }
}

export function named(name: string, error: unknown): unknown {
  if (error instanceof Error) error.message = `${name}: ${error.message}`;
  return error;
}
