/** Planning with its tools: calls start while the plan still streams; their results are fixed for the writer. */
import { renderGuide } from '../../agents/planning/render-guide.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type GatheredState, type PlannedState, type ToolState, type UnfinishedTurn } from '../turn-state.ts';
import { continues } from '../unfinished-turn.ts';
import { planTurn } from './plan-turn.ts';
import { type PlanningToolsResult } from './run-planning-tools.ts';

/** Rejects with `run.cancelled` only; without a plan no tool has run. */
export async function planAndRoll(deps: TurnDeps, state: GatheredState, signal: AbortSignal): Promise<ToolState> {
  const { unfinished } = state;
  if (state.schedule !== 'merged' && continues(unfinished, state) && unfinished.plan) return kept(state, unfinished);
  if (state.schedule === 'merged' || !state.tools) {
    return { ...(await planTurn(deps, state, signal)), messages: [], effects: [], dice: [], toolCalls: 0 };
  }
  const stage = { rounds: state.rounds, stateText: state.sources.stateText };
  const tools = state.tools.openPlanning(stage, signal);
  const planned = await planTurn(deps, state, signal, (text) => tools.onText(text));
  const { plan } = planned.sources;
  if (!plan) {
    // What was started for a plan that came to nothing leaves its records, and nothing else.
    const { records } = await tools.finish([], '');
    return { ...planned, messages: [], effects: [], dice: [], toolCalls: records.length };
  }
  state.notes.step = 'planning-tools';
  const guide = renderGuide(plan, state.request.language);
  const result = await tools.finish(plan.toolCalls, guide);
  state.notes.staged = result.effects;
  return withResults(planned, guide, result);
}

/** The writing alone failed: its plan stands, and so does what its tools found. */
function kept(state: GatheredState, { seed, plan, planBasis, toolResults, made, records }: UnfinishedTurn): ToolState {
  state.journal.append({ type: 'step.completed', step: 'plan', note: 'kept' });
  for (const record of records) state.journal.append({ type: 'tool.finished', record });
  return { ...state, seed, sources: { ...state.sources, plan, toolResults }, planBasis, ...made };
}

function withResults(planned: PlannedState, guide: string, result: PlanningToolsResult): ToolState {
  const hidden = { visibility: { user: false, prompt: false }, validity: 'turn' } as const;
  return {
    ...planned,
    sources: { ...planned.sources, toolResults: result.results },
    messages: [
      { ...hidden, role: 'director', text: guide, source: 'planning' },
      ...result.records.map(({ tool, text, message }) => ({
        ...hidden,
        role: 'tool' as const,
        text: text === '' ? message : text,
        source: `tool:${tool}`,
      })),
    ],
    effects: result.effects,
    dice: result.dice,
    toolCalls: result.records.length,
  };
}
