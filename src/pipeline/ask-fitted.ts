/** Asks an agent with its prompt made to fit: room for the answer, the layout of its connection, one repair, a smaller prompt. */
import { type NarrativeError } from '../domain/errors.ts';
import { chooseLayout } from '../domain/prompt/prompt-layout.ts';
import { type Segment } from '../domain/prompt/segment.ts';
import { type Result } from '../shared/result.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { type AgentCall } from './agent-call.ts';
import { callAgent } from './call-agent.ts';
import { callDeps } from './call-deps.ts';
import { cancelled } from './call-once.ts';
import { callRoom } from './call-room.ts';
import { fitPrompt } from './fit-prompt.ts';
import { partsOf } from './prompt-parts.ts';
import { repairText } from './repair-text.ts';
import { smallerPrompt } from './smaller-prompt.ts';
import { tellShortened } from './tell-shortened.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type GatheredState } from './turn-state.ts';

interface FittedCall<Answer> extends Pick<AgentCall<Answer>, 'slot' | 'settings' | 'read' | 'onText'> {
  readonly segments: readonly Segment[];
  /** Tokens the answer may have where the player set none. */
  readonly answerTokens: number;
  readonly inputParts?: readonly unknown[];
}

/** Rejects with `run.cancelled`, and with `model.overflow` when what must stay is too long. */
export async function askFitted<Answer>(
  deps: TurnDeps,
  state: GatheredState,
  { segments, answerTokens, inputParts = [], ...call }: FittedCall<Answer>,
  signal: AbortSignal,
): Promise<Result<Answer, NarrativeError>> {
  const { request, settings } = state;
  const { context, maxTokens, promptLimit } = callRoom(request, call.settings.maxTokens || answerTokens);
  const layout = chooseLayout(settings.promptLayout, state.model.describe(call.settings).source);
  const fitting = fitPrompt(deps.tokens, segments, promptLimit, { inputParts, layout });
  const prompt = await untilAborted(fitting, signal, () => cancelled(signal));
  tellShortened(deps, state, segments, prompt.cut);
  return callAgent(
    callDeps(deps, state),
    {
      ...call,
      messages: prompt.messages,
      promptTokens: prompt.tokens,
      cut: prompt.cut,
      parts: partsOf(deps, state, prompt.segments),
      layout,
      maxTokens,
      context,
      repair: (problem) => repairText(problem, request.language),
      trim: (limit) => smallerPrompt(deps.tokens, { segments, refused: prompt, limit, inputParts }),
    },
    signal,
  );
}
