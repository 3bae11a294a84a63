/** A clock whose sleeps end at once and move the time by what was slept. */
import { type Clock } from '../../src/ports/clock.ts';

export interface FakeClock extends Clock {
  readonly sleeps: readonly number[];
}

/** @param hang a sleep then ends only by its signal */
export function fakeClock(hang = false): FakeClock {
  let now = 1_000;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    sleep(milliseconds, signal) {
      sleeps.push(milliseconds);
      now += milliseconds;
      if (!hang) return Promise.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    },
  };
}
