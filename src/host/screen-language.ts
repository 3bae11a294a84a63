/** The language of the screen, as SillyTavern is set. */
import { type StContext } from './st-context.ts';

export function screenLanguage(ctx: StContext): 'zh' | 'en' {
  const locale = ctx.getCurrentLocale?.() ?? navigator.language;
  return typeof locale === 'string' && locale.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
