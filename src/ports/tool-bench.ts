/** The author's bench: every tool with its state and lint, a trial run, the prompt a tool would get, the roll log. */
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { type ExecutionRecord } from '../domain/run/execution.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type RefusalReason } from '../domain/tools/tool-call.ts';
import { type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { type ToolLint } from '../domain/tools/tool-lint.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { type ConsentAnswer } from './consent-store.ts';

export interface BenchTool {
  readonly name: string;
  readonly definition: ToolDefinition | null;
  /** `ready`, or why the tool would not run now; `invalid_definition` when it could not be read. */
  readonly state: 'ready' | RefusalReason;
  /** The state in words of the screen's language. */
  readonly stateText: string;
  readonly lints: readonly ToolLint[];
  /** SHA-256 of its code; null when it has none. */
  readonly codeHash: string | null;
  readonly consent: ConsentAnswer | null;
  /** Parameters made up from the schema, to begin a trial with. */
  readonly sampleParams: JsonObject;
}

export interface BenchRoll {
  readonly record: DiceRecord;
  readonly text: string;
  readonly tool: string;
  readonly at: number;
}

export interface Trial {
  readonly record: ExecutionRecord;
  /** What the page would have done to the world. */
  readonly effects: readonly Effect[];
}

/** Contract: nothing here changes the story: what a trial would change is shown and thrown away. */
export interface ToolBench {
  /** In the order of the entries, broken ones included, then the built-in tools. */
  list(): Promise<readonly BenchTool[]>;
  /** Runs with the state at the head; an llm tool costs a model call. Rejects with `run.cancelled` only. */
  tryTool(name: string, params: JsonObject, signal: AbortSignal): Promise<Trial>;
  /** The messages an llm tool would get now; null for other kinds. */
  previewPrompt(name: string, params: JsonObject): Promise<readonly PromptMessage[] | null>;
  /** Rolls of the chat and of trials, newest first. */
  rolls(): Promise<readonly BenchRoll[]>;
}
