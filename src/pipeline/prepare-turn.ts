/** The first half of a turn: from SillyTavern's own prompt to ours. */
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { composeWriting } from './steps/compose-writing.ts';
import { gatherSources } from './steps/gather-sources.ts';
import { planTurn } from './steps/plan-turn.ts';
import { readRequest } from './steps/read-request.ts';
import { recallText } from './steps/recall-text.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type ComposedState, type OpenState } from './turn-state.ts';

/** Rejects with a NarrativeError only: `model.overflow`, or `run.cancelled` when the signal aborts. */
export async function prepareTurn(
  deps: TurnDeps,
  open: OpenState,
  material: TurnMaterial,
  signal: AbortSignal,
): Promise<ComposedState> {
  const gathered = gatherSources(deps, readRequest(open, material));
  gathered.journal.append({ type: 'run.started', turnType: open.type, schedule: gathered.schedule });
  const planned = await planTurn(deps, gathered, signal);
  const recalled = recallText(deps, planned);
  const composed = await composeWriting(deps, { ...recalled, messages: [], effects: [] });
  signal.throwIfAborted();
  return composed;
}
