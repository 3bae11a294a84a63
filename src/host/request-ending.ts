/** Names how SillyTavern's own request ended, from what tap, watchdog and events saw. */
import { NarrativeError, type ErrorCode } from '../domain/errors.ts';
import { type RequestEnding } from '../ports/turn-runner.ts';
import { refusalError } from './llm-errors.ts';
import { type RequestTrace } from './request-trace.ts';
import { type TimedOut } from './token-watchdog.ts';

export interface EndingFacts {
  readonly trace: RequestTrace;
  /** Somebody pressed stop (not our watchdog). */
  readonly stopped: boolean;
  readonly timedOut: TimedOut | null;
  /** The message has visible text. */
  readonly prose: boolean;
  /** ms since 1970. */
  readonly now: number;
}

const failed = (code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): RequestEnding => ({
  kind: 'failed',
  error: new NarrativeError(code, { details }),
});

/** An answer that was read to its end but brought no prose. */
function emptyAnswer(trace: RequestTrace): RequestEnding {
  if (trace.finish === 'filter') return failed('model.refused');
  if (trace.finish === 'length' && trace.reasoningLength > 0) return failed('model.budget-eaten');
  return failed('model.empty', { finish: trace.finish });
}

export function requestEnding(facts: EndingFacts): RequestEnding {
  const { trace, timedOut } = facts;
  if (timedOut !== null) return failed('model.timeout', { phase: timedOut });
  if (facts.stopped && trace.outcome !== 'complete') return { kind: 'stopped' };
  if (trace.refusal) return { kind: 'failed', error: refusalError(trace.refusal, facts.now) };
  switch (trace.outcome) {
    case 'unreachable':
      return failed('model.network');
    case 'broken':
      return failed('model.cut-stream', { reason: 'connection' });
    case 'aborted':
    case 'open':
      // Nobody of ours aborted it: another generation took its place, or the page did.
      return { kind: 'stopped' };
    case 'unsent':
      return failed('model.network', { reason: 'unsent' });
    case 'complete':
  }
  if (!trace.closed && trace.finish === null) return failed('model.cut-stream', { reason: 'early-end' });
  if (!facts.prose) return facts.stopped ? { kind: 'stopped' } : emptyAnswer(trace);
  return { kind: 'finished', finish: trace.finish ?? 'unknown', usage: trace.usage };
}
