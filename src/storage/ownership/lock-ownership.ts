/** Ownership by Web Locks: the browser itself frees the lock of a tab that is gone. */
import { type ChatClaim, type ChatOwnership, type ChatPlace } from '../../ports/chat-ownership.ts';

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly steal?: boolean },
    callback: (lock: unknown) => Promise<unknown>,
  ): Promise<unknown>;
}

export function makeLockOwnership(locks: Locks): ChatOwnership {
  const request = (name: string, options: { ifAvailable?: boolean; steal?: boolean }): Promise<ChatClaim> =>
    new Promise((resolve) => {
      const lost = new AbortController();
      let release: () => void = () => undefined;
      const released = new Promise<void>((done) => {
        release = done;
      });
      const claimed = (held: boolean): ChatClaim => ({
        held,
        lost: lost.signal,
        confirm: () => Promise.resolve(held && !lost.signal.aborted),
        release,
      });
      let asked = false;
      locks
        .request(name, options, async (lock) => {
          asked = true;
          resolve(claimed(lock !== null));
          if (lock !== null) await released;
        })
        .catch(() => {
          // Rejected after it was granted: another tab took it over. Before: locks do not work here, play alone.
          if (asked) lost.abort();
          else resolve(claimed(true));
        });
    });
  const nameOf = ({ owner, file }: ChatPlace): string => `narrative-agent:${owner}/${file}`;
  return {
    claim: (chat) => request(nameOf(chat), { ifAvailable: true }),
    takeOver: (chat) => request(nameOf(chat), { steal: true }),
  };
}
