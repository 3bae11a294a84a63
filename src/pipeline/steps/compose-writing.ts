/** The writing prompt: the agent's segments, made to fit, and the journal's record of what is sent. */
import { composeMergedWriting } from '../../agents/merged-writing/agent.ts';
import { composeWriting as composeGuidedWriting } from '../../agents/writing/agent.ts';
import { cutText } from '../cut-text.ts';
import { fitPrompt } from '../fit-prompt.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type ComposedState, type ToolState } from '../turn-state.ts';
import { continues } from '../unfinished-turn.ts';

export async function composeWriting(deps: TurnDeps, state: ToolState): Promise<ComposedState> {
  const { request, sources, journal, notes } = state;
  notes.step = 'compose';
  const segments = sources.plan === null ? composeMergedWriting(sources) : composeGuidedWriting(sources);
  const { unfinished } = state;
  const refused = continues(unfinished, state) ? unfinished.promptLimit : null;
  // A longer reply than SillyTavern's own limit takes its room from the prompt.
  const longer = Math.max(0, request.settings.agents.writing.maxTokens - request.replyTokens);
  const budget = request.promptBudget - longer;
  const limit = Math.min(budget, refused ?? budget);
  const prompt = await fitPrompt(deps.tokens, segments, limit, request.inputParts);
  if (prompt.cut.length > 0) {
    notes.rungs.push('smaller-prompt');
    // Once is enough: it will be so at every turn.
    deps.notifier.once(`prompt-cut:${state.session.timeline().chatId}`, cutText(prompt.cut, deps.screenLanguage()));
  }
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
