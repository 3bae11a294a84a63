/** Decides which swipe of which reply holds which page, when ids leaked, were cloned or were copied. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type PageId } from '../ids.ts';
import { type HostMessage } from './host-chat-view.ts';
import { type PageMirror } from './mirror.ts';

/** One swipe of a reply, with the page it may keep. */
export interface Slot {
  /** Index of the reply in chat[]. */
  readonly reply: number;
  readonly swipe: number;
  readonly text: string;
  readonly hash: TextHash;
  /** The mirror found in the file; null when there is none. */
  readonly found: PageMirror | null;
  /**
   * `own`: the page is this swipe's. `copy`: another holds the id, and this one has the same text or stands in a copied
   * message, so it is a copy of the page under a new id. `leaked`: another swipe of the same reply holds the id and the
   * text differs. `none`: nothing was found.
   */
  claim: 'own' | 'copy' | 'leaked' | 'none';
}

/** The live `extra` speaks for the swipe shown, unless only the stored copy fits the text. */
function mirrorOfSwipe(message: HostMessage, swipe: number, hash: TextHash): PageMirror | null {
  const stored = message.swipes[swipe]?.mirror ?? null;
  if (swipe !== message.swipeId) return stored;
  const live = message.page;
  if (!live || !stored || live.pageId === stored.pageId) return live ?? stored;
  return stored.hash === hash && live.hash !== hash ? stored : live;
}

/** The swipes of a reply; while a new one is being written the live `extra` is left alone. */
export function slotsOf(message: HostMessage, hashOf: (text: string) => TextHash): Slot[] {
  if (message.swipes.length === 0) {
    const hash = hashOf(message.text);
    return [
      {
        reply: message.index,
        swipe: 0,
        text: message.text,
        hash,
        found: message.page,
        claim: message.page ? 'own' : 'none',
      },
    ];
  }
  return message.swipes.map(({ text: stored }, swipe) => {
    const text = swipe === message.swipeId ? message.text : stored;
    const hash = hashOf(text);
    const found = mirrorOfSwipe(message, swipe, hash);
    return { reply: message.index, swipe, text, hash, found, claim: found ? 'own' : 'none' };
  });
}

/**
 * Settles ids that more than one slot holds, in place: the one whose text fits wins, ties go to the earlier one.
 * `slots` come in the order of chat[] and, within a reply, of its swipes.
 */
export function claimPages(slots: Iterable<Slot>): void {
  const holders = new Map<PageId, Slot[]>();
  for (const slot of slots) {
    if (!slot.found) continue;
    const same = holders.get(slot.found.pageId);
    if (same) same.push(slot);
    else holders.set(slot.found.pageId, [slot]);
  }
  for (const same of holders.values()) if (same.length > 1) settle(same);
}

function settle(holders: readonly Slot[]): void {
  const winner = bestOf(holders);
  for (const slot of holders) {
    if (slot === winner) continue;
    // Ids leak from swipe to swipe of one reply; into another reply they only come when a message is copied.
    const best = slot.reply === winner.reply ? winner : bestOf(holders.filter(({ reply }) => reply === slot.reply));
    slot.claim = slot === best || slot.hash === best.hash ? 'copy' : 'leaked';
  }
}

function bestOf(slots: readonly Slot[]): Slot {
  const [first] = slots;
  if (!first) throw new RangeError('No holder.');
  return slots.find(fits) ?? first;
}

function fits(slot: Slot): boolean {
  return slot.found?.hash === slot.hash;
}
