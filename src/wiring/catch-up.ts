/** Wires catching up: offered in a chat that has rounds without a summary, run from its dialog. */
import { pendingRounds } from '../domain/timeline/pending-rounds.ts';
import { type StoryRunner } from '../pipeline/turn-runner.ts';
import { type Progress } from '../ports/progress.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { type Base } from './base.ts';

export interface CatchUpOffer {
  /** Says once per opened chat that its last turn was not finished, and that there is something to catch up with. */
  offer(): void;
  /** Shows estimate, progress and the way out. */
  open(): void;
}

/** Fewer rounds ride along in full anyway. */
const OFFER_FROM = 5;

export function wireCatchUp(
  base: Base,
  runner: StoryRunner,
  readStory: () => Promise<TurnMaterial>,
  progress: Progress,
): CatchUpOffer {
  const { host, changes, undos } = base;
  const closing = new AbortController();
  let offered: unknown = null;
  let shown = false;
  undos.add(() => closing.abort());

  async function show(): Promise<void> {
    const session = await base.session();
    if (!session) return;
    const [{ planCatchUp }, { showCatchUp }] = await Promise.all([
      import('../pipeline/catch-up.ts'),
      import('../ui/dialogs/catch-up-dialog.tsx'),
    ]);
    const plan = await planCatchUp(
      {
        readMaterial: readStory,
        tokens: host.tokens,
        analyse: (floorIds, signal) => runner.analyseRounds(floorIds, signal),
        onChanged: () => changes.tell(),
      },
      session,
    );
    if (!plan) return;
    await showCatchUp(
      { estimate: () => plan, run: (signal, onProgress) => plan.run(signal, onProgress) },
      { page: document, language: host.language(), signal: closing.signal },
    );
  }

  return {
    offer() {
      const session = base.peek();
      if (!session || session === offered) return;
      offered = session;
      const { enabled, promptMode } = base.settings();
      if (!enabled || promptMode === 'compat_strict') return;
      const last = session.timeline().rows.at(-1);
      // A turn that was cut off before its analysis; the player decides whether it is finished now.
      if (last?.pageId != null && last.analysis === 'pending') {
        progress.notice({ kind: 'analysis-pending', pageId: last.pageId, detail: '' });
      }
      const rounds = pendingRounds(session.timeline(), { native: true }).length;
      if (rounds >= OFFER_FROM) progress.notice({ kind: 'catch-up', rounds });
    },
    open() {
      if (shown) return;
      shown = true;
      show()
        .catch(base.showError)
        .finally(() => (shown = false));
    },
  };
}
