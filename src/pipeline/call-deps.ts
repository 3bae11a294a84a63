/** What a call of a turn is handed: the turn's journal and notes, and a countdown the player can see. */
import { type CallDeps } from './agent-call.ts';
import { otherConnection } from './failure-text.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type OpenState } from './turn-state.ts';

export function callDeps(deps: TurnDeps, state: OpenState): CallDeps {
  const { model, journal, notes, settings, startedAt, opened } = state;
  return {
    model,
    clock: deps.clock,
    journal,
    nextId: () => deps.ids.next(),
    estimate: (text) => deps.tokens.estimate(text),
    chance: () => deps.random.seed() / 0x1_0000_0000,
    retries: settings.pipeline.retries,
    rungs: notes.rungs,
    screenLanguage: deps.screenLanguage,
    onOtherConnection: (sentence) =>
      deps.progress.notice({ kind: 'degraded', detail: otherConnection(sentence, deps.screenLanguage()) }),
    onWait(until, attempt) {
      deps.progress.status({
        state: notes.step === 'plan' ? 'preparing' : 'completing',
        step: notes.step,
        floorId: opened.floorId,
        calls: journal.calls(),
        startedAt,
        ...(until === null ? {} : { retryAt: until, attempt }),
      });
    },
  };
}
