/** The writing prompt: the agent's segments, made to fit, and the journal's record of what is sent. */
import { composeMergedWriting } from '../../agents/merged-writing/agent.ts';
import { composeWriting as composeGuidedWriting } from '../../agents/writing/agent.ts';
import { fitPrompt } from '../fit-prompt.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type ComposedState, type ToolState } from '../turn-state.ts';

export async function composeWriting(deps: TurnDeps, state: ToolState): Promise<ComposedState> {
  const { request, sources, journal, notes } = state;
  notes.step = 'compose';
  const segments = sources.plan === null ? composeMergedWriting(sources) : composeGuidedWriting(sources);
  const prompt = await fitPrompt(deps.tokens, segments, request.promptBudget, request.inputParts);
  if (prompt.cut.length > 0) notes.rungs.push('smaller-prompt');
  notes.step = 'write';
  journal.append({
    type: 'call.started',
    callId: writingCallId(state.runId),
    slot: 'writing',
    attempt: 1,
    model: request.connection.model,
    messages: prompt.messages,
    promptTokens: prompt.tokens,
    cut: prompt.cut,
  });
  return { ...state, prompt };
}

/** The writing call is SillyTavern's own: there is one in a turn. */
export function writingCallId(runId: string): string {
  return `${runId}:writing`;
}
