/** The session of the open chat, for calls that cannot do without one. */
import { NarrativeError } from '../domain/errors.ts';
import { type ChatSession } from '../ports/chat-session.ts';

/** Rejects with `host.missing` when no chat is open, or another tab plays it. */
export type OpenSession = () => Promise<ChatSession>;

export function makeOpenSession(session: () => Promise<ChatSession | null>): OpenSession {
  return async () => {
    const open = await session();
    if (!open) throw new NarrativeError('host.missing', { message: 'No chat is open here.' });
    return open;
  };
}
