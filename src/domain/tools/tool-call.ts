/** A call of a tool as the planner wrote it, and why a call may be refused. */
import { type JsonObject } from '../../shared/json-value.ts';

export interface ToolCall {
  readonly tool: string;
  readonly params: JsonObject;
  /** What follows from either outcome of a check; empty when the planner did not say. */
  readonly successBranch: string;
  readonly failureBranch: string;
  readonly reason: string;
}

export type RefusalReason =
  | 'disabled'
  | 'tool_not_found'
  | 'slot_not_allowed'
  | 'deny_listed'
  | 'not_in_allow_list'
  | 'max_calls_exceeded'
  | 'max_steps_exceeded'
  | 'irreversible_blocked'
  | 'not_active'
  | 'approval_required'
  | 'approval_denied'
  | 'sandbox_unavailable'
  | 'wrong_phase'
  | 'duplicate_call'
  | 'invalid_definition';
