/** `api.messages`: the messages of a round one by one, and notes for the next rounds. Nothing here changes what a round did. */
import { NarrativeError } from '../domain/errors.ts';
import { type FloorId, type PageId } from '../domain/ids.ts';
import { notedAgents, noteLimits, type NotedAgent, type TurnNote } from '../domain/run/turn-note.ts';
import { type MessageRevision, type StoryMessage } from '../ports/session-messages.ts';
import { type NewNote, type TurnNotes } from '../ports/turn-notes.ts';
import { type OpenSession } from './open-session.ts';

export interface NoteOptions {
  /** Who reads it; planning and writing when left out. */
  readonly agents?: readonly string[];
  /** For how many rounds, 1 when left out; swipes and failed tries are not counted. */
  readonly turns?: number;
  /** Who leaves it, for the record. */
  readonly source?: string;
}

export interface MessagesApiDeps {
  readonly open: OpenSession;
  readonly notes: TurnNotes;
  readonly deleteMessage: (index: number) => Promise<boolean>;
}

export function makeMessagesApi({ open, notes, deleteMessage }: MessagesApiDeps) {
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
    /**
     * A system note for the next round of the open chat, or the next `turns`; it is told to `agents`, never shown, and
     * in no later prompt. Resolves to its id. Rejects with `input.invalid` for what cannot be one.
     */
    async note(text: string, options: NoteOptions | null = {}): Promise<string> {
      await open();
      if (notes.list().length >= noteLimits.count) {
        throw new NarrativeError('input.invalid', { message: `There are ${noteLimits.count} notes already.` });
      }
      return notes.add(readNote(text, options ?? {}));
    },
    /** Those that are not used up. */
    notes: async (): Promise<readonly TurnNote[]> => {
      await open();
      return notes.list();
    },
    /**
     * Takes a note back, or deletes a message of the chat as SillyTavern does: with all its candidates, which stay
     * restorable. Rejects with `input.invalid` for the record of a step, and for what is not in the page.
     */
    async remove(id: string): Promise<void> {
      const session = await open();
      if (notes.remove(id)) return;
      const index = (await session.messages.get(id))?.chatIndex;
      if (index === undefined || index === null) {
        throw new NarrativeError('input.invalid', { message: 'Only notes and messages of the chat can be removed.' });
      }
      if (!(await deleteMessage(index))) {
        throw new NarrativeError('input.invalid', { message: 'SillyTavern deletes only messages that are on screen.' });
      }
    },
  };
}

function readNote(
  text: unknown,
  { agents = ['planning', 'writing'], turns = 1, source = 'api' }: NoteOptions,
): NewNote {
  const words = typeof text === 'string' ? text.trim() : '';
  if (words === '' || words.length > noteLimits.characters) {
    throw new NarrativeError('input.invalid', { message: `A note has 1 to ${noteLimits.characters} characters.` });
  }
  if (!Array.isArray(agents) || agents.length === 0 || !agents.every(isNoted)) {
    throw new NarrativeError('input.invalid', { message: `A note is for: ${notedAgents.join(', ')}.` });
  }
  if (typeof source !== 'string')
    throw new NarrativeError('input.invalid', { message: 'The source of a note is a name.' });
  if (!Number.isInteger(turns) || turns < 1 || turns > noteLimits.turns) {
    throw new NarrativeError('input.invalid', { message: `A note holds for 1 to ${noteLimits.turns} rounds.` });
  }
  return { text: words, agents: [...new Set(agents.filter(isNoted))], turns, source: source.slice(0, 80) };
}

const isNoted = (agent: unknown): agent is NotedAgent => notedAgents.some((known) => known === agent);
