/** Which messages of a page are shown, and which may enter which prompt. */
import { type PageMessage } from './page.ts';

/** The text of the page as the player reads it. */
export function displayText(messages: readonly PageMessage[]): string {
  return messages
    .filter(({ visibility }) => visibility.user)
    .map(({ text }) => text)
    .join('');
}

export interface PromptPlace {
  /** Slot of the agent that reads. */
  readonly agent: string;
  /** The message belongs to the turn that is being written. */
  readonly sameTurn: boolean;
}

/** A message for "this turn only" is never in a later prompt; `agents` names who else may see it. */
export function mayEnterPrompt(message: PageMessage, place: PromptPlace): boolean {
  const { visibility, validity } = message;
  if (!visibility.prompt || (validity === 'turn' && !place.sameTurn)) return false;
  return visibility.agents === undefined || visibility.agents.includes(place.agent);
}
