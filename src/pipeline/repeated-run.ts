/** The record of a run that looked at a reply once more. */
import { type NarrativeError } from '../domain/errors.ts';
import { type Run } from '../domain/run/run.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type GatheredState } from './turn-state.ts';

export interface EndedRepeat {
  readonly state: GatheredState;
  readonly type: 'analyse' | 'catch-up' | 'continue';
  /** The run that wrote the reply. */
  readonly before: Run | null;
  readonly status: Run['status'];
  readonly error: NarrativeError | null;
}

/** With the plan and the seeds of the run that wrote the reply, so that a swipe can still rewrite with them. */
export function repeatedRun({ clock }: TurnDeps, { state, type, before, status, error }: EndedRepeat): Run {
  const failed = status === 'failed';
  return {
    runId: state.runId,
    type,
    floorId: state.opened.floorId,
    pageId: state.opened.pageId,
    schedule: before?.schedule ?? state.schedule,
    status,
    step: failed ? 'analyse' : 'commit',
    startedAt: state.startedAt,
    endedAt: clock.now(),
    rungs: state.notes.rungs,
    error: failed ? { code: error?.code ?? 'answer.invalid', message: error?.message ?? '', step: 'analyse' } : null,
    seed: before?.seed ?? state.seed,
    plan: before?.plan ?? null,
    planBasis: before?.planBasis ?? null,
  };
}
