/** Tells our own changes of the chat from everybody else's, so that we do not answer the events they raise. */
export interface OwnWrites {
  /** Runs `work`; events raised meanwhile, even by what it awaits, are ours. */
  during<T>(work: () => T): T;
  active(): boolean;
}

export function makeOwnWrites(): OwnWrites {
  let depth = 0;
  return {
    during(work) {
      depth += 1;
      let waits = false;
      try {
        const result = work();
        if (result instanceof Promise) {
          waits = true;
          void result.finally(() => (depth -= 1)).catch(() => undefined);
        }
        return result;
      } finally {
        if (!waits) depth -= 1;
      }
    },
    active: () => depth > 0,
  };
}
