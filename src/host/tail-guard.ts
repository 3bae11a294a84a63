/** A tail belongs to one message, one page of it and one text: whatever changes them ends the tail. */
import { type ForegroundTurn } from './foreground-turn.ts';
import { type StContext } from './st-context.ts';

export type TailBreak = 'swipe' | 'edit' | 'delete';

/** What happened to the message of a running tail; null when it stands as it was written. */
export function tailBreak(ctx: StContext, turn: ForegroundTurn): TailBreak | null {
  const { message } = turn;
  if (turn.stage !== 'tail' || !message) return null;
  if (!ctx.chat.includes(message)) return 'delete';
  if (message.swipe_id !== undefined && message.swipe_id !== turn.page) return 'swipe';
  // MVU and post tools add at the end; a reader's edit changes what was there.
  return message.mes.startsWith(turn.text.trimEnd()) ? null : 'edit';
}
