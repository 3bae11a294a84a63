/** What a turn that failed leaves behind: its record, its event, and the sentence with the way out. */
import { isCancelled, NarrativeError } from '../domain/errors.ts';
import { type Run } from '../domain/run/run.ts';
import { connectionText } from './failure-text.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type ComposedState, type OpenState } from './turn-state.ts';

export interface FailedTurn {
  readonly open: OpenState;
  readonly composed: ComposedState | null;
  readonly controller: AbortController;
}

/** No prose came. Rejects when it could not be stored. */
export async function storeFailure(
  deps: TurnDeps,
  { open, composed, controller }: FailedTurn,
  outcome: 'cancelled' | 'failed',
  cause: NarrativeError,
): Promise<void> {
  const error = named(composed, cause);
  const { journal, notes, opened } = open;
  journal.append({ type: 'run.ended', status: outcome, code: error.code });
  const record: Run = {
    runId: open.runId,
    type: open.type,
    floorId: opened.floorId,
    pageId: opened.pageId,
    schedule: composed?.schedule ?? 'merged',
    status: outcome,
    step: notes.step,
    startedAt: open.startedAt,
    endedAt: deps.clock.now(),
    rungs: notes.rungs,
    error: outcome === 'failed' ? { code: error.code, message: error.message, step: notes.step } : null,
    seed: open.seed,
    plan: null,
    planBasis: null,
  };
  await open.session.failTurn(opened, record, journal.all());
  emitFailure(deps, open, outcome === 'cancelled' ? 'run.cancelled' : error.code, error);
  // What the player stopped may be asked for again; what a chat change or another caller ended may not.
  const wasStopped = outcome === 'cancelled' && cancelCause(controller.signal) === 'stop';
  if (outcome === 'failed' || wasStopped) notify(deps, open, error, wasStopped || error.retry !== 'never');
}

/** The prose stands in the chat, but its turn could not be stored: nobody may be left waiting for its end. */
export function tellUnfinished(deps: TurnDeps, open: OpenState, problem: unknown): void {
  deps.log.warn('The turn could not be completed.', problem);
  const error = problem instanceof NarrativeError ? problem : new NarrativeError('storage.blocked', { cause: problem });
  emitFailure(deps, open, error.code, error);
  // The player opened another chat: what is said here would stand beside the wrong reply.
  if (error.code !== 'host.chat-changed' && !isCancelled(error)) notify(deps, open, error, false);
}

function emitFailure(
  { events }: TurnDeps,
  { opened, notes }: OpenState,
  code: string,
  { message }: NarrativeError,
): void {
  events.emit('floor.failed', { floorId: opened.floorId, stage: notes.step, code, message });
}

function notify({ progress }: TurnDeps, open: OpenState, error: NarrativeError, canRetry: boolean): void {
  const { pageId } = open.opened;
  progress.notice({ kind: 'failed', pageId, error, step: open.notes.step, turn: open.type, canRetry });
}

/** What went wrong with the writing, with the connection it went wrong on. */
function named(composed: ComposedState | null, error: NarrativeError): NarrativeError {
  const { code, message, details, retry } = error;
  if (!composed || !code.startsWith('model.')) return error;
  const connection = { ...composed.request.connection, profile: '' };
  const where = connectionText(connection);
  const said = message === code ? where : `${where}: ${message}`;
  return new NarrativeError(code, { message: said, details: { ...details, ...connection }, cause: error, retry });
}

/** What `cancel` was called for; undefined when the signal was not aborted by it. */
function cancelCause(signal: AbortSignal): unknown {
  return signal.reason instanceof NarrativeError ? signal.reason.details['cause'] : undefined;
}
