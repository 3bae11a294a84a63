/** Keeps SillyTavern's "generating" state on while a turn needs it, and gives it back once. */
import { type RunId } from '../domain/ids.ts';
import { type ScriptModule } from './st-modules.ts';
import { type St } from './st-context.ts';

export interface GenerationLock {
  /** Nothing new may begin, but the page looks idle: for the moments in which a finished reply is taken over. */
  guard(runId: RunId): void;
  /** Send hidden, stop shown, nothing new may begin. May be repeated; a newer run takes the lock over. */
  hold(runId: RunId): void;
  /** Undoes `guard` and `hold`, unless a newer run has the lock. */
  release(runId: RunId): void;
  /** Forgets the lock without touching the page: SillyTavern unlocks by itself. */
  forget(runId: RunId): void;
  /** Puts the lock back on if somebody else's generation opened it. */
  renew(): void;
  /** Shows SillyTavern's own lock again, which SillyTavern itself will open. */
  restore(): void;
}

export function makeGenerationLock(st: St, script: ScriptModule | null): GenerationLock {
  let owner: RunId | null = null;
  let shown = false;

  const lock = (): void => {
    // The Enter key asks only this flag, not the buttons.
    script?.setSendButtonState(true);
    st().deactivateSendButtons();
  };

  return {
    guard(runId) {
      if (owner !== runId) shown = false;
      owner = runId;
      script?.setSendButtonState(true);
    },
    hold(runId) {
      owner = runId;
      shown = true;
      lock();
    },
    release(runId) {
      if (owner !== runId) return;
      owner = null;
      // Opening it raises GENERATION_ENDED once more, so only what was shown is opened.
      if (shown) st().activateSendButtons();
      else script?.setSendButtonState(false);
      shown = false;
    },
    forget(runId) {
      if (owner !== runId) return;
      owner = null;
      shown = false;
    },
    restore: lock,
    renew() {
      if (owner !== null && shown) lock();
    },
  };
}
