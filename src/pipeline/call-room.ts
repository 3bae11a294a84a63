/** How much of the connection's context a call of ours may take: its prompt and the room for its answer share it. */
import { type TurnRequest } from '../domain/run/turn-request.ts';

export interface CallRoom {
  /** Tokens of the whole context. */
  readonly context: number;
  /** Tokens the answer may have. */
  readonly maxTokens: number;
  /** Tokens the prompt may have. */
  readonly promptLimit: number;
}

/** An answer takes no more than this share: a prompt that is cut to nothing brings no good answer. */
const ANSWER_SHARE = 0.4;

/** @param wanted tokens the answer would have with room to spare */
export function callRoom(
  { promptBudget, replyTokens }: Pick<TurnRequest, 'promptBudget' | 'replyTokens'>,
  wanted: number,
): CallRoom {
  const context = promptBudget + replyTokens;
  const maxTokens = Math.min(wanted, Math.max(1, Math.floor(context * ANSWER_SHARE)));
  return { context, maxTokens, promptLimit: Math.min(promptBudget, context - maxTokens) };
}
