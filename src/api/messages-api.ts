/** `api.messages`: the messages of a round one by one; hiding and revising never change what the round did. */
import { type FloorId, type PageId } from '../domain/ids.ts';
import { type MessageRevision, type StoryMessage } from '../ports/session-messages.ts';
import { type OpenSession } from './open-session.ts';

export function makeMessagesApi(open: OpenSession) {
  return {
    /** Inputs, then steps (plan, tool results), then the reply, of the candidate shown or of `pageId`. */
    list: async (floorId: string, pageId?: string): Promise<readonly StoryMessage[]> =>
      (await open()).messages.list(floorId as FloorId, pageId as PageId | undefined),
    get: async (id: string): Promise<StoryMessage | null> => (await open()).messages.get(id),
    /** Takes it out of every later prompt; the reader still sees it, marked as SillyTavern marks hidden messages. */
    hide: async (id: string): Promise<void> => (await open()).messages.setHidden(id, true),
    unhide: async (id: string): Promise<void> => (await open()).messages.setHidden(id, false),
    /** Another text for it; resolves to the number of the revision. Rejects with `input.invalid` for an empty text. */
    update: async (id: string, text: string): Promise<number> => (await open()).messages.revise(id, text),
    revisions: async (id: string): Promise<readonly MessageRevision[]> => (await open()).messages.revisions(id),
  };
}
