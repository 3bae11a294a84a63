/** The writing prompt: the agent's segments, made to fit, and the journal's record of what is sent. */
import { composeMergedWriting } from '../../agents/merged-writing/agent.ts';
import { composeWriting as composeGuidedWriting } from '../../agents/writing/agent.ts';
import { NarrativeError } from '../../domain/errors.ts';
import { chooseLayout } from '../../domain/prompt/prompt-layout.ts';
import { type RenderedPrompt, type Segment } from '../../domain/prompt/segment.ts';
import { insertionOf } from '../insertion-of.ts';
import { cutText } from '../cut-text.ts';
import { fitPrompt, TOKENS_PER_PART } from '../fit-prompt.ts';
import { partsOf } from '../prompt-parts.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type ComposedState, type ToolState } from '../turn-state.ts';
import { continues } from '../unfinished-turn.ts';

export async function composeWriting(deps: TurnDeps, state: ToolState): Promise<ComposedState> {
  const { request, journal, notes } = state;
  notes.step = 'compose';
  const prompt = state.settings.promptMode === 'native' ? await ours(deps, state) : theirs(deps, state);
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
    parts: partsOf(deps, state, prompt.segments),
    ...(prompt.layout ? { layout: prompt.layout } : {}),
  });
  return { ...state, prompt };
}

function ours(deps: TurnDeps, state: ToolState): Promise<RenderedPrompt> {
  const { sources } = state;
  return fitWriting(deps, state, sources.plan === null ? composeMergedWriting(sources) : composeGuidedWriting(sources));
}

/** SillyTavern's own prompt, which holds our insertion already. */
function theirs(deps: TurnDeps, state: ToolState): RenderedPrompt {
  const messages = state.request.hostPrompt ?? [];
  const tokens = messages.reduce((sum, { content }) => {
    return sum + deps.tokens.estimate(typeof content === 'string' ? content : JSON.stringify(content));
  }, 0);
  return { messages, segments: insertionOf(deps, state), tokens, cut: [] };
}

/** What the service refused as too long is asked for again with less, down to what must stay. */
async function fitWriting(deps: TurnDeps, state: ToolState, segments: readonly Segment[]): Promise<RenderedPrompt> {
  const { request, unfinished } = state;
  // A longer reply than SillyTavern's own limit takes its room from the prompt.
  const longer = Math.max(0, request.settings.agents.writing.maxTokens - request.replyTokens);
  const budget = request.promptBudget - longer;
  const shape = {
    inputParts: request.inputParts,
    layout: chooseLayout(request.settings.promptLayout, request.connection.source),
  };
  const refused = continues(unfinished, state) ? unfinished.promptLimit : null;
  const fit = (limit: number): Promise<RenderedPrompt> => fitPrompt(deps.tokens, segments, limit, shape);
  if (refused === null || refused >= budget) return fit(budget);
  try {
    return await fit(refused);
  } catch (error) {
    const needed = error instanceof NarrativeError ? error.details['needed'] : null;
    if (typeof needed !== 'number') throw error;
    return fit(Math.min(budget, needed + request.inputParts.length * TOKENS_PER_PART));
  }
}

/** The writing call is SillyTavern's own: there is one in a turn. */
export function writingCallId(runId: string): string {
  return `${runId}:writing`;
}
