/** Builds the parts, wires them together, starts and stops everything. */
import { makeApi } from './api/narrative-agent.ts';
import { publishApi } from './api/publish.ts';
import { renderSummaryLine } from './domain/history/summary-line.ts';
import { type FloorId, type PageId } from './domain/ids.ts';
import { forgetExtension } from './host/forget-extension.ts';
import { onAppReady } from './host/on-app-ready.ts';
import { promptBudget } from './host/prompt-budget.ts';
import { currentSt } from './host/st-context.ts';
import { loadStModules } from './host/st-modules.ts';
import { makeTurnSnapshot } from './host/turn-snapshot.ts';
import { userHandle } from './host/user-handle.ts';
import { type Undo } from './shared/undo-list.ts';
import { deleteDatabase } from './storage/delete-database.ts';
import { makePanels } from './ui/panels/open-panels.ts';
import { makeStatusLine } from './ui/status-line.ts';
import { uiText } from './ui/text.ts';
import { openBase, type Base } from './wiring/base.ts';
import { wireBench } from './wiring/bench.ts';
import { wireCatchUp } from './wiring/catch-up.ts';
import { wireChat } from './wiring/chat.ts';
import { wireCommands, wireNextTurn } from './wiring/commands.ts';
import { wireContinued } from './wiring/continued.ts';
import { wireDrawer } from './wiring/drawer.ts';
import { wireMvu } from './wiring/mvu.ts';
import { wirePresetOffer, wireSources } from './wiring/preset.ts';
import { wireTools } from './wiring/tools.ts';
import { wireToolStrip } from './wiring/tool-strip.ts';
import { wireTurns } from './wiring/turns.ts';
import { wireWorlds } from './wiring/worlds.ts';

let running: Promise<Undo | null> = Promise.resolve(null);

/** Starts once SillyTavern is ready; resolves to the undo of everything. */
async function start(): Promise<Undo> {
  const base = await openBase(import.meta.url);
  const { host, events, changes, undos, actions } = base;
  const worlds = await wireWorlds(base);

  const statusLine = makeStatusLine({
    page: document,
    text: () => uiText(host.language()),
    now: () => host.platform.clock.now(),
    actions: {
      retry: (turn) => actions.retry(turn),
      analyseAgain: (pageId) => void analyseAgainOf(pageId as PageId),
      catchUp: () => catchUp.open(),
      stop: () => turns.runner.cancel('stop'),
      openRun: (pageId) => panels.open('run', pageId),
      openState: () => panels.open('state'),
    },
  });
  undos.add(() => statusLine.remove());

  const readStory = makeReadStory(base);
  const tools = wireTools(base, new URL('./sandbox-worker.js', import.meta.url), readStory);
  const nextTurn = wireNextTurn(base, statusLine);
  const mvu = wireMvu(base);
  const turns = wireTurns(base, {
    worlds,
    tools: tools.deps,
    variables: mvu.variables,
    progress: statusLine,
    nextTurn,
    readStory,
  });
  wirePresetOffer(base, turns.runner, readStory);
  const catchUp = wireCatchUp(base, turns.runner, readStory, statusLine);
  const hostEvents = wireChat(base, worlds, turns, {
    onChanged() {
      statusLine.showChip(base.peek() !== null && base.settings().enabled);
      catchUp.offer();
      changes.tell();
    },
    onInStep: () => mvu.touch(),
  });
  mvu.follow(turns.runner, hostEvents);
  wireContinued(base, turns.runner, hostEvents);
  undos.add(
    hostEvents.onChatChanged((chat) => {
      statusLine.clear();
      nextTurn.forget();
      tools.askConsent(chat?.owner ?? null);
    }),
  );
  undos.add(
    events.on('floor.committed', () => {
      changes.tell();
      void turns.runner.idle().then(() => tools.askNewConsent());
    }),
  );
  wireToolStrip(base);

  const analyse = async (floorId: FloorId): Promise<string> => {
    const outcome = await turns.runner.analyseAgain(floorId);
    changes.tell();
    return outcome;
  };
  const analyseAgainOf = async (pageId: PageId): Promise<void> => {
    const rows = base.peek()?.timeline().rows ?? [];
    const row = rows.find((candidate) => candidate.pageId === pageId);
    if (row) await analyse(row.floorId).catch(base.showError);
  };
  const { bench, records } = wireBench(base, tools, readStory);
  const panels = makePanels(document, {
    language: host.language(),
    session: base.peek,
    onChanged: (handler) => changes.on(handler),
    analyseAgain: (pageId) => void analyseAgainOf(pageId),
    catchUp: () => catchUp.open(),
    detachedPages: (floorId) => base.store.pagesOfFloor(floorId),
    mvu: mvu.panel,
    onError: base.showError,
    sources: wireSources(base, readStory),
    bench,
    decideConsent: (tool) => tools.decide(tool),
  });
  undos.add(() => panels.remove());
  wireCommands(base, { runner: turns.runner, nextTurn, panels, analyse });
  undos.add(
    publishApi(
      makeApi({
        runner: turns.runner,
        notes: nextTurn.notes,
        session: base.session,
        peek: base.peek,
        events,
        renderSummary: renderSummaryLine,
        fork: (index, swipe) => actions.fork(index, swipe),
        deleteMessage: (index) => actions.deleteMessage(index),
        analyseAgain: analyse,
        tools: {
          bench,
          records,
          settings: () => base.settingsStore.read(),
          saveSettings: (next) => base.settingsStore.save(next),
        },
      }),
    ),
  );
  await wireDrawer(base, readStory, () => panels.open('state'));
  return () => undos.run();
}

/** Reads card, books and history outside a turn. */
function makeReadStory({ host, settings }: Base) {
  const { st, modules } = host;
  const snapshot = makeTurnSnapshot({ st, modules, worldbookSource: () => settings().worldbookSource });
  return () => snapshot({ type: 'normal', prompt: [], activated: [], promptBudget: promptBudget(st) });
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
