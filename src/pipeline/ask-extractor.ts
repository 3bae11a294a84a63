/** Asks the variable model through the turn's own model, with one repair of an answer that cannot be read. */
import { renderPrompt } from '../domain/prompt/render-prompt.ts';
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type AgentSettings } from '../domain/settings.ts';
import { type ModelClient } from '../ports/model-client.ts';
import { type AskExtractor } from './steps/update-mvu.ts';

/** Enough for a hundred operations; the settings of the tool slot may say otherwise. */
const MAX_TOKENS = 2_000;

const repairSentence = {
  zh: (problem: string) => `上面的回答无法读取（${problem}）。请只输出 {"patches": […]} 这样的一个 JSON 对象。`,
  en: (problem: string) =>
    `That answer could not be read (${problem}). Give one JSON object like {"patches": […]} and nothing else.`,
};

/** `model` journals, retries and rejects with a NarrativeError; what it rejects with goes through. */
export function makeAskExtractor(model: ModelClient, settings: AgentSettings, language: StoryLanguage): AskExtractor {
  const complete = async (messages: readonly PromptMessage[], signal: AbortSignal): Promise<string> => {
    const maxTokens = settings.maxTokens > 0 ? settings.maxTokens : MAX_TOKENS;
    const request = { slot: 'tool', messages, settings, maxTokens, reasoning: 'low', jsonSchema: null } as const;
    return (await model.complete(request, signal)).text;
  };
  return async (segments, read, signal) => {
    const messages = renderPrompt(segments);
    const text = await complete(messages, signal);
    const answer = await read(text);
    if (answer.ok) return answer;
    const again = repairSentence[language](answer.error.message);
    const repaired = [...messages, { role: 'assistant', content: text }, { role: 'user', content: again }] as const;
    return read(await complete(repaired, signal));
  };
}
