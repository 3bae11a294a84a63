/** Tokens a prompt may have with the current chat-completion settings: the context less the room for the reply. */
import { type St } from './st-context.ts';

const FALLBACK = 4_096;

export function promptBudget(st: St): number {
  const { openai_max_context: context, openai_max_tokens: reply } = st().chatCompletionSettings;
  const budget = Number(context) - Number(reply);
  return Number.isFinite(budget) && budget > 0 ? budget : FALLBACK;
}
