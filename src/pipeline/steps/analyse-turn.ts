/** Asks the analysis what the round did; a bad or missing answer never costs the prose. */
import { composeAnalysis } from '../../agents/analysis/agent.ts';
import { type AnalysisAnswer, type FoundRound, readAnalysis } from '../../agents/analysis/answer.ts';
import { isCancelled, type NarrativeError } from '../../domain/errors.ts';
import { cleanReply } from '../../domain/history/clean-message.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { askFitted } from '../ask-fitted.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type AnalysableState, type Findings } from '../turn-state.ts';

/** Room for an answer, in tokens, where the player set none. */
const ANSWER_TOKENS = 2_000;
/** Room for each round that rides along. */
const ROUND_TOKENS = 500;

/** Never rejects: a stop leaves the analysis `pending`, an answer that cannot be read leaves it `failed`. */
export async function analyseTurn(deps: TurnDeps, state: AnalysableState, signal: AbortSignal): Promise<Findings> {
  const { journal } = state;
  journal.append({ type: 'step.started', step: 'analyse' });
  try {
    const answer = await ask(deps, state, signal);
    if (!answer.ok) return withoutAnswer(deps, state, 'failed', answer.error);
    if (answer.value.cutOff) deps.progress.notice({ kind: 'degraded', detail: 'answer.cut-off' });
    const findings = takeAnswer(state, answer.value);
    journal.append({ type: 'step.completed', step: 'analyse' });
    return findings;
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn('The analysis failed in an unexpected way.', error);
    return withoutAnswer(deps, state, isCancelled(error) ? 'pending' : 'failed', null);
  }
}

async function ask(deps: TurnDeps, state: AnalysableState, signal: AbortSignal) {
  const { request, settings, sources } = state;
  return askFitted(
    deps,
    state,
    {
      slot: 'analysis',
      segments: composeAnalysis({ ...sources, prose: cleanReply(state.written.text) }),
      settings: settings.agents.mergedAnalysis,
      answerTokens: ANSWER_TOKENS + sources.pending.length * ROUND_TOKENS,
      read: (text) => readAnalysis(text, request.language),
    },
    signal,
  );
}

function takeAnswer(state: AnalysableState, answer: AnalysisAnswer): Findings {
  const { journal, notes, rounds } = state;
  if (answer.cutOff) {
    notes.rungs.push('salvage');
    journal.append({ type: 'rung.used', rung: 'salvage', detail: `${answer.lost} lost` });
  }
  if (!state.variablesRule) reject(state, answer);
  const greeting = rounds.find(({ round }) => round === 0);
  const opening: Effect[] = answer.opening ? [{ kind: 'opening', ...answer.opening }] : [];
  const earlier = answer.earlier.flatMap((found) => {
    const asked = state.sources.pending.some(({ round }) => round === found.round);
    const row = rounds.find(({ round }) => round === found.round)?.row;
    if (!asked || !row) return [];
    if (!state.variablesRule) reject(state, found);
    return [{ floorId: row.floorId, effects: effectsOf(found, state.variablesRule) }];
  });
  const first =
    state.sources.greeting !== null && greeting ? [{ floorId: greeting.row.floorId, effects: opening }] : [];
  return {
    analysis: 'done',
    effects: [...state.effects, ...effectsOf(answer, state.variablesRule)],
    earlier: [...first, ...earlier],
  };
}

/** Beside the variables of a card there is no second state. */
function effectsOf({ summary, changes }: FoundRound, variablesRule: boolean): Effect[] {
  const states: Effect[] = (variablesRule ? [] : changes).map((found) => ({
    kind: 'state',
    ...found,
    source: 'analysis',
  }));
  return summary === null ? states : [{ kind: 'summary', text: summary }, ...states];
}

function reject(state: AnalysableState, { rejected }: FoundRound): void {
  for (const { code, reason, proposal } of rejected) {
    state.journal.append({ type: 'change.rejected', code, reason, proposal });
  }
}

function withoutAnswer(
  deps: TurnDeps,
  state: AnalysableState,
  analysis: 'pending' | 'failed',
  error: NarrativeError | null,
): Findings {
  const { journal, notes, opened } = state;
  notes.rungs.push('keep-last-state');
  journal.append({ type: 'rung.used', rung: 'keep-last-state', detail: error?.code ?? analysis });
  deps.progress.notice({
    kind: analysis === 'failed' ? 'analysis-failed' : 'analysis-pending',
    pageId: opened.pageId,
    detail: error?.message ?? '',
  });
  return { analysis, effects: state.effects, earlier: [], ...(error ? { error } : {}) };
}
