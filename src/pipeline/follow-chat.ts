/** Keeps one session for the chat that is open, and keeps it in step with what happens there. */
import { type NarrativeEvents } from '../domain/run/narrative-event.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type HostEvents, type PathChange } from '../ports/host-events.ts';
import { type Log } from '../ports/log.ts';
import { type Emitter } from '../shared/emitter.ts';
import { makeUndoList, type Undo } from '../shared/undo-list.ts';

export interface FollowDeps {
  readonly hostEvents: HostEvents;
  /** Opens a session for the chat that is open now; null when it cannot be followed. */
  readonly open: () => Promise<ChatSession | null>;
  /** A swipe, an edit or a deletion: a running tail of that message ends. */
  readonly cancelRun: (cause: 'swipe' | 'edit' | 'delete' | 'chat-changed', index: number | null) => void;
  /** A turn is under way and will bring chat and path in step itself. */
  readonly busy: () => boolean;
  readonly events: Emitter<NarrativeEvents>;
  /** The path or the world may look different now. */
  readonly onChanged: () => void;
  /** The session was opened, or brought in step with the chat. */
  readonly onInStep: (session: ChatSession) => void;
  readonly onNotice: (sentence: string) => void;
  readonly log: Log;
}

export interface ChatFollower {
  /** The session of the open chat, once it is open; null when there is none. */
  current(): Promise<ChatSession | null>;
  /** The session if it is open already. */
  peek(): ChatSession | null;
  /** Closes the session; there is none until a chat is opened again. */
  drop(): void;
  stop: Undo;
}

const causeOf: Partial<Record<PathChange, 'swipe' | 'edit' | 'delete'>> = {
  swiped: 'swipe',
  'swipe-deleted': 'swipe',
  edited: 'edit',
  deleted: 'delete',
};

export function followChat(deps: FollowDeps): ChatFollower {
  const undos = makeUndoList();
  let opening: Promise<ChatSession | null> = Promise.resolve(null);
  let open: ChatSession | null = null;
  let generation = 0;

  const reopen = (): void => {
    const mine = (generation += 1);
    const previous = opening;
    open = null;
    opening = (async () => {
      const old = await previous;
      await old?.close();
      if (mine !== generation) return null;
      const session = await deps.open();
      if (mine !== generation) {
        await session?.close();
        return null;
      }
      open = session;
      deps.onChanged();
      if (session) deps.onInStep(session);
      return session;
    })().catch((error: unknown) => {
      deps.log.warn('The chat could not be opened.', error);
      return null;
    });
  };

  const reconcile = async (reason: string): Promise<void> => {
    const session = await opening;
    if (!session) return;
    try {
      const report = await session.reconcile(reason);
      for (const page of report.activated) deps.events.emit('page.activated', page);
      for (const notice of report.notices) deps.onNotice(notice);
      if (report.changed) deps.onChanged();
      deps.onInStep(session);
    } catch (error) {
      deps.log.warn('The chat could not be reconciled.', error);
    }
  };

  undos.add(
    deps.hostEvents.onChatChanged(() => {
      deps.cancelRun('chat-changed', null);
      reopen();
    }),
  );
  undos.add(deps.hostEvents.onChatRenamed(() => void reconcile('renamed')));
  undos.add(
    deps.hostEvents.onPathChanged((change, index) => {
      const cause = causeOf[change];
      if (cause) deps.cancelRun(cause, index);
      if (change === 'generation-ended') return;
      if (cause || !deps.busy()) void reconcile(change);
    }),
  );

  const drop = (): void => {
    generation += 1;
    const last = opening;
    open = null;
    // The next opening waits until what is under way has ended.
    opening = last.then(async (session) => {
      await session?.close();
      return null;
    });
    deps.onChanged();
  };

  return {
    current: () => opening,
    peek: () => open,
    drop,
    stop: () => {
      undos.run();
      drop();
    },
  };
}
