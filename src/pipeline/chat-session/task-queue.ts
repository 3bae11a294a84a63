/** Runs the asynchronous work of a session one after the other. */
export interface TaskQueue {
  /** Starts `task` when everything before it is over; hands on its result or error. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
}

export function makeTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  const settled = (task: Promise<unknown>): Promise<void> =>
    task.then(
      () => undefined,
      () => undefined,
    );
  return {
    run(task) {
      const result = last.then(task);
      last = settled(result);
      return result;
    },
    async idle() {
      let seen: Promise<unknown>;
      do {
        seen = last;
        await seen;
      } while (seen !== last);
    },
  };
}
