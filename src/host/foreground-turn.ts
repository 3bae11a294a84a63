/** The turn SillyTavern's foreground generation is filling: how far it is, and what was seen of it. */
import { type RunId } from '../domain/ids.ts';
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { type TurnType } from '../domain/run/turn-request.ts';
import { type RequestEnding } from '../ports/turn-runner.ts';
import { type Connection } from './connection.ts';
import { type RemovedMessage, type SwipePlace } from './restore-message.ts';
import { type RequestTap } from './request-tap.ts';
import { type StMessage } from './st-context.ts';
import { type ReadCard } from './turn-snapshot.ts';
import { type TimedOut, type TokenWatchdog } from './token-watchdog.ts';

/**
 * `armed`: waits for its prompt; `preparing`: our messages are being made; `sending`: they stand in the prompt;
 * `writing`: the request is out; `settling`: the end is being told apart; `tail`: prose is there, the run goes on;
 * `over`: nothing of it is left.
 */
export type TurnStage = 'armed' | 'preparing' | 'sending' | 'writing' | 'settling' | 'tail' | 'over';

export interface ForegroundTurn {
  readonly runId: RunId;
  readonly type: TurnType;
  readonly signal: AbortSignal;
  readonly chat: { readonly owner: string; readonly file: string };
  /** Length of chat[] when the turn began: the index a new reply will have. */
  readonly baseLength: number;
  readonly promptBudget: number;
  /** The last user message as it will stand in the prompt; empty when there is none. */
  readonly userText: string;
  /** What is put into SillyTavern's own prompt; empty where the prompt becomes ours. */
  readonly insertion: string;
  /** As it was read when the turn was armed, its macros carried out. */
  readonly card: ReadCard;
  /** In use when the turn was armed. */
  readonly connection: Connection;
  /** What a regenerate took out of the chat. */
  readonly removed: RemovedMessage | null;
  /** Where a swipe started from and where its page will stand; null for other types. */
  readonly swipe: SwipePlace | null;
  stage: TurnStage;
  /** GENERATE_AFTER_COMBINE_PROMPTS was heard: the next fitting prompt is ours. */
  expectsPrompt: boolean;
  /** SillyTavern's own activation; null until it was told. */
  activated: readonly unknown[] | null;
  /** Objects of prompts that a real Generate handed on since arming. */
  readonly generated: WeakSet<object>;
  /** Our messages; one preparation a turn, whoever asks first. Resolves null when it failed or was stopped. */
  prepared: Promise<readonly PromptMessage[] | null> | null;
  messages: readonly PromptMessage[];
  tap: RequestTap | null;
  streaming: boolean;
  watchdog: TokenWatchdog | null;
  timedOut: TimedOut | null;
  /** The player (or another extension) pressed stop. */
  stopped: boolean;
  /** We called stopGeneration ourselves: its event is no wish of the player's. */
  ownStop: boolean;
  /** The message the prose stands in, once there is one. */
  message: StMessage | null;
  /** Index of its page among the message's swipes. */
  page: number;
  text: string;
  /** A service's error that came as if the model had said it: no prose, and taken out again. */
  toldError: string | null;
  /** How a request without prose ended, until the chat may be put back. */
  ending: RequestEnding | null;
  /** The settling in progress, for the next arming to wait for. */
  settled: Promise<void> | null;
}

export type TurnFacts = Pick<
  ForegroundTurn,
  | 'runId'
  | 'type'
  | 'signal'
  | 'chat'
  | 'baseLength'
  | 'promptBudget'
  | 'userText'
  | 'insertion'
  | 'card'
  | 'connection'
  | 'removed'
  | 'swipe'
>;

export function makeForegroundTurn(facts: TurnFacts): ForegroundTurn {
  return {
    ...facts,
    stage: 'armed',
    expectsPrompt: false,
    activated: null,
    generated: new WeakSet(),
    prepared: null,
    messages: [],
    tap: null,
    streaming: false,
    watchdog: null,
    timedOut: null,
    stopped: false,
    ownStop: false,
    message: null,
    page: 0,
    text: '',
    toldError: null,
    ending: null,
    settled: null,
  };
}

const liveStages: ReadonlySet<TurnStage> = new Set(['armed', 'preparing', 'sending', 'writing', 'settling']);

/** SillyTavern's generation for it is not over yet. */
export function isLive(turn: ForegroundTurn | null): turn is ForegroundTurn {
  return turn !== null && liveStages.has(turn.stage);
}
