/** Planning: asks for a plan, keeps the old one for a swipe that rewrites, and goes on without one when it must. */
import { composePlanning } from '../../agents/planning/agent.ts';
import { readPlan } from '../../agents/planning/answer.ts';
import { type Plan } from '../../agents/turn-view.ts';
import { isCancelled, NarrativeError } from '../../domain/errors.ts';
import { askFitted } from '../ask-fitted.ts';
import { failureText, withoutPlanText } from '../failure-text.ts';
import { planBasis } from '../plan-basis.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type GatheredState, type PlannedState } from '../turn-state.ts';

/** Room for a plan, in tokens, where the player set none. */
const PLAN_TOKENS = 1_500;

/** Rejects with `run.cancelled`, and with errors only the player can mend (a wrong key fails the writing too). */
export async function planTurn(
  deps: TurnDeps,
  state: GatheredState,
  signal: AbortSignal,
  onText?: (textSoFar: string) => void,
): Promise<PlannedState> {
  const basis = planBasis(state.sources);
  if (state.schedule === 'merged') return { ...state, planBasis: null };
  const { journal, notes } = state;
  notes.step = 'plan';
  journal.append({ type: 'step.started', step: 'plan' });
  const kept = keptPlan(state, basis);
  const plan = kept ?? (await ask(deps, state, signal, onText));
  journal.append({ type: 'step.completed', step: 'plan', ...(kept ? { note: 'kept' } : {}) });
  return { ...state, sources: { ...state.sources, plan }, planBasis: plan ? basis : null };
}

function keptPlan({ type, settings, opened }: GatheredState, basis: string): Plan | null {
  const before = opened.rewritten;
  if (type !== 'swipe' || settings.swipe !== 'rewrite' || before?.planBasis !== basis) return null;
  return before.plan as Plan | null;
}

async function ask(
  deps: TurnDeps,
  state: GatheredState,
  signal: AbortSignal,
  onText?: (textSoFar: string) => void,
): Promise<Plan | null> {
  const { request, settings, sources } = state;
  try {
    const answer = await askFitted(
      deps,
      state,
      {
        slot: 'planning',
        segments: composePlanning(sources),
        settings: settings.agents.planning,
        answerTokens: PLAN_TOKENS,
        inputParts: request.inputParts,
        read: readPlan,
        ...(onText ? { onText } : {}),
      },
      signal,
    );
    if (answer.ok) return answer.value;
    return withoutPlan(deps, state, answer.error);
  } catch (error) {
    if (isCancelled(error) || !(error instanceof NarrativeError)) throw error;
    return withoutPlan(deps, state, error);
  }
}

/** The turn goes on as merged, and says so. */
function withoutPlan(deps: TurnDeps, state: GatheredState, error: NarrativeError): null {
  state.notes.rungs.push('merged');
  state.journal.append({ type: 'rung.used', rung: 'merged', detail: `${error.code}: ${error.message}` });
  const language = deps.screenLanguage();
  const { profile } = state.settings.agents.planning;
  const connection = { source: '', model: '', profile };
  // Without a slot in its details it never reached a connection: its own words say nothing of agent and remedy.
  const sentence =
    'slot' in error.details ? error.message : failureText({ code: error.code, slot: 'planning', connection }, language);
  deps.progress.notice({ kind: 'degraded', detail: withoutPlanText(sentence, language) });
  return null;
}
