/** Changes how messages are shown, never what they say: after the card's own display rules, before SillyTavern's sanitiser. */
import { type Undo } from '../shared/undo-list.ts';
import { type St } from './st-context.ts';

/** SillyTavern has no way to take a hook out again: an undone one only hands texts through. Older versions have none. */
export function showMessagesAs(st: St, shown: (text: string) => string): Undo {
  const formatter = st().messageFormatter;
  if (!formatter) return () => undefined;
  let active = true;
  formatter.addHook((text) => (active ? shown(text) : text), { stage: formatter.stage.AFTER_REGEX });
  return () => (active = false);
}
