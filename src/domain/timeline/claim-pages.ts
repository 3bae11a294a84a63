/** Decides which swipe of which reply holds which page, when ids leaked, were cloned or were copied. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type PageId } from '../ids.ts';
import { type HostMessage } from './host-chat-view.ts';
import { type PageMirror } from './mirror.ts';

/** One swipe of a reply, with the page it may keep. */
export class Slot {
  /** The mirror found in the file; null when there is none. */
  readonly found: PageMirror | null;
  /**
   * `own`: the page is this swipe's. `copy`: another holds the id, and this one has the same text or stands in a copied
   * message, so it is a copy of the page under a new id. `leaked`: another swipe of the same reply holds the id and the
   * text differs. `none`: nothing was found.
   */
  claim: 'own' | 'copy' | 'leaked' | 'none';
  readonly message: HostMessage;
  readonly swipe: number;
  readonly #hashOf: (text: string) => TextHash;
  #hash: TextHash | null = null;

  constructor(message: HostMessage, swipe: number, hashOf: (text: string) => TextHash) {
    this.message = message;
    this.swipe = swipe;
    this.#hashOf = hashOf;
    this.found = message.swipes.length === 0 ? message.page : mirrorOfSwipe(message, swipe, this);
    this.claim = this.found ? 'own' : 'none';
  }

  get text(): string {
    const { message, swipe } = this;
    return swipe === message.swipeId ? message.text : (message.swipes[swipe]?.text ?? message.text);
  }

  /** Made when it is first asked for: most swipes of a long chat are never looked at. */
  get hash(): TextHash {
    return (this.#hash ??= this.#hashOf(this.text));
  }
}

/** The live `extra` speaks for the swipe shown, unless only the stored copy fits the text. */
function mirrorOfSwipe(message: HostMessage, swipe: number, slot: Slot): PageMirror | null {
  const stored = message.swipes[swipe]?.mirror ?? null;
  if (swipe !== message.swipeId) return stored;
  const live = message.page;
  if (!live || !stored || live.pageId === stored.pageId) return live ?? stored;
  return stored.hash === slot.hash && live.hash !== slot.hash ? stored : live;
}

/** The swipes of a reply; while a new one is being written the live `extra` is left alone. */
export function slotsOf(message: HostMessage, hashOf: (text: string) => TextHash): Slot[] {
  if (message.swipes.length === 0) return [new Slot(message, 0, hashOf)];
  return message.swipes.map((_, swipe) => new Slot(message, swipe, hashOf));
}

/**
 * Settles ids that more than one slot holds, in place: the one whose text fits wins, ties go to the earlier one.
 * `replies` come in the order of chat[], the slots of each in that of its swipes.
 */
export function claimPages(replies: readonly (readonly Slot[])[]): void {
  const first = new Map<PageId, Slot>();
  const shared = new Map<PageId, Slot[]>();
  for (const slots of replies) {
    for (const slot of slots) {
      if (!slot.found) continue;
      const { pageId } = slot.found;
      const other = first.get(pageId);
      if (!other) first.set(pageId, slot);
      else shared.set(pageId, [...(shared.get(pageId) ?? [other]), slot]);
    }
  }
  for (const holders of shared.values()) settle(holders);
}

function settle(holders: readonly Slot[]): void {
  const winner = bestOf(holders);
  for (const slot of holders) {
    if (slot === winner) continue;
    // Ids leak from swipe to swipe of one reply; into another reply they only come when a message is copied.
    const best =
      slot.message === winner.message ? winner : bestOf(holders.filter(({ message }) => message === slot.message));
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
