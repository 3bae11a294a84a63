/** The second half of a turn: the prose is safe first, then analysis, post tools, the message as it shall stand, one commit. */
import { type Rejection } from '../domain/timeline/effect.ts';
import { type Tail } from '../ports/turn-runner.ts';
import { analyseAndRun } from './steps/analyse-and-run.ts';
import { assembleTurn } from './steps/assemble-turn.ts';
import { commitTurn } from './steps/commit-turn.ts';
import { isPartial } from './is-partial.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type ComposedState, type WrittenState } from './turn-state.ts';

/** `held` when the tail will change the message's text or the player wants it so. */
export function tailMode(state: ComposedState): Tail['mode'] {
  const { settings, tools } = state;
  const changesText = state.variablesRule || settings.messageBody === 'tagged' || tools?.changesMessage === true;
  return settings.pipeline.tail === 'held' || changesText ? 'held' : 'released';
}

/** Rejects only when nothing could be stored at all; a cancelled or failed analysis still commits the prose. */
export async function completeTurn(
  deps: TurnDeps,
  state: WrittenState,
  signal: AbortSignal,
  show: () => void,
): Promise<readonly Rejection[]> {
  const { session, opened, written, notes } = state;
  notes.step = 'analyse';
  await session.secureProse(opened, {
    chatIndex: written.chatIndex,
    swipe: written.swipe,
    partial: isPartial(written.ending),
  });
  const analysed = await analyseAndRun(deps, state, signal);
  notes.step = 'assemble';
  const assembled = assembleTurn(analysed);
  const { settleVariables } = await import('./steps/settle-variables.ts');
  const settled = state.variablesRule ? await settleVariables(deps, assembled, signal) : assembled;
  notes.step = 'commit';
  show();
  return commitTurn(deps, settled);
}
