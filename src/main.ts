/** Builds the adapters, wires them together, starts and stops everything. */
import { makeApi } from './api/narrative-agent.ts';
import { publishApi } from './api/publish.ts';
import { effectiveSettings } from './config/effective-settings.ts';
import { VERSION } from './config/identity.ts';
import { NarrativeError } from './domain/errors.ts';
import { makeApplyChange } from './domain/game-state/apply-change.ts';
import { renderState } from './domain/game-state/render-state.ts';
import { emptyGameState } from './domain/game-state/game-state.ts';
import { renderSummaryLine } from './domain/history/summary-line.ts';
import { type FloorId, type PageId } from './domain/ids.ts';
import { type NarrativeEvents } from './domain/run/narrative-event.ts';
import { type Settings } from './domain/settings.ts';
import { classifyEntry } from './domain/worldbook/classify.ts';
import { makeScannerCache } from './domain/worldbook/scanner-cache.ts';
import { forgetExtension } from './host/forget-extension.ts';
import { makeConsentStore } from './host/consent-store.ts';
import { makeHostChat, guardNewSwipes } from './host/host-chat.ts';
import { makeHostEvents } from './host/host-events.ts';
import { expandMacros } from './host/macro-text.ts';
import { makeHost, type Host } from './host/make-host.ts';
import { makeModelClient } from './host/model-client.ts';
import { mountSettings } from './host/mount.ts';
import { makeSettingsStore } from './host/settings-store.ts';
import { onAppReady } from './host/on-app-ready.ts';
import { makePlayerActions } from './host/player-actions.ts';
import { promptBudget } from './host/prompt-budget.ts';
import { currentSt, openChat } from './host/st-context.ts';
import { loadStModules } from './host/st-modules.ts';
import { makeTurnSnapshot } from './host/turn-snapshot.ts';
import { userHandle } from './host/user-handle.ts';
import { forgetChat } from './pipeline/chat-session/forget-chat.ts';
import { openChatSession } from './pipeline/chat-session/open-chat-session.ts';
import { pruneRuns } from './pipeline/chat-session/prune-runs.ts';
import { followChat } from './pipeline/follow-chat.ts';
import { makeTurnRunner } from './pipeline/turn-runner.ts';
import { makeWorldLedger } from './pipeline/world-ledger.ts';
import { type ChatSession } from './ports/chat-session.ts';
import { type Sandbox } from './ports/sandbox.ts';
import { makeEmitter } from './shared/emitter.ts';
import { makeUndoList, type Undo } from './shared/undo-list.ts';
import { deleteDatabase } from './storage/delete-database.ts';
import { openStore } from './storage/open-store.ts';
import { makePlayerQuestions } from './ui/dialogs/make-player-questions.ts';
import { makePanels } from './ui/panels/open-panels.ts';
import { readChatChoices, saveChatChoices } from './ui/settings/chat-choices.ts';
import { fillSettingsDrawer } from './ui/settings/fill-settings-drawer.ts';
import { makeStatusLine } from './ui/status-line.ts';
import { uiText } from './ui/text.ts';

let running: Promise<Undo | null> = Promise.resolve(null);

