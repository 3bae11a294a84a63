/** What the bridge calls as SillyTavern's own generation goes by; the pipeline implements it. */
import { type NarrativeError } from '../domain/errors.ts';
import { type RunId } from '../domain/ids.ts';
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { type Usage } from '../domain/run/run.ts';
import { type TurnRequest, type TurnType } from '../domain/run/turn-request.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type TurnStatus } from './progress.ts';

/** What the host reads once per turn; the pipeline adds run, language and settings and freezes it. */
export type TurnMaterial = Omit<TurnRequest, 'runId' | 'language' | 'settings'>;

export type StandDown =
  | 'disabled'
  | 'strict'
  | 'text-completion'
  | 'group-chat'
  | 'no-chat'
  | 'earlier-extension'
  | 'tool-recursion'
  | 'host-tools'
  | 'type';

export type ArmVerdict =
  | {
      readonly ours: true;
      readonly runId: RunId;
      readonly signal: AbortSignal;
      /** To be put into SillyTavern's own prompt while it is assembled; absent where the prompt becomes ours. */
      readonly insertion?: string;
    }
  /** SillyTavern goes on alone, byte for byte. */
  | { readonly ours: false; readonly reason: StandDown }
  /** Nothing may be sent; the interceptor aborts. `not-owner`: another tab plays the chat; `refused`: was shown already. */
  | { readonly ours: false; readonly reason: 'refused' | 'not-owner' };

/** How SillyTavern's own request really ended, told by the tap and the watchdog. */
export type RequestEnding =
  | { readonly kind: 'finished'; readonly finish: 'stop' | 'length' | 'filter' | 'unknown'; readonly usage: Usage }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: NarrativeError };

/** Changes to the body of the writing request; absent = leave as it is. */
export interface WritingParameters {
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly dropPrefill: boolean;
  readonly firstTokenTimeoutSeconds: number;
  readonly tokenGapTimeoutSeconds: number;
  /** For an answer that does not stream, since nothing is seen of it before its end; absent: the sum of the other two. */
  readonly totalTimeoutSeconds?: number;
}

export interface WrittenMessage {
  readonly chatIndex: number;
  readonly swipe: number;
  readonly text: string;
  readonly ending: RequestEnding;
}

export interface Tail {
  /** `held`: the bridge awaits `done` with the stop button on; `released`: it lets the message go at once. */
  readonly mode: 'held' | 'released';
  /** Contract: never rejects; resolves when the run is over in every way. */
  readonly done: Promise<void>;
}

/**
 * Order: arm -> prepare -> parameters -> tokens* -> (complete | fail). Each call names its run; a call for a run that
 * is not current is ignored. `prepare` rejects with a NarrativeError only; the bridge then stops the generation and
 * calls `fail`. `cancel` aborts whatever stage is running and returns at once.
 */
export interface TurnRunner {
  arm(type: TurnType): Promise<ArmVerdict>;
  prepare(runId: RunId, material: TurnMaterial): Promise<readonly PromptMessage[]>;
  parameters(runId: RunId): WritingParameters;
  /** Prose so far, at most ten times a second. */
  tokens(runId: RunId, textSoFar: string): void;
  complete(runId: RunId, written: WrittenMessage): Tail;
  /** No prose came: the floor fails, or the old page stays. Resolves when that is stored. */
  fail(runId: RunId, ending: RequestEnding): Promise<void>;
  cancel(cause: 'stop' | 'swipe' | 'edit' | 'delete' | 'chat-changed' | 'api'): void;
  status(): TurnStatus;
  /** Effects the running turn has found so far; they count at its commit. */
  staged(): readonly Effect[];
  /** Resolves when no run is active. */
  idle(): Promise<void>;
}
