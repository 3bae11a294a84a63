/** The model as tools ask it: through the turn's own call, with its journal, retries and countdown, and a prompt that fits. */
import { NarrativeError } from '../domain/errors.ts';
import { type CutRecord, type Segment } from '../domain/prompt/segment.ts';
import { sentParts } from '../domain/prompt/sent-parts.ts';
import { type TurnRequest } from '../domain/run/turn-request.ts';
import { type ModelClient } from '../ports/model-client.ts';
import { type TokenCounter } from '../ports/token-counter.ts';
import { ok } from '../shared/result.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { type AgentCall, type CallDeps } from './agent-call.ts';
import { callAgent } from './call-agent.ts';
import { callDeps } from './call-deps.ts';
import { cancelled } from './call-once.ts';
import { callRoom } from './call-room.ts';
import { cutText } from './cut-text.ts';
import { fitPrompt } from './fit-prompt.ts';
import { smallerPrompt } from './smaller-prompt.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type OpenState } from './turn-state.ts';

export interface ToolModelDeps {
  readonly calls: CallDeps;
  readonly tokens: TokenCounter;
  readonly room: Pick<TurnRequest, 'promptBudget' | 'replyTokens'>;
  /** Something of the prompt had to be left out. */
  readonly onCut: (cut: readonly CutRecord[]) => void;
}

export function toolModelDeps(deps: TurnDeps, state: OpenState & { readonly request: TurnRequest }): ToolModelDeps {
  const { chatId } = state.session.timeline();
  return {
    calls: callDeps(deps, state),
    tokens: deps.tokens,
    room: state.request,
    onCut: (cut) => deps.notifier.once(`prompt-cut:tool:${chatId}`, cutText(cut, deps.screenLanguage())),
  };
}

type ToolPrompt = Pick<
  AgentCall<unknown>,
  'messages' | 'promptTokens' | 'cut' | 'parts' | 'trim' | 'maxTokens' | 'context'
>;

/** Rejects with `run.cancelled`, and with `model.overflow` when what must stay is too long. */
export type FitToolPrompt = (
  segments: readonly Segment[],
  maxTokens: number,
  signal: AbortSignal,
) => Promise<ToolPrompt>;

export function fitToolPrompt({ tokens, room, onCut }: ToolModelDeps): FitToolPrompt {
  return async (segments, wanted, signal) => {
    const { context, maxTokens, promptLimit } = callRoom(room, wanted);
    const prompt = await untilAborted(fitPrompt(tokens, segments, promptLimit), signal, () => cancelled(signal));
    if (prompt.cut.length > 0) onCut(prompt.cut);
    return {
      messages: prompt.messages,
      promptTokens: prompt.tokens,
      cut: prompt.cut,
      parts: sentParts(prompt.segments, (text) => tokens.estimate(text)),
      maxTokens,
      context,
      trim: (limit) => smallerPrompt(tokens, { segments, refused: prompt, limit }),
    };
  };
}

/** A composed request is cut to the context by its segments' priorities; it fails with `model.overflow` when it cannot. */
export function makeToolModel(deps: ToolModelDeps): ModelClient {
  const { calls, tokens } = deps;
  const fit = fitToolPrompt(deps);
  return {
    describe: (settings) => calls.model.describe(settings),
    async complete({ slot, settings, messages, composed, maxTokens }, signal, onText) {
      const promptTokens = messages.reduce((sum, { content }) => sum + tokens.estimate(textOf(content)), 0);
      const prompt = composed ? await fit(composed, maxTokens, signal) : { messages, maxTokens, promptTokens, cut: [] };
      const read = (text: string) => ok(text);
      const answer = await callAgent(
        calls,
        { ...prompt, slot, settings, read, repair: (problem) => problem, ...(onText ? { onText } : {}) },
        signal,
      );
      if (!answer.ok) throw answer.error;
      if (signal.aborted) throw new NarrativeError('run.cancelled');
      const usage = { promptTokens: null, completionTokens: null, cachedTokens: null };
      return { text: answer.value, reasoning: '', finish: 'stop', usage, model: calls.model.describe(settings).model };
    },
  };
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));
