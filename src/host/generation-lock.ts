/** Keeps SillyTavern's "generating" state on while a turn needs it, and gives it back once. */
import { type RunId } from '../domain/ids.ts';
import { type ScriptModule } from './st-modules.ts';
import { type St } from './st-context.ts';

export interface GenerationLock {
  /** Send hidden, stop shown, Enter ignored. May be repeated; a newer run takes the lock over. */
  hold(runId: RunId): void;
  /** Undoes `hold`, unless a newer run has the lock. */
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

  const lock = (): void => {
    // The Enter key asks only this flag, not the buttons.
    script?.setSendButtonState(true);
    st().deactivateSendButtons();
  };

  return {
    hold(runId) {
      owner = runId;
      lock();
    },
    release(runId) {
      if (owner !== runId) return;
      owner = null;
      st().activateSendButtons();
    },
    forget(runId) {
      if (owner === runId) owner = null;
    },
    restore: lock,
    renew() {
      if (owner !== null) lock();
    },
  };
}
