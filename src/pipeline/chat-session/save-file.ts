/** Saves the chat's file; a host that cannot save just now costs the player a sentence, not the turn. */
import { NarrativeError } from '../../domain/errors.ts';
import { type SessionDeps } from './session-deps.ts';
import { sessionSentence } from './session-notices.ts';

/** True when the file was written; what is not stays promised in the outbox. Rejects with whatever else went wrong. */
export async function saveFile({ hostChat, notifier, log, screenLanguage }: SessionDeps): Promise<boolean> {
  try {
    await hostChat.save();
    return true;
  } catch (error) {
    if (!(error instanceof NarrativeError && error.code === 'storage.blocked')) throw error;
    log.warn('The chat could not be saved.', error);
    notifier.warn(sessionSentence('unsaved', screenLanguage()));
    return false;
  }
}
