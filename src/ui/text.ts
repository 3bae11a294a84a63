/** The words of the screen in the language SillyTavern is set to; every language we do not speak is answered in English. */
import { en } from './text/en.ts';
import { type UiText } from './text/ui-text.ts';
import { zh } from './text/zh.ts';

export type ScreenLanguage = 'zh' | 'en';

export function uiText(language: ScreenLanguage): UiText {
  return language === 'zh' ? zh : en;
}
