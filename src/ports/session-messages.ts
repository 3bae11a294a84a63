/** The messages of the open chat's rounds, each by itself: what the player said, what the steps left, the reply. */
import { type FloorId, type PageId } from '../domain/ids.ts';
import { type MessageRole, type PageMessage } from '../domain/timeline/page.ts';

export interface StoryMessage {
  /** Holds as long as its round does; made of the ids of floor or page and the message's place there. */
  readonly id: string;
  readonly floorId: FloorId;
  /** null for what the player said: it belongs to every candidate of the round. */
  readonly pageId: PageId | null;
  readonly role: MessageRole;
  readonly text: string;
  readonly visibility: PageMessage['visibility'];
  readonly validity: PageMessage['validity'];
  readonly source: string;
  /** Taken out of prompts by hand; what it did to the state stays. */
  readonly hidden: boolean;
  /** Index in chat[]; null for what stands in no chat file. */
  readonly chatIndex: number | null;
}

export interface MessageRevision {
  /** 0 is the message as it was first. */
  readonly number: number;
  readonly text: string;
  /** Milliseconds since 1970; null when nobody knows. */
  readonly at: number | null;
}

/**
 * Contract: hiding and revising change neither the page's effects nor its hash. Both work on any round of the path;
 * what stands in no chat file lives as long as the database. Rejects with `input.invalid` for a message that is not
 * there (any more), and for an empty text.
 */
export interface SessionMessages {
  /** Of the shown page, or of `pageId`: inputs, then steps, then the reply. Empty when the floor is not on the path. */
  list(floorId: FloorId, pageId?: PageId): Promise<readonly StoryMessage[]>;
  get(id: string): Promise<StoryMessage | null>;
  setHidden(id: string, hidden: boolean): Promise<void>;
  /** The number of the revision made. */
  revise(id: string, text: string): Promise<number>;
  /** Oldest first; the last one is the text now. */
  revisions(id: string): Promise<readonly MessageRevision[]>;
}
