/** Asks the variable model as every agent is asked: with its retries, more room, and one repair of an answer that cannot be read. */
import { renderPrompt } from '../domain/prompt/render-prompt.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type AgentSettings } from '../domain/settings.ts';
import { type CallDeps } from './agent-call.ts';
import { callAgent } from './call-agent.ts';
import { type FitToolPrompt } from './tool-model.ts';
import { type AskExtractor } from './steps/update-mvu.ts';

/** Enough for a hundred operations; the settings of the tool slot may say otherwise. */
const MAX_TOKENS = 2_000;

const repairSentence = {
  zh: (problem: string) => `上面的回答无法读取（${problem}）。请只输出 {"patches": […]} 这样的一个 JSON 对象。`,
  en: (problem: string) =>
    `That answer could not be read (${problem}). Give one JSON object like {"patches": […]} and nothing else.`,
};

/**
 * Rejects with `run.cancelled`, and with `model.overflow` when what must stay is too long.
 * @param fit cuts the prompt to the context; without it the prompt goes whole
 */
export function makeAskExtractor(
  deps: CallDeps,
  settings: AgentSettings,
  language: StoryLanguage,
  fit?: FitToolPrompt,
): AskExtractor {
  return async (segments, read, signal) => {
    const wanted = settings.maxTokens > 0 ? settings.maxTokens : MAX_TOKENS;
    const whole = {
      messages: renderPrompt(segments),
      maxTokens: wanted,
      promptTokens: deps.estimate(segments.map(({ text }) => text).join('\n')),
      cut: [],
    };
    const prompt = fit ? await fit(segments, wanted, signal) : whole;
    return callAgent(deps, { ...prompt, slot: 'tool', settings, read, repair: repairSentence[language] }, signal);
  };
}
