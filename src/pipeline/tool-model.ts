/** The model as tools ask it: through the turn's own call, with its journal, retries and countdown. */
import { NarrativeError } from '../domain/errors.ts';
import { type ModelClient } from '../ports/model-client.ts';
import { type TokenCounter } from '../ports/token-counter.ts';
import { ok } from '../shared/result.ts';
import { type CallDeps } from './agent-call.ts';
import { callAgent } from './call-agent.ts';

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

export function makeToolModel(deps: CallDeps, tokens: TokenCounter): ModelClient {
  return {
    describe: (settings) => deps.model.describe(settings),
    async complete({ slot, messages, settings, maxTokens }, signal, onText) {
      const answer = await callAgent(
        deps,
        {
          slot,
          messages,
          settings,
          maxTokens,
          promptTokens: tokens.estimate(messages.map(({ content }) => textOf(content)).join('\n')),
          cut: [],
          read: (text) => ok(text),
          repair: (problem) => problem,
          ...(onText ? { onText } : {}),
        },
        signal,
      );
      if (!answer.ok) throw answer.error;
      if (signal.aborted) throw new NarrativeError('run.cancelled');
      const usage = { promptTokens: null, completionTokens: null, cachedTokens: null };
      return { text: answer.value, reasoning: '', finish: 'stop', usage, model: deps.model.describe(settings).model };
    },
  };
}
