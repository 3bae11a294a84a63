/** What every part of the wiring shares: SillyTavern, the database, the settings, the open chat's session. */
import { effectiveSettings } from '../config/effective-settings.ts';
import { NarrativeError } from '../domain/errors.ts';
import { type NarrativeEvents } from '../domain/run/narrative-event.ts';
import { type Settings } from '../domain/settings.ts';
import { makeHost, type Host } from '../host/make-host.ts';
import { makePlayerActions, type PlayerActions } from '../host/player-actions.ts';
import { makeSettingsStore, type SettingsStore } from '../host/settings-store.ts';
import { openChat } from '../host/st-context.ts';
import { type ChatFollower } from '../pipeline/follow-chat.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type TimelineStore } from '../ports/timeline-store.ts';
import { makeEmitter, type Emitter } from '../shared/emitter.ts';
import { makeUndoList, type Undo, type UndoList } from '../shared/undo-list.ts';
import { openStore } from '../storage/open-store.ts';
import { uiText } from '../ui/text.ts';

/** Tells whoever shows the story that it may look different now. */
export interface Changes {
  tell(): void;
  on(handler: () => void): Undo;
}

export interface Base {
  readonly host: Host;
  readonly store: TimelineStore;
  readonly settingsStore: SettingsStore;
  readonly actions: PlayerActions;
  readonly events: Emitter<NarrativeEvents>;
  readonly changes: Changes;
  /** Takes everything back that was started, in reverse order. */
  readonly undos: UndoList;
  /** With the choices of the open card and chat applied. */
  readonly settings: () => Settings;
  /** The session of the open chat; waits for one that is being opened. */
  readonly session: () => Promise<ChatSession | null>;
  /** The session if it is open already. */
  readonly peek: () => ChatSession | null;
  /** Called once, when the chat is followed. */
  follow(follower: ChatFollower): void;
  /** A refused or failed action, in the player's language. */
  readonly showError: (error: unknown) => void;
}

/** @param moduleUrl where our bundle was loaded from. Rejects when there is no SillyTavern. */
export async function openBase(moduleUrl: string): Promise<Base> {
  const undos = makeUndoList();
  const host = await makeHost(moduleUrl);
  const { st, platform, notifier } = host;
  const { clock, log } = platform;
  const store = await openStore({ handle: host.userHandle, notifier, log, language: host.language, clock });
  undos.add(() => {
    store.close();
  });
  const settingsStore = makeSettingsStore(st);
  const events = makeEmitter<NarrativeEvents>((name, error) =>
    log.warn(`A listener of ${String(name)} failed.`, error),
  );
  let follower: ChatFollower | null = null;
  const peek = (): ChatSession | null => follower?.peek() ?? null;
  const cardOf = (): string | null => {
    const ctx = st();
    return ctx.groupId ? null : (openChat(ctx)?.owner ?? null);
  };
  const choices = () => {
    const session = peek();
    return session && { enabled: session.choice('enabled'), promptMode: session.choice('promptMode') };
  };
  return {
    host,
    store,
    settingsStore,
    actions: makePlayerActions(st),
    events,
    changes: makeChanges(),
    undos,
    settings: () => effectiveSettings(settingsStore.read(), cardOf(), choices()),
    session: () => follower?.current() ?? Promise.resolve(null),
    peek,
    follow: (next) => (follower = next),
    showError(error) {
      log.warn('An action failed.', error);
      notifier.error(error instanceof NarrativeError ? uiText(host.language()).errors[error.code] : String(error));
    },
  };
}

function makeChanges(): Changes {
  const handlers = new Set<() => void>();
  return {
    tell() {
      for (const handler of [...handlers]) handler();
    },
    on(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
  };
}
