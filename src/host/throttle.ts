/** Lets at most one call through per stretch of time; the first at once, the rest dropped. */
export function makeThrottle(milliseconds: number): { run(work: () => void): void } {
  let last = Number.NEGATIVE_INFINITY;
  return {
    run(work) {
      const now = performance.now();
      if (now - last < milliseconds) return;
      last = now;
      work();
    },
  };
}
