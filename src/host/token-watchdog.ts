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

/** Milliseconds a timer may be late on a busy page; later than that, the page slept. */
const LATE_MS = 5_000;

/** Calls `onTimeout` at most once. A page that slept has data waiting to be read: it gets the same time again. */
export function startTokenWatchdog(limits: WatchdogLimits, onTimeout: (phase: TimedOut) => void): TokenWatchdog {
  let flowing = false;
  let stopped = false;
  let cancelStep = (): void => undefined;
  let cancelWhole = (): void => undefined;

  const stop = (): void => {
    stopped = true;
    cancelStep();
    cancelWhole();
  };
  const expire = (phase: TimedOut): void => {
    if (stopped) return;
    stop();
    onTimeout(phase);
  };

  if (limits.total !== null) cancelWhole = startTimer(limits.total, () => expire('total'));
  if (limits.firstToken !== null) cancelStep = startTimer(limits.firstToken, () => expire('first-token'));
  return {
    beat(tokens) {
      if (stopped || limits.firstToken === null) return;
      flowing ||= tokens;
      if (!flowing) return;
      cancelStep();
      cancelStep = startTimer(limits.gap, () => expire('gap'));
    },
    stop,
  };
}

/** Starts once more when it is found far overdue. Returns its undo. */
function startTimer(duration: number, onEnd: () => void): () => void {
  const due = Date.now() + duration;
  let timer = setTimeout(() => {
    if (Date.now() - due <= LATE_MS) onEnd();
    else timer = setTimeout(onEnd, duration);
  }, duration);
  return () => clearTimeout(timer);
}
