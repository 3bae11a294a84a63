/** Ownership by a row with an expiry, where the browser has no Web Locks (any plain http:// address). */
import { type ChatClaim, type ChatOwnership, type ChatPlace } from '../../ports/chat-ownership.ts';
import { type Clock } from '../../ports/clock.ts';
import { type Log } from '../../ports/log.ts';

export interface LeaseRow {
  readonly name: string;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Contract: `swap` writes `next` only if `mayReplace` says yes to the row that is there; one transaction. */
export interface LeaseTable {
  swap(name: string, mayReplace: (row: LeaseRow | null) => boolean, next: LeaseRow | null): Promise<boolean>;
}

/**
 * A tab that said nothing for so long is gone. Browsers slow timers of tabs that are hidden for minutes down to one a
 * minute: such a tab may lose its chat to one that is looked at, and hears of it before it writes again.
 */
export const LEASE_MILLISECONDS = 30_000;
const RENEW_MILLISECONDS = 5_000;

export interface LeaseParts {
  readonly table: LeaseTable;
  readonly clock: Clock;
  /** A name no other tab has. */
  readonly tab: string;
  readonly log: Log;
}

export function makeLeaseOwnership({ table, clock, tab, log }: LeaseParts): ChatOwnership {
  const row = (name: string): LeaseRow => ({ name, owner: tab, expiresAt: clock.now() + LEASE_MILLISECONDS });
  const isMine = (held: LeaseRow | null): boolean => held?.owner === tab;
  const isFree = (held: LeaseRow | null): boolean => held === null || isMine(held) || held.expiresAt <= clock.now();

  const hold = (name: string): ChatClaim => {
    const lost = new AbortController();
    const over = new AbortController();
    const confirm = async (): Promise<boolean> => {
      if (lost.signal.aborted || over.signal.aborted) return false;
      try {
        if (await table.swap(name, isMine, row(name))) return true;
      } catch (error) {
        log.warn('The lease of the chat could not be renewed.', error);
        return true;
      }
      lost.abort();
      return false;
    };
    const renew = async (): Promise<void> => {
      do await clock.sleep(RENEW_MILLISECONDS, over.signal);
      while (await confirm());
    };
    renew().catch((error: unknown) => {
      if (!over.signal.aborted) log.warn('The lease of the chat could not be renewed.', error);
    });
    return {
      held: true,
      lost: lost.signal,
      confirm,
      release() {
        over.abort();
        table.swap(name, isMine, null).catch((error: unknown) => log.warn('The lease could not be given back.', error));
      },
    };
  };

  const take = async (chat: ChatPlace, mayReplace: (held: LeaseRow | null) => boolean): Promise<ChatClaim> => {
    const name = `chat:${chat.owner}/${chat.file}`;
    const unwatched = { lost: new AbortController().signal, release: () => undefined };
    try {
      if (await table.swap(name, mayReplace, row(name))) return hold(name);
      return { held: false, confirm: () => Promise.resolve(false), ...unwatched };
    } catch (error) {
      log.warn('The chat could not be claimed; it is played without.', error);
      return { held: true, confirm: () => Promise.resolve(true), ...unwatched };
    }
  };
  return {
    claim: (chat) => take(chat, isFree),
    takeOver: (chat) => take(chat, () => true),
  };
}

/** Leases of this page alone, for when there is no database either. */
export function makeMemoryLeases(rows = new Map<string, LeaseRow>()): LeaseTable {
  return {
    swap(name, mayReplace, next) {
      if (!mayReplace(rows.get(name) ?? null)) return Promise.resolve(false);
      if (next) rows.set(name, next);
      else rows.delete(name);
      return Promise.resolve(true);
    },
  };
}
