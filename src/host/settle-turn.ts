/** The end of SillyTavern's generation: prose goes on to the tail, no prose puts the chat back and fails the turn. */
import { type RequestEnding } from '../ports/turn-runner.ts';
import { type BridgeDeps } from './bridge-deps.ts';
import { type ForegroundTurn } from './foreground-turn.ts';
import { refusalError } from './llm-errors.ts';
import { requestEnding } from './request-ending.ts';
import { type RequestTrace, unsentTrace } from './request-trace.ts';
import { isBlank, restoreChat } from './restore-message.ts';
import { toldError } from './told-error.ts';

/** Longest wait for SillyTavern to leave its generating state, in ms. */
const QUIET_LIMIT = 2_000;
/** The copy of the response is read beside SillyTavern's; it may be a moment late. */
const TRACE_LIMIT = 1_500;
/** A swipe that failed is animated back by SillyTavern itself. */
const SWIPE_BACK_LIMIT = 3_000;

export interface Settling {
  /** The message at `index` is finished: tail or failure. Resolves when SillyTavern may go on. */
  received(turn: ForegroundTurn, index: number): Promise<void>;
  /** SillyTavern showed the message; only then a message without prose may be taken out again. */
  rendered(turn: ForegroundTurn): Promise<void>;
  /** No message comes. Resolves when chat, disk and run are in order. */
  withoutProse(turn: ForegroundTurn, ending: RequestEnding): Promise<void>;
  /** The request is over; if no message will follow, the turn is settled here. */
  requestOver(turn: ForegroundTurn): Promise<void>;
}

export function makeSettling(deps: BridgeDeps, onOver: (turn: ForegroundTurn) => void): Settling {
  const { st, page, runner, lock, own, log } = deps;

  const traceOf = async (turn: ForegroundTurn): Promise<RequestTrace> => {
    if (!turn.tap) return unsentTrace;
    await Promise.race([turn.tap.over, page.breathe(TRACE_LIMIT)]);
    return turn.tap.trace();
  };

  const endingOf = (turn: ForegroundTurn, trace: RequestTrace, prose: boolean): RequestEnding =>
    requestEnding({ trace, stopped: turn.stopped, timedOut: turn.timedOut, prose, now: deps.clock.now() });

  const end = (turn: ForegroundTurn): void => {
    turn.watchdog?.stop();
    turn.tap?.dispose();
    turn.stage = 'over';
    lock.release(turn.runId);
    onOver(turn);
  };

  /** SillyTavern fills `swipes` of a reply that did not stream only after showing it. */
  async function untilSettledByHost(turn: ForegroundTurn): Promise<void> {
    await page.untilQuiet(QUIET_LIMIT);
    if (turn.type !== 'swipe') return;
    for (let waited = 0; waited < SWIPE_BACK_LIMIT; waited += 50) {
      if (st().swipe?.state?.() !== 'swiping') return;
      await page.breathe(50);
    }
  }

  async function undo(turn: ForegroundTurn, ending: RequestEnding): Promise<void> {
    try {
      await restoreChat(st, own, turn);
    } catch (error) {
      log.warn('The chat could not be put back as it was.', error);
    }
    // The disk may be slow: nobody waits for it to be free again, but the lock does.
    const failing = runner
      .fail(turn.runId, ending)
      .catch((error: unknown) => log.warn('The turn could not be failed.', error));
    await Promise.all([
      failing,
      deps.save().catch((error: unknown) => log.warn('The chat could not be saved.', error)),
    ]);
    end(turn);
  }

  function withoutProse(turn: ForegroundTurn, ending: RequestEnding): Promise<void> {
    turn.settled ??= (async () => {
      turn.stage = 'settling';
      turn.watchdog?.stop();
      turn.tap?.dispose();
      lock.forget(turn.runId);
      await untilSettledByHost(turn);
      await undo(turn, ending);
    })();
    return turn.settled;
  }

  async function tail(turn: ForegroundTurn, index: number, ending: RequestEnding): Promise<void> {
    const message = st().chat[index];
    if (!message) return withoutProse(turn, { kind: 'stopped' });
    turn.message = message;
    turn.text = message.mes;
    turn.stage = 'tail';
    turn.page = typeof message.swipe_id === 'number' ? message.swipe_id : 0;
    const written = { chatIndex: index, swipe: turn.page, text: message.mes, ending };
    const running = runner.complete(turn.runId, written);
    const done = running.done
      .catch((error: unknown) => log.warn('The tail of a turn failed.', error))
      .then(() => {
        // Not streaming, the generation is still SillyTavern's: it unlocks by itself after this.
        if (!turn.streaming) lock.forget(turn.runId);
        end(turn);
      });
    if (running.mode === 'released') {
      if (turn.streaming) lock.release(turn.runId);
      return;
    }
    lock.hold(turn.runId);
    await done;
  }

  return {
    withoutProse,
    async received(turn, index) {
      turn.stage = 'settling';
      const trace = await traceOf(turn);
      const message = st().chat[index];
      const dots = message?.mes.trim() === '...' && trace.textLength > 0;
      const said = message !== undefined && !message.is_user && (dots || !isBlank(message.mes));
      const told = said ? toldError(message.mes) : null;
      const prose = said && told === null;
      if (told) turn.toldError = message?.mes ?? null;
      const ending: RequestEnding = told
        ? { kind: 'failed', error: refusalError(told, deps.clock.now()) }
        : endingOf(turn, trace, prose);
      if (prose) return tail(turn, index, ending);
      turn.ending = ending;
      // SillyTavern's automatic swipe would take the message before the one that is about to go.
      turn.ownStop = true;
      st().stopGeneration();
    },
    async rendered(turn) {
      if (turn.ending === null) return;
      if (turn.streaming) await undoAfterStream(turn, turn.ending);
      else void withoutProse(turn, turn.ending);
    },
    async requestOver(turn) {
      if (turn.stage !== 'writing') return;
      const trace = await traceOf(turn);
      const answered = trace.status !== null && trace.status < 400;
      const messageFollows = answered && (turn.streaming || (trace.outcome === 'complete' && trace.refusal === null));
      if (!messageFollows) return withoutProse(turn, endingOf(turn, trace, false));
      await lastResort(turn, trace);
    },
  };

  /** In a stream the message is finished before it is shown, so it can go at once; SillyTavern saves afterwards. */
  async function undoAfterStream(turn: ForegroundTurn, ending: RequestEnding): Promise<void> {
    turn.settled ??= undo(turn, ending);
    await turn.settled;
  }

  /** A message should follow, but some of SillyTavern's error paths tell nobody: then what stands in the chat counts. */
  async function lastResort(turn: ForegroundTurn, trace: RequestTrace): Promise<void> {
    await page.untilQuiet(30_000);
    await page.breathe(turn.streaming && trace.outcome === 'broken' ? 300 : 5_000);
    if (turn.stage !== 'writing') return;
    const index = turn.type === 'swipe' ? turn.baseLength - 1 : turn.baseLength;
    const message = st().chat[index];
    const prose = message !== undefined && !message.is_user && !isBlank(message.mes) && trace.textLength > 0;
    const ending = endingOf(turn, trace, prose);
    if (prose) await tail(turn, index, ending);
    else await withoutProse(turn, ending);
  }
}
