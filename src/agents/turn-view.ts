/** Everything a turn knows, in one place; each agent's `view` takes its own part of it. */
import { type PageMessage } from '../domain/timeline/page.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { type SpokenText } from '../domain/prompt/segment.ts';
import { type SplitPreset } from '../domain/prompt/split-preset.ts';
import { type TurnRequest } from '../domain/run/turn-request.ts';
import { type World } from '../domain/world.ts';
import { type RoutedLore } from '../domain/worldbook/route.ts';

/** A round as text, e.g. a rendered turn or the original prose of a recalled round. */
export interface RoundText {
  readonly round: number;
  readonly text: string;
  /** The same as who says it, for a layout whose rounds are messages. */
  readonly turns?: readonly SpokenText[];
}

/** The turns one agent sees, rendered, oldest first. */
export interface AgentWindow {
  readonly turns: readonly RoundText[];
  /** How many of them, at the front, ride along only because their summary is not committed; they are cut first. */
  readonly ridingAlong: number;
}

export interface ToolCall {
  readonly tool: string;
  readonly params: JsonObject;
  /** What follows from either outcome; empty when the planner did not say. */
  readonly successBranch: string;
  readonly failureBranch: string;
  readonly reason: string;
}

export interface Plan {
  readonly intent: string;
  readonly toolCalls: readonly ToolCall[];
  /** Rounds whose original text the writer shall see. */
  readonly textRecall: readonly number[];
  readonly narrativeDirection: string;
  readonly sceneSetting: string;
  readonly keyPoints: readonly string[];
  readonly tone: string;
  readonly pacing: 'slow' | 'medium' | 'fast';
  readonly continuityNotes: readonly string[];
}

/** An earlier round that was never analysed. */
export interface PendingRound {
  readonly round: number;
  readonly input: string;
  readonly prose: string;
}

export interface TurnSources {
  readonly request: TurnRequest;
  /** The world this turn starts from. */
  readonly world: World;
  /** The state as text, of MVU where the chat has it; with the ids the analysis must reuse. */
  readonly stateText: string;
  readonly lore: RoutedLore;
  /** `emptyPreset` with preset mode `none`. */
  readonly preset: SplitPreset;
  readonly planningWindow: AgentWindow;
  readonly writingWindow: AgentWindow;
  /** The last replies without tool output, newest last: the measure of an `auto` length. */
  readonly recentReplies: readonly string[];
  /** `/na guide`: for this turn only; empty without. */
  readonly guidance: string;
  /** What other extensions tell single agents for this round. */
  readonly notes: readonly Omit<PageMessage, 'messageId'>[];
  /** Short instructions, for small contexts and local models. */
  readonly lite: boolean;
  /** The planning tools as the tools room lists them; empty without. */
  readonly toolList: string;
  /** After planning; null before and in merged mode. */
  readonly plan: Plan | null;
  readonly recalled: readonly RoundText[];
  /** One line or block per result, in the order of the calls. */
  readonly toolResults: readonly string[];
  /** After writing, cleaned of tool output. */
  readonly prose: string;
  /** The greeting, on the first analysis only: place and clock of the beginning are read from it. */
  readonly greeting: string | null;
  /** MVU variables hold the state: the analysis writes the summary and leaves the state alone. */
  readonly variablesRule: boolean;
  /** Rounds the analysis takes along. */
  readonly pending: readonly PendingRound[];
}

/** What is empty until a later stage fills it; spread it under a turn's own parts. */
export const nothingYet = {
  guidance: '',
  notes: [],
  lite: false,
  toolList: '',
  plan: null,
  recalled: [],
  toolResults: [],
  prose: '',
  greeting: null,
  variablesRule: false,
  pending: [],
} satisfies Partial<TurnSources>;
