/** `((OOC …))`: what a player says from outside the story. It is obeyed in its own turn and never history or state. */

/** Both kinds of brackets; the length is bounded so that a bracket nobody closed costs nothing. */
const ooc = /[(（]{2}\s{0,4}ooc(?![a-z])[\s\S]{0,4000}?[)）]{2}/gi;

/** The text without what was said from outside. */
export function withoutOoc(text: string): string {
  if (!/ooc/i.test(text)) return text;
  return text
    .replace(ooc, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
