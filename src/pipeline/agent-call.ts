/** What one agent is asked, and what asking it needs from outside. */
import { type NarrativeError } from '../domain/errors.ts';
import { type PromptLayout, type PromptMessage, type RenderedPrompt } from '../domain/prompt/segment.ts';
import { type SentPart } from '../domain/prompt/sent-parts.ts';
import { type AgentSlot } from '../domain/run/agent-slot.ts';
import { type Rung } from '../domain/run/run.ts';
import { type AgentSettings } from '../domain/settings.ts';
import { type Clock } from '../ports/clock.ts';
import { type ModelClient } from '../ports/model-client.ts';
import { type Result } from '../shared/result.ts';
import { type ScreenLanguage } from './failure-text.ts';
import { type Journal } from './journal.ts';

export interface AgentCall<Answer> {
  readonly slot: AgentSlot;
  readonly messages: readonly PromptMessage[];
  readonly promptTokens: number;
  readonly cut: readonly unknown[];
  /** What the prompt was made of, for the record. */
  readonly parts?: readonly SentPart[];
  /** The order its parts stand in, for the record. */
  readonly layout?: PromptLayout;
  readonly settings: AgentSettings;
  readonly maxTokens: number;
  /** Tokens of the whole context, prompt and answer; a retry never asks for more. Absent: not known. */
  readonly context?: number;
  readonly read: (text: string) => Result<Answer, NarrativeError> | Promise<Result<Answer, NarrativeError>>;
  /** The sentence of the one repair call; `problem` says what was wrong with the answer. */
  readonly repair: (problem: string) => string;
  /** A smaller prompt after an overflow, of at most `tokens` where the service told its limit; null when nothing more can go. */
  readonly trim?: (tokens: number | null) => Promise<RenderedPrompt | null>;
  /** The text so far, e.g. to start tools while a plan still streams. */
  readonly onText?: (textSoFar: string) => void;
}

export interface CallDeps {
  readonly model: ModelClient;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly nextId: () => string;
  /** Tokens of a text, without waiting. */
  readonly estimate: (text: string) => number;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly retries: number;
  readonly rungs: Rung[];
  /** A retry waits until this time (ms since 1970); null: it goes on. */
  readonly onWait: (until: number | null, attempt: number) => void;
  /** The slot's own connection failed for good, for the reason told; the current one is asked instead. */
  readonly onOtherConnection?: (sentence: string) => void;
  /** The language of the sentence a failure ends with; English without it. */
  readonly screenLanguage?: () => ScreenLanguage;
}
