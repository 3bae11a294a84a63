/** Recall: the original prose of the rounds the plan named, for the writer. */
import { proseOf } from '../../domain/history/render-turns.ts';
import { recallRounds } from '../../domain/history/recall.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type PlannedState } from '../turn-state.ts';

/** Share of the prompt recalled text may take. */
const RECALL_SHARE = 0.25;

export function recallText<State extends PlannedState>(deps: TurnDeps, state: State): State {
  const { sources, rounds, request, settings, journal, notes } = state;
  const asked = sources.plan?.textRecall ?? [];
  if (!settings.pipeline.enableTextRecall || asked.length === 0) return state;
  notes.step = 'recall';
  const candidates = rounds
    .filter(({ round }) => asked.includes(round))
    .map(({ round, messages }) => {
      const text = proseOf(messages);
      return { round, text, tokens: deps.tokens.estimate(text) };
    });
  const window = new Set(sources.writingWindow.turns.map(({ round }) => round));
  const limit = Math.floor(request.promptBudget * RECALL_SHARE);
  const { found, refused } = recallRounds(
    asked,
    candidates.filter(({ text }) => text !== ''),
    window,
    limit,
  );
  for (const { round, reason } of refused) {
    journal.append({ type: 'note', code: `recall.${reason}`, detail: String(round) });
  }
  journal.append({ type: 'step.completed', step: 'recall', note: found.map(({ round }) => round).join(', ') });
  return { ...state, sources: { ...sources, recalled: found.map(({ round, text }) => ({ round, text })) } };
}
