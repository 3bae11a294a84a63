/** The variables at the opening of a turn: in step with the chat, and begun where a chat has no greeting. */
import { isCancelled } from '../domain/errors.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type MvuChat } from './mvu-chat.ts';
import { type TurnDeps } from './turn-deps.ts';

/** Before a turn opens; whatever fails here costs neither the turn nor the variables that are there. */
export async function variablesInStep(deps: TurnDeps, session: ChatSession): Promise<MvuChat | null> {
  try {
    const chat = await deps.variables.chat(session);
    await chat?.keepInStep();
    return chat;
  } catch (error) {
    if (!isCancelled(error)) deps.log.warn('The variables of the chat could not be brought in step.', error);
    return null;
  }
}

/** What the first page of a chat without a greeting begins with. */
export async function firstVariables(deps: TurnDeps, chat: MvuChat | null): Promise<readonly Effect[]> {
  try {
    return (await chat?.initialEffects()) ?? [];
  } catch (error) {
    deps.log.warn('The initial variables could not be read.', error);
    return [];
  }
}
