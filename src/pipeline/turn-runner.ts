/** Runs one turn at a time: opens it, prepares the writing prompt, finishes what the prose leads to, or cancels. */
import { isCancelled, NarrativeError } from '../domain/errors.ts';
import { type FloorId, type RunId } from '../domain/ids.ts';
import { type TurnType } from '../domain/run/turn-request.ts';
import { type AnalysisStatus } from '../domain/timeline/page.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type TurnStatus } from '../ports/progress.ts';
import { type Assembly } from '../ports/session-variables.ts';
import {
  type ArmVerdict,
  type RequestEnding,
  type Tail,
  type TurnMaterial,
  type TurnRunner,
  type WrittenMessage,
} from '../ports/turn-runner.ts';
import { renderInsertion } from '../agents/host-insertion.ts';
import { insertionOf } from './insertion-of.ts';
import { analyseRounds, type RoundsAnalysed } from './analyse-again.ts';
import { completeTurn, tailMode } from './complete-turn.ts';
import { analyseContinued, type ContinuedReply } from './continue-page.ts';
import { storeFailure, tellUnfinished } from './failed-turn.ts';
import { openTurn } from './open-turn.ts';
import { prepareTurn } from './prepare-turn.ts';
import { recordWriting } from './record-writing.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type ComposedState, type OpenState, type UnfinishedTurn } from './turn-state.ts';
import { unfinishedTurn } from './unfinished-turn.ts';

interface ActiveRun {
  readonly runId: RunId;
  readonly controller: AbortController;
  readonly open: OpenState;
  composed: ComposedState | null;
  /** What macros do to variables while SillyTavern builds its prompt. */
  readonly assembly: Assembly | null;
  stage: 'preparing' | 'writing' | 'completing';
  /** Resolves when the run is over in every way. */
  readonly over: Promise<void>;
  readonly finish: () => void;
}

/** A turn runner that also repeats single stages for the player. */
export interface StoryRunner extends TurnRunner {
  /** Analyses a floor once more; waits for a running turn first. Rejects with a NarrativeError. */
  analyseAgain(floorId: FloorId): Promise<AnalysisStatus>;
  /** The same for several in one call; `signal` ends it. */
  analyseRounds(floorIds: readonly FloorId[], signal: AbortSignal): Promise<RoundsAnalysed>;
  /** Analyses a reply that SillyTavern wrote on; null when there is nothing to analyse. */
  analyseContinued(reply: ContinuedReply, signal: AbortSignal): Promise<AnalysisStatus | null>;
}

