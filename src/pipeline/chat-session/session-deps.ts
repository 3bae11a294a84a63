/** What an open chat needs from outside. */
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type Ledger } from '../../domain/timeline/fold.ts';
import { type World } from '../../domain/world.ts';
import { type Clock } from '../../ports/clock.ts';
import { type HostChat } from '../../ports/host-chat.ts';
import { type IdSource } from '../../ports/id-source.ts';
import { type Log } from '../../ports/log.ts';
import { type Notifier } from '../../ports/notifier.ts';
import { type TimelineStore } from '../../ports/timeline-store.ts';

export interface SessionDeps {
  readonly hostChat: HostChat;
  readonly store: TimelineStore;
  /** Made per session, since refusals are told in the chat's language. */
  readonly ledger: (language: () => StoryLanguage) => Ledger<World>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly notifier: Notifier;
  readonly log: Log;
  /** A hand edit was made, undone or redone. */
  readonly onEdited?: () => void;
  /** The language of the screen, for sentences to the player and for a chat whose language is not fixed yet. */
  readonly screenLanguage: () => StoryLanguage;
}
