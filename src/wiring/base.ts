/** What every part of the wiring shares: SillyTavern, the database, the settings, the open chat's session. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { effectiveSettings } from '../config/effective-settings.ts';
import { NarrativeError } from '../domain/errors.ts';
import { type NarrativeEvents } from '../domain/run/narrative-event.ts';
import { type Settings } from '../domain/settings.ts';
import { parseChatMirror } from '../domain/timeline/parse-mirror.ts';
import { makeHost, type Host } from '../host/make-host.ts';
import { presetName } from '../host/read-preset.ts';
import { makePlayerActions, type PlayerActions } from '../host/player-actions.ts';
import { makeSettingsStore, type SettingsStore } from '../host/settings-store.ts';
import { openChat } from '../host/st-context.ts';
import { type ChatClaims } from '../pipeline/chat-claims.ts';
import { type ChatFollower } from '../pipeline/follow-chat.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type TimelineStore } from '../ports/timeline-store.ts';
import { makeEmitter, type Emitter } from '../shared/emitter.ts';
import { makeUndoList, type Undo, type UndoList } from '../shared/undo-list.ts';
import { openStoreAndLeases } from '../storage/open-store.ts';
import { type LeaseTable } from '../storage/ownership/lease-ownership.ts';
import { uiText } from '../ui/text.ts';

/** Tells whoever shows the story that it may look different now. */
export interface Changes {
  tell(): void;
  on(handler: () => void): Undo;
}

export interface Base {
  readonly host: Host;
  readonly store: TimelineStore;
  /** Who plays which chat, for browsers without locks. */
  readonly leases: LeaseTable;
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
  /** The open chat is this tab's to play; asked anew at each call. */
  readonly ownsChat: () => Promise<boolean>;
  /** Called once, when the chat is followed. */
  follow(follower: ChatFollower): void;
  /** Called once, when it is known who plays the open chat. */
  claim(claims: ChatClaims): void;
  /** A refused or failed action, in the player's language. */
  readonly showError: (error: unknown) => void;
}

/** @param moduleUrl where our bundle was loaded from. Rejects when there is no SillyTavern. */
export async function openBase(moduleUrl: string): Promise<Base> {
  const undos = makeUndoList();
  const host = await makeHost(moduleUrl);
  const { st, platform, notifier } = host;
  const { clock, log } = platform;
  const settingsStore = makeSettingsStore(st);
  const { persistToLocalStorage: persist } = settingsStore.read().state;
  const { store, leases } = await openStoreAndLeases({
    handle: host.userHandle,
    notifier,
    log,
    language: host.language,
    clock,
    persist,
  });
  undos.add(() => {
    store.close();
  });
  const events = makeEmitter<NarrativeEvents>((name, error) =>
    log.warn(`A listener of ${String(name)} failed.`, error),
  );
  let follower: ChatFollower | null = null;
  let claims: ChatClaims | null = null;
  const peek = (): ChatSession | null => follower?.peek() ?? null;
  const cardOf = (): string | null => {
    const ctx = st();
    return ctx.groupId ? null : (openChat(ctx)?.owner ?? null);
  };
  const choices = () => {
    const session = peek();
    if (session) return { enabled: session.choice('enabled'), promptMode: session.choice('promptMode') };
    // In a chat that another tab plays there is no session; what its file says counts all the same.
    const mirror = parseChatMirror(st().chatMetadata[EXTENSION_KEY]);
    return mirror && { enabled: mirror.enabled, promptMode: mirror.promptMode };
  };
  return {
    host,
    store,
    leases,
    settingsStore,
    actions: makePlayerActions(st, host.modules.bookmarks),
    events,
    changes: makeChanges(),
    undos,
    settings: () => effectiveSettings(settingsStore.read(), cardOf(), choices(), presetName(st())),
    session: () => follower?.current() ?? Promise.resolve(null),
    peek,
    ownsChat: () => claims?.confirm() ?? Promise.resolve(true),
    follow: (next) => (follower = next),
    claim: (next) => (claims = next),
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
