/** How much foreign code may have. */
export const SOFT_LIMIT_MS = 100;
export const MAX_SOFT_LIMIT_MS = 5_000;
/** Code that cannot be interrupted, because a built-in does not return, dies this much after its soft limit. */
export const HARD_EXTRA_MS = 300;
/** A job that is this much past its soft limit will hardly answer any more: its Worker’s successor starts. */
export const LATE_MS = 30;
export const KEPT_VERDICTS = 200;
export const MEMORY_BYTES = 8 * 1024 * 1024;
export const CODE_CHARACTERS = 64 * 1024;
export const INPUT_CHARACTERS = 256 * 1024;
export const OUTPUT_CHARACTERS = 64 * 1024;
export const MAX_DEPTH = 32;
export const LOG_LINES = 50;
export const LOG_CHARACTERS = 500;
export const KEPT_ROLLS = 100;
/** A worker that is not ready by then is given up. */
export const START_MS = 15_000;

/** The soft limit a job gets, in ms. */
export function softLimit(asked: number | undefined): number {
  if (asked === undefined || !Number.isFinite(asked) || asked <= 0) return SOFT_LIMIT_MS;
  return Math.min(Math.max(Math.round(asked), 10), MAX_SOFT_LIMIT_MS);
}
