/** One tab plays a chat at a time. */
import { type BranchId } from '../domain/ids.ts';

export interface ChatClaim {
  /** False: another tab has it; the composer here is closed. */
  readonly held: boolean;
  /** Aborted when another tab took the chat over. Never aborted for a claim that is not held. */
  readonly lost: AbortSignal;
  release(): void;
}

/**
 * Contract: at most one claim on a branch is held at a time, over all tabs of this browser. `takeOver` always ends held;
 * the tab that had the chat hears of it through its `lost` signal. The caller reloads the chat before it writes.
 * Neither rejects: where nothing can be locked at all the claim is held.
 */
export interface ChatOwnership {
  claim(branchId: BranchId): Promise<ChatClaim>;
  takeOver(branchId: BranchId): Promise<ChatClaim>;
}
