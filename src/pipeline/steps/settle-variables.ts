/** Carries the turn's variables out before its page is committed, so that status bars find them when the text is shown. */
import { isCancelled } from '../../domain/errors.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type AssembledState } from '../turn-state.ts';
import { settleMvu } from './settle-mvu.ts';
import { unchangedVariables } from './unchanged-variables.ts';
import { type MvuStep } from './update-mvu.ts';

/** Never rejects: a stopped turn keeps its text and what was found; the chat gets its record when it is next in step. */
export async function settleVariables(
  deps: TurnDeps,
  state: AssembledState,
  signal: AbortSignal,
): Promise<AssembledState> {
  const { opened, written, finalText: text, initial } = state;
  const { step, others } = withToolUpdates(state.variables ?? unchangedVariables, state.effects);
  const found = { ...state, effects: [...initial, ...others, ...step.effects] };
  if (signal.aborted) return found;
  try {
    const chat = await deps.variables.chat(state.session);
    const place = {
      index: written.chatIndex,
      swipe: written.swipe,
      text,
      record: opened.base.mvu,
      mvuAsksItself: (await chat?.mvuAsksItself()) ?? false,
    };
    const settled = await settleMvu(step, place, deps.variables.host, signal);
    if (settled.error) {
      deps.log.warn('MVU did not carry the update out.', settled.error);
      state.journal.append({ type: 'note', code: 'variables.mvu-failed', detail: settled.error.message });
    }
    return { ...state, effects: [...initial, ...others, ...settled.effects], finalText: settled.finalText };
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn('The variables could not be settled.', error);
    return found;
  }
}

/** What tools did to the variables goes into the block too: MVU knows only what stands in the text. */
function withToolUpdates(step: MvuStep, effects: readonly Effect[]): { step: MvuStep; others: readonly Effect[] } {
  const ofTools = effects.filter((effect) => effect.kind === 'mvu');
  if (ofTools.length === 0) return { step, others: effects };
  const operations = ofTools.flatMap((effect) => effect.operations);
  return {
    step: {
      ...step,
      effects: [...ofTools, ...step.effects],
      blockOperations: [...operations, ...(step.blockOperations ?? [])],
    },
    others: effects.filter((effect) => effect.kind !== 'mvu'),
  };
}
