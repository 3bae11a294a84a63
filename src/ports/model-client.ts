/** One request to a model, outside SillyTavern's own generation. */
import { type PromptMessage, type Segment } from '../domain/prompt/segment.ts';
import { type AgentSlot } from '../domain/run/agent-slot.ts';
import { type Usage } from '../domain/run/run.ts';
import { type AgentSettings } from '../domain/settings.ts';

export interface ModelRequest {
  readonly slot: AgentSlot;
  readonly messages: readonly PromptMessage[];
  readonly settings: AgentSettings;
  readonly maxTokens: number;
  /** `low`: notes need no long thinking. */
  readonly reasoning: 'low' | 'default';
  /** What `messages` were made of, for a client that makes them fit. */
  readonly composed?: readonly Segment[];
  /** JSON schema to ask the provider for, where it is known to work; null = plain text. */
  readonly jsonSchema: { readonly name: string; readonly schema: unknown } | null;
}

export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  readonly finish: 'stop' | 'length' | 'filter' | 'unknown';
  readonly usage: Usage;
  readonly model: string;
}

/**
 * Contract: rejects with a NarrativeError only (`model.*`, `run.cancelled`); the message objects are never changed;
 * the caller aborts through `signal`, and the request is then really closed. `onText` gets the text so far.
 * Time limits (first token, total) are the client's, from `settings`.
 */
export interface ModelClient {
  complete(request: ModelRequest, signal: AbortSignal, onText?: (textSoFar: string) => void): Promise<ModelReply>;
  /** The connection a slot would use now. */
  describe(settings: AgentSettings): { readonly source: string; readonly model: string; readonly profile: string };
}

/** Follows what the player chooses. */
export interface LiveModelClient extends ModelClient {
  /** The connections of these agents as they are now, whatever is chosen later. Never throws. */
  hold(agents: readonly AgentSettings[]): ModelClient;
}
