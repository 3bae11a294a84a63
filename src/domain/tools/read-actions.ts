/** Reads `<actions><action>…</action></actions>`: texts that fill the input when their button is pressed, never markup. */
import { bodiesOfTag } from './bodies-of-tag.ts';

const MAX_ACTIONS = 12;
const MAX_ACTION_LENGTH = 300;

/** In any case; markup inside an action is dropped, and each text is listed once. */
export function readActions(text: string): string[] {
  const actions = bodiesOfTag(text, 'actions')
    .flatMap(bodiesOfEach)
    .map((action) =>
      action
        .replace(/<[^>]{0,200}>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((action) => action !== '')
    .map((action) => action.slice(0, MAX_ACTION_LENGTH));
  return [...new Set(actions)].slice(0, MAX_ACTIONS);
}

/** A list without inner tags is read line by line. */
function bodiesOfEach(body: string): string[] {
  const tagged = bodiesOfTag(body, 'action', MAX_ACTIONS);
  return tagged.length > 0
    ? tagged
    : body.split('\n').map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)、])\s*/, ''));
}
