/** Time, chance, ids and the console of the page; all of it works outside of secure contexts too. */
import { type Clock } from '../ports/clock.ts';
import { type IdSource } from '../ports/id-source.ts';
import { type Log } from '../ports/log.ts';
import { type Random } from '../ports/random.ts';

export interface Platform {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly log: Log;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** `getRandomValues` exists everywhere a browser runs, unlike `randomUUID`. */
function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function randomId(): string {
  return [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function randomSeed(): number {
  return randomBytes(4).reduce((seed, byte) => ((seed << 8) | byte) >>> 0, 0);
}

const PREFIX = '[Narrative Agent]';

export function makePlatform(): Platform {
  return {
    clock: { now: () => Date.now(), sleep },
    random: { seed: randomSeed },
    ids: { next: randomId },
    log: {
      debug: (message, details) => console.debug(PREFIX, message, details ?? ''),
      warn: (message, details) => console.warn(PREFIX, message, details ?? ''),
    },
  };
}
