/** Finds again the swipe a write was planned for, even if messages moved or swipes were deleted in the meantime. */
import { type ChatWrite, type SwipeAddress } from '../ports/host-chat.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { type TextHash } from '../shared/text-hash.ts';
import { mirrorIn } from './read-messages.ts';
import { type StMessage } from './st-context.ts';

export interface FoundSwipe {
  readonly index: number;
  readonly message: StMessage;
  readonly swipe: number;
}

type HashOf = (text: string) => TextHash;

export const isShown = (message: StMessage, swipe: number): boolean =>
  !Array.isArray(message.swipes) || (message.swipe_id ?? 0) === swipe;

/** The text of a page: the message itself is the live copy of the one that is shown. */
export function swipeText(message: StMessage, swipe: number): string | null {
  if (isShown(message, swipe)) return message.mes;
  const stored: unknown = message.swipes?.[swipe];
  return typeof stored === 'string' ? stored : null;
}

const pageCount = (message: StMessage): number => Math.max(1, message.swipes?.length ?? 1);

function holdsPage(message: StMessage, swipe: number, pageId: string): boolean {
  const stored = mirrorIn(message.swipe_info?.[swipe]?.extra);
  const live = isShown(message, swipe) ? mirrorIn(message.extra) : undefined;
  return [stored, live].some((mirror) => isRecord(mirror) && own(mirror, 'pageId') === pageId);
}

function* replies(chat: readonly StMessage[]): Generator<FoundSwipe> {
  for (const [index, message] of chat.entries()) {
    if (message.is_user) continue;
    for (let swipe = 0; swipe < pageCount(message); swipe += 1) yield { index, message, swipe };
  }
}

/** By hash where it was, else by its page's id, else by its hash anywhere; null when it is gone. */
export function findSwipe(
  chat: readonly StMessage[],
  at: SwipeAddress,
  pageId: string | null,
  hashOf: HashOf,
): FoundSwipe | null {
  const fits = ({ message, swipe }: FoundSwipe): boolean => {
    const text = swipeText(message, swipe);
    return text !== null && hashOf(text) === at.hash;
  };
  const message = chat[at.index];
  const there = message && !message.is_user ? { index: at.index, message, swipe: at.swipe } : null;
  if (there && fits(there)) return there;
  if (pageId !== null) {
    for (const place of replies(chat)) if (holdsPage(place.message, place.swipe, pageId)) return place;
  }
  for (const place of replies(chat)) if (fits(place)) return place;
  return null;
}

/** A user's or narrator's message by its hash: where it was, else anywhere. */
export function findInput(
  chat: readonly StMessage[],
  write: Extract<ChatWrite, { kind: 'input' | 'input-text' }>,
  hashOf: HashOf,
): StMessage | null {
  const isInput = (message: StMessage | undefined): message is StMessage =>
    message !== undefined &&
    (message.is_user === true || message.extra?.['type'] === 'narrator') &&
    hashOf(message.mes) === write.hash;
  const there = chat[write.index];
  return isInput(there) ? there : (chat.find(isInput) ?? null);
}

/** Any message by the hash of the text it shows: where it was, else anywhere. */
export function findMessage(
  chat: readonly StMessage[],
  write: Extract<ChatWrite, { kind: 'hidden' }>,
  hashOf: HashOf,
): StMessage | null {
  const fits = (message: StMessage | undefined): message is StMessage =>
    message !== undefined && hashOf(message.mes) === write.hash;
  const there = chat[write.index];
  return fits(there) ? there : (chat.find(fits) ?? null);
}
