/** The first half of a turn: from SillyTavern's own prompt to ours. */
import { recordLore } from '../domain/worldbook/lore-record.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { composeWriting } from './steps/compose-writing.ts';
import { gatherSources } from './steps/gather-sources.ts';
import { planAndRoll } from './steps/plan-and-roll.ts';
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
  const gathered = await gatherSources(deps, readRequest(open, material));
  gathered.journal.append({ type: 'run.started', turnType: open.type, schedule: gathered.schedule });
  gathered.journal.append({ type: 'lore.routed', ...recordLore(gathered.sources.lore) });
  const planned = await planAndRoll(deps, gathered, signal);
  const composed = await composeWriting(deps, recallText(deps, planned));
  signal.throwIfAborted();
  return composed;
}
