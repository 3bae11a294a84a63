/** What a model reads where the middle of a text was left out. */
import { type StoryLanguage } from '../run/turn-request.ts';

export const middleMarks: Readonly<Record<StoryLanguage, string>> = {
  zh: '【原文过长，中间一段已省略】',
  en: '[The text is too long: its middle is left out here]',
};
