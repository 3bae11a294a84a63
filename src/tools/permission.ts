/** May this call run? The first rule that refuses gives the reason. */
import { type AgentSlot } from '../domain/run/agent-slot.ts';
import { type Settings } from '../domain/settings.ts';
import { type RefusalReason } from '../domain/tools/tool-call.ts';
import { type ToolTrigger } from '../domain/tools/tool-definition.ts';
import { type CatalogueTool } from './catalogue.ts';

/** What a turn has used so far; refused calls count too. */
export interface TurnUse {
  readonly calls: number;
  /** Rounds of calling tools, e.g. one answer of the planner. */
  readonly steps: number;
}

export interface Asked {
  /** Undefined: no tool has that name. */
  readonly tool: CatalogueTool | undefined;
  readonly slot: AgentSlot;
  readonly phase: ToolTrigger;
  readonly use: TurnUse;
}

/** A list for `*` counts for every agent; a name `*` in a list stands for every tool. */
function listFor(lists: Readonly<Record<string, readonly string[]>>, slot: AgentSlot): readonly string[] | null {
  const own = Object.hasOwn(lists, slot) ? (lists[slot] ?? []) : null;
  const all = Object.hasOwn(lists, '*') ? (lists['*'] ?? []) : null;
  return own || all ? [...(own ?? []), ...(all ?? [])] : null;
}

const names = (list: readonly string[], tool: string): boolean => list.includes(tool) || list.includes('*');

/** @returns null when the call may run */
export function refusalOf({ tool, slot, phase, use }: Asked, rights: Settings['tools']): RefusalReason | null {
  if (use.calls >= rights.maxCallsPerTurn) return 'max_calls_exceeded';
  if (use.steps > rights.maxSteps) return 'max_steps_exceeded';
  if (!tool) return 'tool_not_found';
  const { name, trigger, sideEffect } = tool.definition;
  if (trigger !== phase) return 'wrong_phase';
  const denied = listFor(rights.deny, slot);
  if (denied && names(denied, name)) return 'deny_listed';
  const allowed = listFor(rights.allow, slot);
  if (allowed && !names(allowed, name)) return 'not_in_allow_list';
  if (tool.state !== 'ready') return tool.state;
  return sideEffect === 'irreversible' && !rights.allowIrreversible ? 'irreversible_blocked' : null;
}
