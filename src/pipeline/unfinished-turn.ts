/** What a turn that brought no prose had ready: its next try repeats the writing and nothing else. */
import { type NarrativeError } from '../domain/errors.ts';
import { planBasis } from './plan-basis.ts';
import { type ComposedState, type GatheredState, type UnfinishedTurn } from './turn-state.ts';

/** Share of a refused writing prompt that is tried next. */
const SHARE = 0.7;

export function unfinishedTurn(state: ComposedState, error: NarrativeError): UnfinishedTurn {
  const { session, opened, seed, sources, messages, effects, dice, toolCalls } = state;
  const said = error.details['contextTokens'];
  const refused = Math.min(state.prompt.tokens, typeof said === 'number' ? said : state.prompt.tokens);
  return {
    session,
    ordinal: opened.ordinal,
    basis: planBasis(sources),
    seed,
    plan: sources.plan,
    planBasis: state.planBasis,
    toolResults: sources.toolResults,
    made: { messages, effects, dice, toolCalls },
    records: state.journal.all().flatMap((event) => (event.type === 'tool.finished' ? [event.record] : [])),
    promptLimit: error.code === 'model.overflow' ? Math.floor(refused * SHARE) : null,
  };
}

/** Is this the same round with the same input, state and lore? */
export function continues(unfinished: UnfinishedTurn | null, state: GatheredState): unfinished is UnfinishedTurn {
  return (
    unfinished?.session === state.session &&
    unfinished.ordinal === state.opened.ordinal &&
    unfinished.basis === planBasis(state.sources)
  );
}
