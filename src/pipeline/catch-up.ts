/** Analyses the rounds nobody analysed yet, a few at a time: for chats that existed before, or were played without us. */
import { NarrativeError } from '../domain/errors.ts';
import { inputOf, proseOf } from '../domain/history/render-turns.ts';
import { type FloorId } from '../domain/ids.ts';
import { type HistoryMessage } from '../domain/run/turn-request.ts';
import { catchUpBatches } from '../domain/timeline/catch-up-batches.ts';
import { pendingRounds } from '../domain/timeline/pending-rounds.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type TokenCounter } from '../ports/token-counter.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { type RoundsAnalysed } from './analyse-again.ts';

export interface CatchUpDeps {
  readonly readMaterial: () => Promise<TurnMaterial>;
  readonly tokens: TokenCounter;
  /** One call for all of them; never while a turn runs. */
  readonly analyse: (floorIds: readonly FloorId[], signal: AbortSignal) => Promise<RoundsAnalysed>;
  /** Path and world look different now. */
  readonly onChanged: () => void;
}

export interface CatchUp {
  readonly rounds: number;
  readonly calls: number;
  /** About what is sent and answered, in tokens. */
  readonly tokens: number;
  /**
   * Resolves to the rounds done in this go, each call is committed by itself; a round without an answer is left for the
   * next go. Rejects with `host.chat-changed` when another chat was opened, and with what a call failed with.
   */
  run(signal: AbortSignal, onProgress: (done: number) => void): Promise<number>;
}

/** Share of a prompt that the rounds of one call may take. */
const ROUNDS_SHARE = 0.5;
/** Instructions and format of a call, in tokens. */
const FRAME_TOKENS = 2_000;
/** What one round's record takes of the answer, in tokens. */
const RECORD_TOKENS = 200;

interface Waiting {
  readonly floorId: FloorId;
  readonly tokens: number;
}

/** Null when every round is analysed. */
export async function planCatchUp(deps: CatchUpDeps, session: ChatSession): Promise<CatchUp | null> {
  const material = await deps.readMaterial();
  const room = Math.floor(material.promptBudget * ROUNDS_SHARE);
  const waiting = waitingRounds(deps, session, material.history);
  if (waiting.length === 0) return null;
  const calls = catchUpBatches(waiting, room).length;
  const text = waiting.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    rounds: waiting.length,
    calls,
    tokens: text + calls * FRAME_TOKENS + waiting.length * RECORD_TOKENS,
    async run(signal, onProgress) {
      let done = 0;
      const stopped = (): boolean => signal.aborted;
      const { history } = await deps.readMaterial();
      for (const batch of catchUpBatches(waitingRounds(deps, session, history), room)) {
        if (stopped()) break;
        const floors = batch.map(({ floorId }) => floorId);
        const found = await deps.analyse(floors, signal);
        if (found.status !== 'done' && stopped()) break;
        if (found.status !== 'done') throw found.error ?? new NarrativeError('answer.invalid');
        done += found.rounds;
        deps.onChanged();
        onProgress(done);
      }
      return done;
    },
  };
}

function waitingRounds(
  deps: CatchUpDeps,
  session: ChatSession,
  history: readonly HistoryMessage[],
): readonly Waiting[] {
  const byIndex = new Map(history.map((message) => [message.chatIndex, message]));
  return pendingRounds(session.timeline(), { native: true }).flatMap(({ floorId, inputIndexes, replyIndex }) => {
    const messages = [...inputIndexes, ...(replyIndex === null ? [] : [replyIndex])].flatMap(
      (i) => byIndex.get(i) ?? [],
    );
    const prose = proseOf(messages);
    if (prose === '') return [];
    return [{ floorId, tokens: deps.tokens.estimate(`${inputOf(messages)}\n${prose}`) }];
  });
}
