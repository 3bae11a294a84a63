/** Notices when somebody else's generation opened SillyTavern's lock under a turn that still runs, and closes it again. */
import { type Arming } from './arm-turn.ts';
import { type BridgeDeps } from './bridge-deps.ts';
import { type ForegroundTurn } from './foreground-turn.ts';
import { type Settling } from './settle-turn.ts';

/** How long an armed turn may wait for its prompt after SillyTavern said that a generation ended, in ms. */
const ARMED_LIMIT = 3_000;

/** SillyTavern's own generation for this turn cannot be over yet. */
function stillNeeded(turn: ForegroundTurn): boolean {
  if (turn.stage === 'preparing' || turn.stage === 'sending') return true;
  const trace = turn.tap?.trace();
  return turn.stage === 'writing' && trace?.outcome === 'open' && trace.status === null;
}

export interface KeepLockParts {
  readonly deps: Pick<BridgeDeps, 'page' | 'lock'>;
  readonly arming: Arming;
  readonly settling: Settling;
  readonly current: () => ForegroundTurn | null;
}

/** What to do at each GENERATION_ENDED. A stop is told right after it, so nothing is decided before that. */
export function makeLockKeeper({ deps, arming, settling, current }: KeepLockParts): () => Promise<void> {
  const { page, lock } = deps;

  const moved = (turn: ForegroundTurn): boolean => current() !== turn || turn.stopped || turn.ownStop;

  return async () => {
    if (arming.waiting()) {
      await page.breathe(0);
      if (arming.waiting() && !page.generating()) lock.restore();
    }
    const turn = current();
    if (!turn) return;
    await page.breathe(turn.stage === 'armed' ? ARMED_LIMIT : 0);
    if (moved(turn) || page.generating()) return;
    // Another extension's interceptor gave the generation up: no prompt will come.
    if (turn.stage === 'armed') await settling.withoutProse(turn, { kind: 'stopped' });
    else if (stillNeeded(turn)) lock.hold(turn.runId);
    else if (turn.stage === 'tail') lock.renew();
  };
}
