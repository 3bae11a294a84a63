/** A tool as its author meant it, after reading: what it is called, when it runs, what it gets, what becomes of its output. */
import { type JsonObject } from '../../shared/json-value.ts';

export type ToolKind = 'code' | 'llm' | 'builtin';
export type ToolTrigger = 'planning' | 'post_pipeline';
/** `sandbox`: writes are staged in the page and count at commit. */
export type ToolSideEffect = 'none' | 'sandbox' | 'irreversible';
/** Where visible output goes: into the message, into it but folded, or beside it only. */
export type ToolPlacement = 'message' | 'folded' | 'panel';

/** In the one order in which they stand in a tool's prompt. */
export const toolContextKeys = [
  'world_full',
  'story_summary',
  'recent_turns',
  'narrative_text',
  'writing_guide',
  'state_summary',
  'user_persona',
  'user_input',
  'dice_results',
  'known_context',
] as const;
export type ToolContextKey = (typeof toolContextKeys)[number];

export const MAX_LOOKBACK = 20;
export const MAX_TOOL_LIMIT_MS = 5_000;

export type ToolSource =
  | { readonly origin: 'builtin' }
  | {
      readonly origin: 'entry';
      readonly book: string;
      readonly uid: string;
      /** The entry's title as it stands. */
      readonly comment: string;
      readonly order: number;
      /** Always on; the others are active when a key matched. */
      readonly constant: boolean;
    };

export interface ToolDefinition {
  readonly name: string;
  /** What stands behind the bracket in the entry's title; empty without. */
  readonly title: string;
  readonly kind: ToolKind;
  readonly trigger: ToolTrigger;
  readonly description: string;
  /** JSON schema of an object. */
  readonly parameters: JsonObject;
  /** In canonical order, each once. */
  readonly context: readonly ToolContextKey[];
  readonly systemPrompt: string;
  /** A function body; empty for other kinds. */
  readonly code: string;
  /** Without the angle brackets; matched as text. */
  readonly outputTag: string | null;
  /** Rounds of its own output the tool sees again. */
  readonly tagLookback: number;
  readonly placement: ToolPlacement;
  readonly keepInHistory: boolean;
  readonly sideEffect: ToolSideEffect;
  /** Soft limit of code in ms; null = the default. */
  readonly limitMs: number | null;
  /** Length of an llm tool's answer in tokens; null = the default. */
  readonly maxTokens: number | null;
  /** The author's own word on whether a post tool waits for the analysis; null = by what it reads. */
  readonly afterAnalysis: boolean | null;
  readonly source: ToolSource;
}
