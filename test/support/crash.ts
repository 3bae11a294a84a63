/** Stops the code at its n-th step, before or after a write to the database or to the chat; nothing works from then on. */
import { type StoreBatch, type TimelineStore } from '../../src/ports/timeline-store.ts';

export class Crash extends Error {}

export interface CrashPoint {
  /** Steps seen so far, by name. */
  readonly steps: string[];
  step(name: string): void;
}

/** `at`: number of the step to stop at; Infinity lets everything through. */
export function makeCrashPoint(at: number): CrashPoint {
  const steps: string[] = [];
  return {
    steps,
    step(name) {
      steps.push(name);
      if (steps.length > at) throw new Crash(name);
    },
  };
}

const describe = (batch: StoreBatch): string => Object.keys(batch).join('+');

export function crashingStore(store: TimelineStore, point: CrashPoint): TimelineStore {
  return {
    ...store,
    async write(batch, durability) {
      point.step(`before db ${describe(batch)}`);
      await store.write(batch, durability);
      point.step(`after db ${describe(batch)}`);
    },
  };
}