/** Starts once SillyTavern is ready; resolves to the undo of everything. */
async function start(): Promise<Undo> {
  const undos = makeUndoList();
  // The patch engine is a chunk of its own: the main chunk stays small.
  const [host, { applyMvuInLedger }] = await Promise.all([makeHost(import.meta.url), import('./mvu/ledger-mvu.ts')]);
  const { st, platform, notifier, own } = host;
  const { clock, ids, log, random } = platform;
  const store = await openStore({ handle: host.userHandle, notifier, log, language: host.language, clock });
  undos.add(() => {
    store.close();
  });
  const settingsStore = makeSettingsStore(st);
  const events = makeEmitter<NarrativeEvents>((name, error) =>
    log.warn(`A listener of ${String(name)} failed.`, error),
  );
  const changed = new Set<() => void>();
  const tellChanged = (): void => {
    for (const handler of [...changed]) handler();
  };

  const cardOf = (): string | null => {
    const ctx = st();
    return ctx.groupId ? null : (openChat(ctx)?.owner ?? null);
  };
  const choicesOf = (session: ChatSession | null) =>
    session ? { enabled: session.choice('enabled'), promptMode: session.choice('promptMode') } : null;
  const settings = (): Settings => effectiveSettings(settingsStore.read(), cardOf(), choicesOf(follower.peek()));

  const statusLine = makeStatusLine({
    page: document,
    text: () => uiText(host.language()),
    now: () => clock.now(),
    actions: {
      retry: (turn) => actions.retry(turn),
      analyseAgain: (pageId) => void analyseAgainOf(pageId as PageId),
      stop: () => runner.cancel('stop'),
      openRun: () => panels.open('run'),
      openState: () => panels.open('state'),
    },
  });
  undos.add(() => statusLine.remove());

  const actions = makePlayerActions(st);
  const consents = makeConsentStore(st);
  const questions = makePlayerQuestions(document, host.language, log);
  let sandbox: Sandbox | null = null;
  undos.add(() => sandbox?.stop());
  const worldLedger = (language: () => 'zh' | 'en') =>
    makeWorldLedger({
      empty: emptyGameState,
      applyChange: makeApplyChange(),
      applyMvu: applyMvuInLedger,
      language,
    });
  const snapshot = makeTurnSnapshot({ st, modules: host.modules, worldbookSource: () => settings().worldbookSource });
  const readStory = () => snapshot({ type: 'normal', prompt: [], activated: [], promptBudget: promptBudget(st) });
  const hostChat = makeHostChat({ st, own, save: host.save, isShown: (index) => actions.isShown(index) });
  const runner = makeTurnRunner({
    settings,
    session: () => follower.current(),
    readMaterial: readStory,
    model: makeModelClient({ st, modules: host.modules, observer: host.observer, clock }),
    tokens: host.tokens,
    clock,
    random,
    ids,
    log,
    progress: statusLine,
    notifier,
    events,
    tools: {
      sandbox: async () => {
        const { makeSandbox } = await import('./sandbox/make-sandbox.ts');
        sandbox ??= makeSandbox(new URL('./sandbox-worker.js', import.meta.url));
        return sandbox;
      },
      consents: () => consents.of(openChat(st())?.owner ?? ''),
      expand: (text) => expandMacros(st(), text),
    },
    stateText: (world, language) => renderState(world.game, language),
    preview(world, effects, at) {
      const ledger = worldLedger(() => follower.peek()?.language ?? host.language());
      const copy = ledger.clone(world);
      for (const effect of effects) ledger.apply(copy, effect, at);
      return copy;
    },
    keyScanner: makeScannerCache({ now: () => clock.now() }),
    screenLanguage: host.language,
  });
  const bridge = host.startBridge(runner, {
    enabled: () => settings().enabled,
    worldbookSource: () => settings().worldbookSource,
  });
  undos.add(() => bridge.stop());
  undos.add(guardNewSwipes(st));

  const hostEvents = makeHostEvents({
    st,
    own,
    busy: () => bridge.busy(),
    regenerating: () => bridge.regenerating(),
  });
  const follower = followChat({
    hostEvents,
    async open() {
      const session = await openChatSession({
        hostChat,
        store,
        ledger: worldLedger,
        clock,
        ids,
        notifier,
        log,
        screenLanguage: host.language,
      });
      if (session) {
        pruneRuns(store, session.timeline().chatId, settings().retention, clock.now()).catch((error: unknown) =>
          log.warn('Old runs could not be pruned.', error),
        );
      }
      return session;
    },
    // The bridge itself ends a tail whose message is swiped, edited or deleted.
    cancelRun(cause) {
      if (cause === 'chat-changed') runner.cancel(cause);
    },
    busy: () => runner.status().state !== 'idle',
    events,
    onChanged: () => {
      statusLine.showChip(follower.peek() !== null && settings().enabled);
      tellChanged();
    },
    onNotice: (sentence) => notifier.info(sentence),
    log,
  });
  undos.add(() => follower.stop());
  undos.add(hostEvents.onChatChanged(() => statusLine.clear()));
  undos.add(
    hostEvents.onChatDeleted((file) => {
      forgetChat(store, hostChat, file).catch((error: unknown) =>
        log.warn('A deleted chat was not cleaned up.', error),
      );
    }),
  );
  let asking = new AbortController();
  undos.add(() => asking.abort());
  undos.add(
    hostEvents.onChatChanged((chat) => {
      asking.abort();
      asking = new AbortController();
      consents.forgetOnce();
      if (chat)
        askConsent(chat.owner, asking.signal).catch((error: unknown) => log.warn('Consent could not be asked.', error));
    }),
  );
  undos.add(events.on('floor.committed', tellChanged));

  const askConsent = async (owner: string, signal: AbortSignal): Promise<void> => {
    if (!settings().enabled) return;
    const { entries } = await readStory();
    if (!entries.some((entry) => entry.enabled && classifyEntry(entry).kind === 'tool')) return;
    const { askToolConsent } = await import('./pipeline/ask-tool-consent.ts');
    const cardName = st().name2;
    await askToolConsent({ consents, questions, clock, owner, cardName, language: host.language() }, entries, signal);
  };

  const analyse = async (floorId: FloorId): Promise<string> => {
    const outcome = await runner.analyseAgain(floorId);
    tellChanged();
    return outcome;
  };
  const analyseAgainOf = async (pageId: PageId): Promise<void> => {
    const row = follower
      .peek()
      ?.timeline()
      .rows.find((candidate) => candidate.pageId === pageId);
    if (!row) return;
    try {
      await analyse(row.floorId);
    } catch (error) {
      showError(host, error);
    }
  };
  const panels = makePanels(document, {
    language: host.language(),
    session: () => follower.peek(),
    onChanged(handler) {
      changed.add(handler);
      return () => void changed.delete(handler);
    },
    analyseAgain: (pageId) => void analyseAgainOf(pageId),
    detachedPages: (floorId) => store.pagesOfFloor(floorId),
    onError: (error) => showError(host, error),
  });
  undos.add(() => panels.remove());
  undos.add(
    publishApi(
      makeApi({
        runner,
        session: () => follower.current(),
        peek: () => follower.peek(),
        events,
        renderSummary: renderSummaryLine,
        analyseAgain: analyse,
      }),
    ),
  );

  const mounted = await mountSettings(st, host.folder);
  if (mounted) {
    undos.add(
      fillSettingsDrawer(
        mounted.root,
        {
          language: host.language(),
          version: VERSION,
          read: () => settingsStore.read(),
          save(next) {
            settingsStore.save(next);
            tellChanged();
          },
          problems: () => settingsStore.problems(),
          profiles: () => actions.profiles(),
          place: () => ({ card: actions.openCard(), chat: readChatChoices(follower.peek()) }),
          saveChatChoices: (choices) => void saveChatChoices(follower.peek(), choices).then(tellChanged),
          onChanged(handler) {
            changed.add(handler);
            return () => void changed.delete(handler);
          },
          refreshBooks: () => tellChanged(),
          openPanels: () => panels.open('state'),
        },
        (error) => showError(host, error),
      ),
    );
  }
  return () => undos.run();
}

function showError(host: Host, error: unknown): void {
  host.platform.log.warn('An action failed.', error);
  host.notifier.error(error instanceof NarrativeError ? uiText(host.language()).errors[error.code] : String(error));
}

onAppReady(() => {
  running = start().catch((error: unknown) => {
    console.error('[Narrative Agent] could not start.', error);
    return null;
  });
});

/** SillyTavern's `disable` hook: leaves the page as if the extension had never been there. */
export async function disable(): Promise<void> {
  const undo = await running;
  running = Promise.resolve(null);
  undo?.();
}

/** SillyTavern's `clean` hook: takes away the database, the settings and what the open chat holds of ours. */
export async function clean(): Promise<void> {
  await disable();
  const { user } = await loadStModules();
  await Promise.all([forgetExtension(currentSt), deleteDatabase(userHandle(user))]);
}
