/** How long the reply shall be: what the player set, or about what the last replies were. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';

/** Characters in Chinese, words in English. */
const start: Record<StoryLanguage, number> = { zh: 400, en: 250 };
const bounds: Record<StoryLanguage, { readonly least: number; readonly most: number }> = {
  zh: { least: 120, most: 2_000 },
  en: { least: 80, most: 1_200 },
};
const MARGIN = 0.3;
const REPLIES = 3;

/**
 * @param replies the last replies, newest last
 * @returns one sentence; empty when the preset rules the length. It changes from turn to turn, so it belongs in the
 *   user message.
 */
export function replyLengthLine(
  setting: Settings['reply']['length'],
  replies: readonly string[],
  language: StoryLanguage,
): string {
  if (setting === 'preset') return '';
  const target = setting === 'auto' ? usualLength(replies, language) : setting;
  const low = roundTo10(target * (1 - MARGIN));
  const high = roundTo10(target * (1 + MARGIN));
  return language === 'zh' ? `篇幅约 ${low} 到 ${high} 字。` : `Length: about ${low} to ${high} words.`;
}

function usualLength(replies: readonly string[], language: StoryLanguage): number {
  const lengths = replies
    .slice(-REPLIES)
    .map((reply) => lengthOf(reply, language))
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? start[language];
  const { least, most } = bounds[language];
  return Math.min(most, Math.max(least, median));
}

/** Han characters and words of other scripts in Chinese; words in English. */
function lengthOf(text: string, language: StoryLanguage): number {
  const words = text.match(language === 'zh' ? /\p{Script=Han}|[a-z0-9]+/giu : /\S+/g);
  return words?.length ?? 0;
}

function roundTo10(value: number): number {
  return Math.max(10, Math.round(value / 10) * 10);
}
