/** One tab plays a chat at a time. */

/** Whose chat it is, and in which file: what SillyTavern overwrites as a whole when it saves. */
export interface ChatPlace {
  readonly owner: string;
  readonly file: string;
}

export interface ChatClaim {
  /** False: another tab has it; the composer here is closed. */
  readonly held: boolean;
  /** Aborted when another tab took the chat over. Never aborted for a claim that is not held. */
  readonly lost: AbortSignal;
  /** Asks whether the chat is still ours, as far as can be told; false aborts `lost` first. Never rejects. */
  confirm(): Promise<boolean>;
  release(): void;
}

/**
 * Contract: at most one claim on a chat is held at a time, over all tabs of this browser. `takeOver` always ends held;
 * the tab that had the chat hears of it through its `lost` signal. The caller reloads the chat before it writes.
 * Neither rejects: where nothing can be locked at all the claim is held.
 */
export interface ChatOwnership {
  claim(chat: ChatPlace): Promise<ChatClaim>;
  takeOver(chat: ChatPlace): Promise<ChatClaim>;
}
