/** The shape every agent has: what it is shown becomes segments, what it says becomes an answer. */
import { type NarrativeError } from '../domain/errors.ts';
import { type Segment } from '../domain/prompt/segment.ts';
import { type AgentSlot } from '../domain/run/agent-slot.ts';
import { type Result } from '../shared/result.ts';
import { type TurnSources } from './turn-view.ts';

export interface Agent<View, Answer> {
  readonly slot: AgentSlot;
  /** The white list: takes from the turn what this agent may see, and nothing else. */
  view(sources: TurnSources): View;
  /** In the order of the prompt; `renderPrompt` and `fitBudget` do the rest. */
  segments(view: View): readonly Segment[];
  /** @returns the answer, or `answer.*` with what is wrong in its message (a repair call may quote it) */
  readAnswer(text: string, view: View): Result<Answer, NarrativeError>;
}
