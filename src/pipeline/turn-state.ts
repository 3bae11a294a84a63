/** What each step adds to a turn: a chain of types, so that a step cannot run before what it needs exists. */
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { type NarrativeError } from '../domain/errors.ts';
import { type RunId } from '../domain/ids.ts';
import { type ExecutionRecord } from '../domain/run/execution.ts';
import { type RenderedPrompt } from '../domain/prompt/segment.ts';
import { type Rung, type Schedule, type StepName } from '../domain/run/run.ts';
import { type TurnRequest, type TurnType } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type AnalysisStatus, type PageMessage } from '../domain/timeline/page.ts';
import { type Plan, type TurnSources } from '../agents/turn-view.ts';
import { type ToolOutput } from '../domain/tools/tool-output.ts';
import { type Round } from '../domain/history/rounds.ts';
import { type ChatSession, type OpenedTurn } from '../ports/chat-session.ts';
import { type ModelClient } from '../ports/model-client.ts';
import { type PlacedOutput } from '../tools/place-output.ts';
import { type WrittenMessage } from '../ports/turn-runner.ts';
import { type Journal } from './journal.ts';
import { type ToldTurn } from './next-turn.ts';
import { type MvuStep } from './steps/update-mvu.ts';
import { type TurnTools } from './turn-toolbox.ts';

/** Notes about the run that grow while it goes on; everything else of a state is read-only. */
export interface RunNotes {
  step: StepName;
  readonly rungs: Rung[];
  /** Effects found so far. */
  staged: readonly Effect[];
}

/** What a turn that brought no prose had ready: its next try repeats the writing and nothing else. */
export interface UnfinishedTurn {
  readonly session: ChatSession;
  readonly ordinal: number;
  /** Fingerprint of what its prompt was made from. */
  readonly basis: string;
  readonly seed: number;
  readonly plan: Plan | null;
  readonly planBasis: string | null;
  readonly toolResults: readonly string[];
  readonly made: Pick<ToolState, 'messages' | 'effects' | 'dice' | 'toolCalls'>;
  readonly records: readonly ExecutionRecord[];
  /** Tokens the next writing prompt may have, when the service refused this one as too long. */
  readonly promptLimit: number | null;
}

export interface OpenState {
  readonly runId: RunId;
  readonly type: TurnType;
  readonly seed: number;
  readonly startedAt: number;
  readonly settings: Settings;
  /** With the connections the turn began with. */
  readonly model: ModelClient;
  readonly orders: ToldTurn;
  readonly session: ChatSession;
  readonly opened: OpenedTurn;
  /** MVU variables hold the state of this chat: the ten built-in changes are not asked for, nor applied. */
  readonly variablesRule: boolean;
  /** What the first page of a chat without a greeting begins with. */
  readonly initial: readonly Effect[];
  readonly journal: Journal;
  readonly notes: RunNotes;
  /** What the turn before had ready when its writing failed; null when that one came to its end. */
  readonly unfinished: UnfinishedTurn | null;
}

export interface RequestState extends OpenState {
  readonly request: TurnRequest;
}

export interface GatheredState extends RequestState {
  readonly schedule: Schedule;
  /** Everything the agents' views are taken from; later steps fill in plan, results and prose. */
  readonly sources: TurnSources;
  readonly rounds: readonly Round[];
  /** Null when no book brings a tool and nothing is planned. */
  readonly tools: TurnTools | null;
}

export interface PlannedState extends GatheredState {
  /** What the plan was made from; null without a plan. */
  readonly planBasis: string | null;
}

/** After the planner's tools. */
export interface ToolState extends PlannedState {
  /** What planning left for the record: the guide, tool results, recalled text. */
  readonly messages: readonly Omit<PageMessage, 'messageId'>[];
  /** Effects of planning tools; they count at commit. */
  readonly effects: readonly Effect[];
  readonly dice: readonly DiceRecord[];
  /** Calls of the planner, refused ones too. */
  readonly toolCalls: number;
}

export interface ComposedState extends ToolState {
  readonly prompt: RenderedPrompt;
}

export interface WrittenState extends ComposedState {
  readonly written: WrittenMessage;
}

/** What the analysis needs of a turn; an older floor that is analysed again has no prompt of its own. */
export type AnalysableState = GatheredState &
  Pick<ComposedState, 'effects'> & { readonly written: { readonly text: string } };

export interface Findings {
  readonly analysis: AnalysisStatus;
  readonly effects: readonly Effect[];
  readonly earlier: readonly { readonly floorId: OpenedTurn['floorId']; readonly effects: readonly Effect[] }[];
  /** Why there is no analysis, when a call failed. */
  readonly error?: NarrativeError;
}

/** What post tools gave. */
export interface PostState extends WrittenState, Findings {
  /** Visible outputs in their stable order. */
  readonly outputs: readonly PlacedOutput[];
  /** Null: the chat has no variables, or the turn was stopped. */
  readonly variables: MvuStep | null;
}

export interface AssembledState extends PostState {
  readonly finalText: string;
  readonly toolOutput: readonly ToolOutput[];
}
