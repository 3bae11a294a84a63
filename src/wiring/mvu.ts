/** Wires the MVU variables: SillyTavern's side of them, one keeper per open chat, our stand-in while MVU is absent, the panel's tab. */
import { NarrativeError } from '../domain/errors.ts';
import { additionalBooks, selectedBooks, variableEntries } from '../host/mvu-books.ts';
import { makeMvuHost } from '../host/mvu-client.ts';
import { type MvuRealm } from '../host/mvu-realm.ts';
import { showMessagesAs } from '../host/message-display.ts';
import { expandMacros } from '../host/macro-text.ts';
import { onSwipeDeleted } from '../host/swipe-deletions.ts';
import { hideUpdateBlocks } from '../mvu/message-text.ts';
import { type ChatVariables } from '../pipeline/chat-variables.ts';
import { type MvuChat } from '../pipeline/mvu-chat.ts';
import { type StoryRunner } from '../pipeline/turn-runner.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type HostEvents } from '../ports/host-events.ts';
import { type MvuHost, type UpdateEngine } from '../ports/mvu-host.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { type Undo } from '../shared/undo-list.ts';
import { type MvuDeps } from '../ui/panels/panel-deps.ts';
import { uiText } from '../ui/text.ts';
import { type Base } from './base.ts';

export interface Mvu {
  readonly variables: ChatVariables;
  readonly panel: MvuDeps;
  /** The chat, the path or what the variables come from changed: they are brought in step once no turn is under way. */
  touch(): void;
  /** Begins to follow the open chat. */
  follow(runner: StoryRunner, hostEvents: HostEvents): void;
}

export function wireMvu(base: Base): Mvu {
  const { host, undos, changes, events } = base;
  const { st, modules, notifier } = host;
  const { log } = host.platform;
  const { worldInfo } = modules;
  const mvuHost = makeMvuHost({
    st,
    realm: globalThis as MvuRealm,
    selectedBooks: () => selectedBooks(worldInfo),
    additionalBooks: () => additionalBooks(st, worldInfo),
  });
  const keepers = makeKeepers(base, mvuHost);
  const reload = async (record: JsonObject): Promise<JsonObject | null> =>
    (await (await current())?.reload(record)) ?? null;
  const standIn = makeStandInPlace(mvuHost, reload, (message, error) => log.warn(message, error));
  const variables: ChatVariables = {
    host: mvuHost,
    chat: (session) => (base.settings().enabled && !st().groupId ? keepers.of(session) : Promise.resolve(null)),
  };
  const current = async (): Promise<MvuChat | null> => {
    const session = base.peek();
    return session && variables.chat(session);
  };

  /** Does nothing while a turn is under way: it brings the variables in step itself. */
  const keep = async (runner: StoryRunner): Promise<void> => {
    const session = base.peek();
    const chat = session && (await variables.chat(session));
    if (!session || !chat) {
      standIn.set(false);
      return;
    }
    if (runner.status().state !== 'idle') return;
    const { problems, changed } = await chat.keepInStep();
    for (const { book, where, message } of problems) {
      notifier.once(`initvar:${book ?? ''}:${where}`, uiText(host.language()).mvu.initialProblem(where, message));
    }
    if (base.peek() !== session) return;
    standIn.set(session.head().mvu !== null);
    if (changed) changes.tell();
  };

  let touched = false;
  let working = false;
  let runs: StoryRunner | null = null;
  const work = async (runner: StoryRunner): Promise<void> => {
    working = true;
    try {
      while (touched) {
        touched = false;
        await runner.idle();
        await keep(runner);
      }
    } catch (error) {
      // Another chat was opened meanwhile: that one is brought in step by its own opening.
      if (!(error instanceof NarrativeError && error.code === 'host.chat-changed'))
        log.warn('The variables of the chat could not be brought in step.', error);
    } finally {
      working = false;
    }
  };
  const touch = (): void => {
    touched = true;
    if (runs && !working) void work(runs);
  };

  undos.add(() => standIn.set(false));
  undos.add(showMessagesAs(st, (text) => (base.settings().enabled ? hideUpdateBlocks(text) : text)));
  undos.add(onSwipeDeleted(st, (index, swipe) => void mvuHost.realign(index, swipe)));
  return {
    variables,
    panel: {
      ruledByMvu: () => mvuHost.presence().kind === 'present',
      newInitialKeys: async () => (await (await current())?.newInitialKeys()) ?? [],
      async mergeNewInitialKeys() {
        await (await current())?.mergeNewInitialKeys();
        changes.tell();
      },
    },
    touch,
    follow(runner, hostEvents) {
      runs = runner;
      undos.add(() => (runs = null));
      undos.add(changes.on(touch));
      undos.add(events.on('floor.committed', touch));
      undos.add(
        hostEvents.onSourcesChanged(() => {
          keepers.forgetBooks();
          touch();
        }),
      );
      touch();
    },
  };
}

/** One keeper per session; the books are read once until they change. */
function makeKeepers(base: Base, mvuHost: MvuHost) {
  const { host, settings } = base;
  const { st, modules } = host;
  let keeper: { readonly session: ChatSession; readonly chat: Promise<MvuChat> } | null = null;
  let books: ReturnType<typeof variableEntries> | null = null;

  const open = async (session: ChatSession): Promise<MvuChat> => {
    const { makeMvuChat } = await import('../pipeline/mvu-chat.ts');
    return makeMvuChat({
      session,
      host: mvuHost,
      adjust: (floorId, effects) => session.adjust(floorId, effects),
      save: () => st().saveMetadataDebounced(),
      entries() {
        const { primary } = mvuHost.bookNames();
        books ??= variableEntries(st, modules.worldInfo, { source: settings().worldbookSource, primary });
        return books;
      },
      swipes(index) {
        const message = st().chat[index];
        if (!message) return [];
        const shown = message.swipe_id ?? 0;
        return (message.swipes ?? [message.mes]).map((text, swipe) => (swipe === shown ? message.mes : text));
      },
      expand: (text) => expandMacros(st(), text),
    });
  };

  return {
    of(session: ChatSession): Promise<MvuChat> {
      if (keeper?.session !== session) {
        keeper = { session, chat: open(session) };
        books = null;
      }
      return keeper.chat;
    },
    forgetBooks: () => (books = null),
  };
}

/** Our stand-in is on the page exactly while a chat with variables is open. */
function makeStandInPlace(
  mvuHost: MvuHost,
  reload: UpdateEngine['reload'],
  warn: (message: string, error: unknown) => void,
) {
  let wanted = false;
  let remove: Undo | null = null;
  const place = async (): Promise<void> => {
    const { makeUpdateEngine } = await import('../mvu/update-engine.ts');
    if (wanted) remove ??= mvuHost.standIn(makeUpdateEngine(reload));
  };
  return {
    set(next: boolean): void {
      if (next === wanted) return;
      wanted = next;
      if (next) place().catch((error: unknown) => warn('The stand-in for MVU could not be placed.', error));
      else {
        remove?.();
        remove = null;
      }
    },
  };
}
