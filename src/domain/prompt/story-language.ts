/** Decides in which language the agents are spoken to and answer. */
import { type StoryLanguage } from '../run/turn-request.ts';
import { type Settings } from '../settings.ts';

/** Chinese says in one character what English says in a word, so few Han characters already make a Chinese text. */
const HAN_SHARE = 0.2;
const han = /\p{Script=Han}/u;
const letter = /\p{L}/u;
/** A long card tells its language at once. */
const SAMPLE = 20_000;

/**
 * @param setting what the player chose
 * @param texts card and greeting; names, markup and macros inside do no harm
 * @returns `auto`: zh when Han characters are at least a fifth of all letters; en for a card without a letter
 */
export function storyLanguage(setting: Settings['promptLanguage'], texts: readonly string[]): StoryLanguage {
  if (setting !== 'auto') return setting;
  return hanShare(texts.join('\n')) >= HAN_SHARE ? 'zh' : 'en';
}

/**
 * The language of a chat that may have begun already.
 * @param setting the player's choice: it switches a running chat too
 * @param fixed what was settled at the chat's first round; null before it
 */
export function languageInUse(
  setting: Settings['promptLanguage'],
  fixed: StoryLanguage | null,
  otherwise: () => StoryLanguage,
): StoryLanguage {
  return setting === 'auto' ? (fixed ?? otherwise()) : setting;
}

/** Han characters as a share of all letters, 0 to 1; 0 for a text without letters. */
export function hanShare(text: string): number {
  let letters = 0;
  let hans = 0;
  for (const character of text.slice(0, SAMPLE)) {
    if (!letter.test(character)) continue;
    letters += 1;
    if (han.test(character)) hans += 1;
  }
  return letters === 0 ? 0 : hans / letters;
}
