/** The record of one call of a tool: what went in, what came out, what it cost; it belongs to the page it was made for. */
import { type ErrorCode } from '../errors.ts';
import { type DiceRecord } from '../dice/dice-record.ts';
import { type ExecutionId, type FloorId, type PageId, type RunId } from '../ids.ts';
import { type ToolKind, type ToolSideEffect } from '../tools/tool-definition.ts';
import { type RefusalReason } from '../tools/tool-call.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';

export type ExecutionStatus =
  'running' | 'queued' | 'success' | 'error' | 'denied' | 'timeout' | 'uncertain' | 'blocked';

export interface ExecutionRecord {
  readonly executionId: ExecutionId;
  /** Null for a trial on the author's bench. */
  readonly runId: RunId | null;
  readonly floorId: FloorId | null;
  readonly pageId: PageId | null;
  readonly phase: 'planning' | 'post' | 'bench';
  /** Place among the calls of its phase, from 0. */
  readonly index: number;
  readonly tool: string;
  readonly kind: ToolKind | null;
  readonly sideEffect: ToolSideEffect;
  /** As they were used: after the schema's coercions. */
  readonly arguments: JsonObject;
  /** What was read otherwise than it was written, e.g. `dc: "15" → 15`. */
  readonly coercions: readonly string[];
  readonly reason: string;
  readonly result: JsonValue;
  /** The text the writer or the reader gets. */
  readonly text: string;
  readonly seed: number;
  readonly rolls: readonly DiceRecord[];
  /** What the code printed. */
  readonly logs: readonly string[];
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly status: ExecutionStatus;
  /** Why it was refused (`denied`, `blocked`). */
  readonly refusal: RefusalReason | null;
  /** The error's code, e.g. `tool.timeout`. */
  readonly code: ErrorCode | null;
  /** For people. */
  readonly message: string;
}
