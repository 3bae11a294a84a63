/** Keeps a chat to one tab: claims it when it is opened, waits for it while another tab plays it, takes it over on demand. */
import { type ChatClaim, type ChatOwnership, type ChatPlace } from '../ports/chat-ownership.ts';
import { type Clock } from '../ports/clock.ts';
import { type Log } from '../ports/log.ts';

export interface ClaimsDeps {
  readonly ownership: ChatOwnership;
  /** The chat that is open now. */
  readonly place: () => ChatPlace | null;
  /** Reads the open chat from its file again; it is opened anew by that. */
  readonly reload: () => Promise<void>;
  /** Another tab took the open chat: nothing of it may be written any more. */
  readonly onLost: () => void;
  /** `elsewhere` may answer differently now. */
  readonly onChanged: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ChatClaims {
  /** To be called whenever a chat was opened. False: it is played in another tab, or another one was opened meanwhile. */
  claim(): Promise<boolean>;
  /** The open chat is played in another tab. */
  elsewhere(): boolean;
  /** Is the open chat still this tab's? */
  confirm(): Promise<boolean>;
  /** Makes the open chat this tab's and reads it from its file again. */
  takeOver(): Promise<void>;
  release(): void;
}

/** How often a closed tab looks whether the other one is gone, in milliseconds. */
const LOOK_EVERY = 3_000;
/** What the other tab is given to finish the save it is in, in milliseconds. */
const LAST_SAVE = 500;

interface Held {
  readonly place: ChatPlace;
  readonly claim: ChatClaim;
}

const samePlace = (a: ChatPlace | null, b: ChatPlace | null): boolean =>
  a !== null && b !== null && a.owner === b.owner && a.file === b.file;

export function makeChatClaims(deps: ClaimsDeps): ChatClaims {
  const { ownership, place, clock, log } = deps;
  let held: Held | null = null;
  let away = false;
  let looking: AbortController | null = null;

  const setAway = (next: boolean): void => {
    if (away === next) return;
    away = next;
    deps.onChanged();
  };

  const stopLooking = (): void => {
    looking?.abort();
    looking = null;
  };

  const letGo = (): void => {
    stopLooking();
    held?.claim.release();
    held = null;
  };

  function keep(chat: ChatPlace, claim: ChatClaim): void {
    const mine: Held = { place: chat, claim };
    held = mine;
    const onLost = (): void => {
      if (held !== mine) return;
      held = null;
      setAway(true);
      deps.onLost();
      lookFor(chat);
    };
    if (claim.lost.aborted) onLost();
    else claim.lost.addEventListener('abort', onLost, { once: true });
  }

  /** The file may have changed since it was read here: it is read again when the chat is ours. */
  function lookFor(chat: ChatPlace): void {
    stopLooking();
    const control = new AbortController();
    looking = control;
    const look = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(LOOK_EVERY, control.signal);
        const claim = await ownership.claim(chat);
        if (control.signal.aborted) claim.release();
        if (control.signal.aborted || !claim.held) continue;
        looking = null;
        keep(chat, claim);
        await deps.reload();
        return;
      }
    };
    look().catch((error: unknown) => {
      if (!control.signal.aborted) log.warn('The chat could not be opened again.', error);
    });
  }

  return {
    async claim() {
      const chat = place();
      if (held && samePlace(held.place, chat)) {
        setAway(false);
        return true;
      }
      letGo();
      if (!chat) {
        setAway(false);
        return true;
      }
      const claim = await ownership.claim(chat);
      if (!samePlace(chat, place())) {
        claim.release();
        return false;
      }
      if (claim.held) keep(chat, claim);
      else lookFor(chat);
      setAway(!claim.held);
      return claim.held;
    },
    elsewhere: () => away,
    confirm: () => (held ? held.claim.confirm() : Promise.resolve(!away)),
    async takeOver() {
      const chat = place();
      if (!chat || !away) return;
      letGo();
      const claim = await ownership.takeOver(chat);
      keep(chat, claim);
      await clock.sleep(LAST_SAVE, claim.lost);
      await deps.reload();
    },
    release() {
      letGo();
      setAway(false);
    },
  };
}
