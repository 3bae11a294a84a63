/** The texts of a message's swipes, in order; the shown one as the message has it, which an edit changes first. */
import { shownSwipe } from './mvu-records.ts';
import { type StMessage } from './st-context.ts';

export function swipeTexts(message: StMessage | undefined): readonly string[] {
  if (!message) return [];
  const shown = shownSwipe(message);
  return (message.swipes ?? [message.mes]).map((text, swipe) => (swipe === shown ? message.mes : text));
}