export function makeTurnRunner(deps: TurnDeps): StoryRunner {
  let active: ActiveRun | null = null;
  let arming: Promise<unknown> | null = null;
  let unfinished: UnfinishedTurn | null = null;
  let repeating: { readonly controller: AbortController; readonly over: Promise<unknown> } | null = null;

  const idle = async (): Promise<void> => {
    while (active ?? arming ?? repeating) await (active?.over ?? arming ?? repeating?.over);
  };

  const status = (): TurnStatus =>
    active
      ? {
          state: active.stage,
          step: active.open.notes.step,
          floorId: active.open.opened.floorId,
          calls: active.open.journal.calls(),
          startedAt: active.open.startedAt,
        }
      : arming
        ? { state: 'preparing' }
        : repeating
          ? { state: 'completing', step: 'analyse' }
          : { state: 'idle' };

  const show = (): void => deps.progress.status(status());

  const end = (run: ActiveRun): void => {
    if (active === run) active = null;
    run.finish();
    show();
  };

  const find = (runId: RunId): ActiveRun | null => (active?.runId === runId ? active : null);

  async function arm(type: TurnType): Promise<ArmVerdict> {
    const opening = openRun(type);
    const mine = opening.catch(() => undefined);
    arming = mine;
    try {
      return await opening;
    } finally {
      if (arming === mine) arming = null;
    }
  }

  async function openRun(type: TurnType): Promise<ArmVerdict> {
    const settings = deps.settings();
    if (!settings.enabled) return { ours: false, reason: 'disabled' };
    if (settings.promptMode === 'compat_strict') return { ours: false, reason: 'strict' };
    const session = await deps.session();
    if (!(await deps.ownsChat())) return { ours: false, reason: 'not-owner' };
    if (!session) return { ours: false, reason: 'no-chat' };
    await settlePrevious();
    const open: OpenState = { ...(await openTurn(deps, session, type, show)), unfinished };
    const controller = new AbortController();
    let finish = (): void => undefined;
    const over = new Promise<void>((resolve) => (finish = resolve));
    active = {
      runId: open.runId,
      controller,
      open,
      composed: null,
      assembly: session.variables?.watchAssembly() ?? null,
      stage: 'preparing',
      over,
      finish,
    };
    show();
    const verdict = { ours: true, runId: open.runId, signal: controller.signal } as const;
    if (settings.promptMode !== 'compat_plus') return verdict;
    return { ...verdict, insertion: renderInsertion(insertionOf(deps, open)) };
  }

  /** The tail of the turn before is waited for; a turn that never got its end is given up. */
  async function settlePrevious(): Promise<void> {
    await repeating?.over;
    const previous = active;
    if (!previous) return;
    if (previous.stage !== 'completing') {
      previous.controller.abort(new NarrativeError('run.cancelled', { details: { cause: 'superseded' } }));
      await fail(previous.runId, { kind: 'stopped' });
    }
    await previous.over;
  }

  async function prepare(runId: RunId, material: TurnMaterial) {
    const run = find(runId);
    if (!run) throw new NarrativeError('run.cancelled', { details: { cause: 'not-current' } });
    run.assembly?.end();
    run.composed = await prepareTurn(deps, run.open, material, run.controller.signal);
    run.stage = 'writing';
    show();
    return run.composed.prompt.messages;
  }

  function complete(runId: RunId, written: WrittenMessage): Tail {
    const run = find(runId);
    const composed = run?.composed;
    if (!run || !composed) return { mode: 'released', done: Promise.resolve() };
    run.stage = 'completing';
    unfinished = null;
    show();
    recordWriting(deps, composed, written.text, written.ending);
    const state = { ...composed, written };
    const done: Promise<void> = completeTurn(deps, state, run.controller.signal, show)
      .then(() => undefined)
      .catch((error: unknown) => tellUnfinished(deps, run.open, error))
      .finally(() => end(run));
    return { mode: tailMode(state), done };
  }

  async function fail(runId: RunId, ending: RequestEnding): Promise<void> {
    const run = find(runId);
    if (!run) return;
    run.controller.abort(new NarrativeError('run.cancelled', { details: { cause: 'failed' } }));
    const error = ending.kind === 'failed' ? ending.error : null;
    const cancelled = ending.kind === 'stopped' || (error !== null && isCancelled(error));
    try {
      const known = error ?? new NarrativeError(cancelled ? 'run.cancelled' : 'model.empty');
      if (run.composed) {
        recordWriting(deps, run.composed, '', ending);
        unfinished = unfinishedTurn(run.composed, known);
      }
      run.assembly?.putBack();
      await storeFailure(deps, run, cancelled ? 'cancelled' : 'failed', known);
    } catch (problem) {
      deps.log.warn('The failed turn could not be stored.', problem);
    } finally {
      end(run);
    }
  }

  /** One more analysis, as the only thing that runs; `signal` ends it, and so does `cancel`. */
  async function repeat<T>(
    signal: AbortSignal | null,
    work: (session: ChatSession, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    await idle();
    const session = await deps.session();
    if (!session) throw new NarrativeError('host.missing', { message: 'No chat is open.' });
    const controller = new AbortController();
    const stop = (): void =>
      controller.abort(
        signal?.reason instanceof NarrativeError
          ? signal.reason
          : new NarrativeError('run.cancelled', { details: { cause: 'stop' } }),
      );
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const running = work(session, controller.signal);
    repeating = { controller, over: running.catch(() => undefined) };
    show();
    try {
      return await running;
    } finally {
      signal?.removeEventListener('abort', stop);
      repeating = null;
      show();
    }
  }

  const repeatAnalysis = (floorIds: readonly FloorId[], signal: AbortSignal | null): Promise<RoundsAnalysed> =>
    repeat(signal, (session, ended) => analyseRounds(deps, session, floorIds, ended));

  return {
    arm,
    analyseAgain: async (floorId) => (await repeatAnalysis([floorId], null)).status,
    analyseRounds: repeatAnalysis,
    analyseContinued: (reply, signal) =>
      repeat(signal, (session, ended) => analyseContinued(deps, session, reply, ended)),
    prepare,
    parameters(runId) {
      const settings = find(runId)?.open.settings ?? deps.settings();
      const { temperature, maxTokens } = settings.agents.writing;
      // SillyTavern's own prompt goes with the parameters of its own preset.
      const ours = settings.promptMode === 'native';
      return {
        ...(!ours || temperature === null ? {} : { temperature }),
        ...(ours && maxTokens > 0 ? { maxTokens } : {}),
        dropPrefill: ours && settings.presetMode === 'none',
        firstTokenTimeoutSeconds: settings.pipeline.firstTokenTimeoutSeconds,
        tokenGapTimeoutSeconds: settings.pipeline.tokenGapTimeoutSeconds,
        totalTimeoutSeconds: settings.agents.writing.totalTimeoutSeconds,
      };
    },
    tokens(runId, text) {
      if (find(runId)) deps.events.emit('generation.chunk', { slot: 'writing', runId, text });
    },
    complete,
    fail,
    cancel(cause) {
      const reason = new NarrativeError('run.cancelled', { details: { cause } });
      active?.controller.abort(reason);
      repeating?.controller.abort(reason);
    },
    status,
    staged: () => active?.open.notes.staged ?? [],
    idle,
  };
}
