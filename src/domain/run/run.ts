/** A run is one execution that fills one page: its type, its stages, how it ended. */
import { type FloorId, type PageId, type RunId } from '../ids.ts';
import { type PromptLayout } from '../prompt/segment.ts';
import { type SentPart } from '../prompt/sent-parts.ts';
import { type LoreRecord } from '../worldbook/lore-record.ts';
import { type AgentSlot } from './agent-slot.ts';
import { type ExecutionRecord } from './execution.ts';
import { type TurnType } from './turn-request.ts';

export const stepNames = [
  'open',
  'plan',
  'planning-tools',
  'recall',
  'compose',
  'write',
  'analyse',
  'post-tools',
  'assemble',
  'commit',
] as const;
export type StepName = (typeof stepNames)[number];

export type Schedule = 'serial' | 'merged' | 'parallel';
export type RunStatus = 'running' | 'completed' | 'partial' | 'failed' | 'cancelled' | 'stale';

/** The rungs of the one ladder of degrading, in order. */
export type Rung = 'retry' | 'repair' | 'salvage' | 'smaller-prompt' | 'other-profile' | 'merged' | 'keep-last-state';

export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly cachedTokens: number | null;
}

export interface Run {
  readonly runId: RunId;
  readonly type: TurnType | 'analyse' | 'catch-up' | 'continue';
  readonly floorId: FloorId;
  readonly pageId: PageId;
  readonly schedule: Schedule;
  readonly status: RunStatus;
  readonly step: StepName;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly rungs: readonly Rung[];
  readonly error: { readonly code: string; readonly message: string; readonly step: StepName } | null;
  /** Seeds of the turn's chance; a swipe takes the seeds of the run it rewrites. */
  readonly seed: number;
  /** Frozen plan of a serial run, for a swipe that rewrites with it. */
  readonly plan: unknown;
  /** Fingerprint of input, state and lore the plan was made from. */
  readonly planBasis: string | null;
}

/** The journal of a run; `seq` counts from 0 without gaps. */
export type RunEvent = { readonly runId: RunId; readonly seq: number; readonly at: number } & (
  | { readonly type: 'run.started'; readonly turnType: string; readonly schedule: Schedule }
  | { readonly type: 'step.started'; readonly step: StepName }
  | { readonly type: 'step.completed'; readonly step: StepName; readonly note?: string }
  | {
      readonly type: 'call.started';
      readonly callId: string;
      readonly slot: AgentSlot;
      readonly attempt: number;
      readonly model: string;
      readonly messages: readonly unknown[];
      readonly promptTokens: number;
      readonly cut: readonly unknown[];
      /** What the prompt was made of; older records have none. */
      readonly parts?: readonly SentPart[];
      /** The order they stand in, where it is ours; older records have none. */
      readonly layout?: PromptLayout;
    }
  | {
      readonly type: 'call.completed';
      readonly callId: string;
      readonly slot: AgentSlot;
      readonly text: string;
      readonly usage: Usage;
      /** Tokens of the text as we count them, for services that tell none; older records have none. */
      readonly estimate?: number;
      readonly milliseconds: number;
    }
  | {
      readonly type: 'call.failed';
      readonly callId: string;
      readonly slot: AgentSlot;
      readonly attempt: number;
      readonly code: string;
      readonly message: string;
      /** What the model had said, when it had said something; older records have none. */
      readonly text?: string;
      readonly estimate?: number;
      readonly milliseconds: number;
    }
  | { readonly type: 'rung.used'; readonly rung: Rung; readonly detail: string }
  | { readonly type: 'change.rejected'; readonly code: string; readonly reason: string; readonly proposal: unknown }
  | { readonly type: 'tool.finished'; readonly record: ExecutionRecord }
  | ({ readonly type: 'lore.routed' } & LoreRecord)
  | { readonly type: 'note'; readonly code: string; readonly detail: string }
  | { readonly type: 'run.ended'; readonly status: RunStatus; readonly code?: string }
);
