/** Lets a wait end at once when its signal aborts, whatever the awaited thing does. */

/** Resolves or rejects with `promise`, or rejects with `reason()` as soon as `signal` aborts. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, reason: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(reason());
    if (signal.aborted) {
      // Nobody waits for it any more, and nobody is told when it fails.
      promise.catch(() => undefined);
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
