/** Finds which rounds stand as they stood: those before the first and those after the last change of chat[]. */
import { type HostMessage } from './host-chat-view.ts';
import { type Reconciled } from './reconcile.ts';

export interface ChangedPart {
  /** Rounds before and after the change, and by how much the messages of the latter moved. */
  readonly before: number;
  readonly after: number;
  readonly shift: number;
  /** The messages in between, as they are now. */
  readonly from: number;
  readonly to: number;
}

/** Null when the change reaches the beginning of the chat, where everything has to be read. */
export function changedPart(
  old: readonly HostMessage[],
  now: readonly HostMessage[],
  { rounds }: Pick<Reconciled, 'rounds'>,
): ChangedPart | null {
  const shift = now.length - old.length;
  const shorter = Math.min(old.length, now.length);
  let head = old === now ? shorter : 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  const length = rounds.length;
  if (head === shorter && shift === 0) return { before: length, after: 0, shift: 0, from: now.length, to: now.length };
  let tail = 0;
  while (tail < shorter - head && isSame(old[old.length - 1 - tail], now[now.length - 1 - tail])) tail += 1;

  const replyAt = (ordinal: number): number => rounds[ordinal]?.segment.reply?.index ?? Infinity;
  const before = firstOrdinal(length, (ordinal) => replyAt(ordinal) >= head);
  if (before === 0) return null;
  // The first reply that did not change still closes a round whose inputs may have.
  const closing = firstOrdinal(length, (ordinal) => ordinal >= before && replyAt(ordinal) >= old.length - tail);
  const after = replyAt(closing) === Infinity ? 0 : length - closing - 1;
  return {
    before,
    after,
    shift,
    from: replyAt(before - 1) + 1,
    to: after === 0 ? now.length : replyAt(closing) + shift + 1,
  };
}

function firstOrdinal(length: number, holds: (ordinal: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The same message, perhaps at another place. */
function isSame(a: HostMessage | undefined, b: HostMessage | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return (
    a.swipes === b.swipes &&
    a.text === b.text &&
    a.page === b.page &&
    a.input === b.input &&
    a.swipeId === b.swipeId &&
    a.role === b.role &&
    a.hidden === b.hidden &&
    a.name === b.name
  );
}
