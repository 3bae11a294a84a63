/** What an agent is told in its system message: our text, or the player's instead, and what the player adds. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type AgentSettings } from '../domain/settings.ts';

/** The texts of one agent; `full` and `lite` share their places. */
export type PromptTexts = Readonly<Record<StoryLanguage, { readonly full: string; readonly lite: string }>>;

export function pickText(texts: PromptTexts, language: StoryLanguage, lite: boolean): string {
  return texts[language][lite ? 'lite' : 'full'];
}

export interface Names {
  readonly user: string;
  readonly character: string;
}

/**
 * @param builtIn our instructions, filled
 * @param always sentences that stand even under an override, since the rest of the prompt relies on them
 */
export function composeInstructions(
  builtIn: string,
  settings: Pick<AgentSettings, 'instructionsAppend' | 'instructionsOverride'>,
  names: Names,
  always: readonly string[] = [],
): string {
  const own = settings.instructionsOverride.trim();
  return [own === '' ? builtIn : withNames(own, names), ...always, withNames(settings.instructionsAppend, names)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The two macros people write in instructions; anything else of theirs stays as it is. */
function withNames(text: string, names: Names): string {
  return text.replace(/\{\{\s{0,4}(user|char)\s{0,4}\}\}/gi, (_, who: string) =>
    who.toLowerCase() === 'user' ? names.user : names.character,
  );
}
