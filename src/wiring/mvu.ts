/** Wires the MVU variables: SillyTavern's side of them, what keeps them in step, our stand-in while MVU is absent, the panel's tab. */
import { additionalBooks, selectedBooks, variableEntries } from '../host/mvu-books.ts';
import { makeMvuHost } from '../host/mvu-client.ts';
import { type MvuRealm } from '../host/mvu-realm.ts';
import { showMessagesAs } from '../host/message-display.ts';
import { expandMacros } from '../host/macro-text.ts';
import { onSwipeDeleted } from '../host/swipe-deletions.ts';
import { swipeTexts } from '../host/swipe-texts.ts';
import { hideUpdateBlocks } from '../mvu/message-text.ts';
import { type ChatVariables, makeChatVariables } from '../pipeline/chat-variables.ts';
import { keepVariables, type VariableKeeping } from '../pipeline/keep-variables.ts';
import { type MvuChat } from '../pipeline/mvu-chat.ts';
import { placeStandIn } from '../pipeline/place-stand-in.ts';
import { type StoryRunner } from '../pipeline/turn-runner.ts';
import { type HostEvents } from '../ports/host-events.ts';
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
  const { host, undos, changes, events, settings } = base;
  const { st, modules, notifier } = host;
  const { log } = host.platform;
  const { worldInfo } = modules;
  const mvuHost = makeMvuHost({
    st,
    realm: globalThis as MvuRealm,
    selectedBooks: () => selectedBooks(worldInfo),
    additionalBooks: () => additionalBooks(st, worldInfo),
  });
  const variables = makeChatVariables({
    host: mvuHost,
    playPart: () => settings().enabled && !st().groupId,
    save: () => st().saveMetadataDebounced(),
    entries: () =>
      variableEntries(st, worldInfo, { source: settings().worldbookSource, primary: mvuHost.bookNames().primary }),
    swipes: (index) => swipeTexts(st().chat[index]),
    expand: (text) => expandMacros(st(), text),
  });
  const current = async (): Promise<MvuChat | null> => {
    const session = base.peek();
    return session && variables.chat(session);
  };
  const standIn = placeStandIn(mvuHost, async (record) => (await (await current())?.reload(record)) ?? null, log);
  let keeping: VariableKeeping | null = null;
  const touch = (): void => keeping?.touch();

  undos.add(() => standIn(false));
  undos.add(showMessagesAs(st, (text) => (settings().enabled ? hideUpdateBlocks(text) : text)));
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
      const kept = keepVariables({
        runner,
        chat: variables.chat,
        session: () => base.peek(),
        standIn,
        onProblem: ({ book, where, message }) =>
          notifier.once(`initvar:${book ?? ''}:${where}`, uiText(host.language()).mvu.initialProblem(where, message)),
        onChanged: () => changes.tell(),
        log,
      });
      keeping = kept;
      undos.add(() => kept.stop());
      undos.add(changes.on(touch));
      undos.add(events.on('floor.committed', touch));
      undos.add(
        hostEvents.onSourcesChanged(() => {
          variables.forgetBooks();
          touch();
        }),
      );
      touch();
    },
  };
}
