/** Chooses the language of the screen after SillyTavern's own. */
import { en } from './text/en.ts';
import { type UiText } from './text/ui-text.ts';
import { zh } from './text/zh.ts';

export type ScreenLanguage = 'zh' | 'en';

/** `locale` as SillyTavern names it (`zh-cn`, `zh-TW`, `de`, …); every language we do not speak is answered in English. */
export function screenLanguage(locale: string): ScreenLanguage {
  return /^zh(?![a-z])/i.test(locale.trim()) ? 'zh' : 'en';
}

export function uiText(language: ScreenLanguage): UiText {
  return language === 'zh' ? zh : en;
}
