/** Takes the force out of our own tags inside foreign text, so that a card or a reply cannot open or close a block. */
import { promptTags } from './prompt-tags.ts';

/** Invisible, so that a reader sees the text as it was written. */
const BREAK = '\u200b';

/** Longest first, since `card` would else answer for `card_instructions`; the white space is bounded to stay linear. */
const names = [...promptTags].sort((a, b) => b.length - a.length).join('|');
const ownTag = new RegExp(`<(?=\\s{0,8}/?\\s{0,8}(?:${names})(?![\\w-]))`, 'gi');

/**
 * @param text foreign text: card, lore, preset, history, input, tool output, a model's answer
 * @returns the same to the eye; every other markup (`<b>`, `<context>`, `<think>`) is left as it is
 */
export function neutraliseTags(text: string): string {
  return text.includes('<') ? text.replace(ownTag, `<${BREAK}`) : text;
}
