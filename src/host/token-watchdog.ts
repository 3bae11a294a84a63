/** Notices that a request hangs: no first token in time, too long a gap between tokens, or no answer at all. */
export type TimedOut = 'first-token' | 'gap' | 'total';

export interface WatchdogLimits {
  /** Milliseconds until the first token; null when the answer does not stream. */
  readonly firstToken: number | null;
  /** Milliseconds between two pieces of data once tokens flow. */
  readonly gap: number;
  /** Milliseconds for the whole answer; null for no limit. */
  readonly total: number | null;
}

export interface TokenWatchdog {
  /** Data arrived; `tokens`: prose or thinking, not only a sign of life. */
  beat(tokens: boolean): void;
  stop(): void;
}

/** Calls `onTimeout` at most once. */
export function startTokenWatchdog(limits: WatchdogLimits, onTimeout: (phase: TimedOut) => void): TokenWatchdog {
  let flowing = false;
  let stopped = false;
  let step: ReturnType<typeof setTimeout> | undefined;
  let whole: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    stopped = true;
    clearTimeout(step);
    clearTimeout(whole);
  };
  const expire = (phase: TimedOut): void => {
    if (stopped) return;
    stop();
    onTimeout(phase);
  };

  if (limits.total !== null) whole = setTimeout(() => expire('total'), limits.total);
  if (limits.firstToken !== null) step = setTimeout(() => expire('first-token'), limits.firstToken);
  return {
    beat(tokens) {
      if (stopped || limits.firstToken === null) return;
      flowing ||= tokens;
      if (!flowing) return;
      clearTimeout(step);
      step = setTimeout(() => expire('gap'), limits.gap);
    },
    stop,
  };
}
