/** Which messages of a page may enter which prompt. */
import { type PageMessage } from './page.ts';

export interface PromptPlace {
  /** Slot of the agent that reads. */
  readonly agent: string;
  /** The message belongs to the turn that is being written. */
  readonly sameTurn: boolean;
}

/** A message for "this turn only" is never in a later prompt; `agents` names who else may see it. */
export function mayEnterPrompt(message: Pick<PageMessage, 'visibility' | 'validity'>, place: PromptPlace): boolean {
  const { visibility, validity } = message;
  if (!visibility.prompt || (validity === 'turn' && !place.sameTurn)) return false;
  return visibility.agents === undefined || visibility.agents.includes(place.agent);
}
