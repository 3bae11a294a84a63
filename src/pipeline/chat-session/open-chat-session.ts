/** Opens the chat that is open in the host: identity, recovery, path, worlds; the only way to commit to it. */
import { NarrativeError } from '../../domain/errors.ts';
import { type PageId } from '../../domain/ids.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { unstampedPages } from '../../domain/timeline/reconcile.ts';
import { type ChatSession, type ReconcileReport } from '../../ports/chat-session.ts';
import { type PathChunk } from '../../ports/timeline-store.ts';
import { adjustFloor } from './adjust-page.ts';
import { makeChatWriter } from './chat-writer.ts';
import { makePageCommitter } from './commit-page.ts';
import { makeHandEditor } from './hand-editor.ts';
import { findChat, type FoundChat } from './identify.ts';
import { markOfEdit } from './mark-edit.ts';
import { makePathKeeper, type PathKeeper } from './path-keeper.ts';
import { endStaleRuns, replayOutbox } from './recover-chat.ts';
import { restorePage } from './restore-page.ts';
import { runOfFloor, runOfPage } from './run-of-page.ts';
import { makeSessionCore, type SessionCore } from './session-core.ts';
import { type SessionDeps } from './session-deps.ts';
import { sessionSentence, type SessionSentence } from './session-notices.ts';
import { makeScopeKeeper } from './scope-keeper.ts';
import { makeSessionMessages } from './session-messages.ts';
import { makeVariableKeeper } from './session-variables.ts';
import { makeStoreGuard, type StoreGuard } from './store-guard.ts';
import { makeTaskQueue } from './task-queue.ts';
import { makeTurnFloors } from './turn-floors.ts';

/** Keys of the chat's mirror that are no free choices. */
const fixedKeys = [
  'v',
  'chatId',
  'branchId',
  'integrity',
  'file',
  'owner',
  'handEdits',
  'keyframes',
  'rev',
  'language',
];

/** Null when no chat is open; rejects with `host.chat-changed` when it was changed in between. */
export async function openChatSession(deps: SessionDeps): Promise<ChatSession | null> {
  const view = deps.hostChat.read();
  if (!view) return null;
  const guard = makeStoreGuard(deps);
  const found = await findChat(deps, guard, view);
  const core = makeSessionCore(deps, found);
  const writer = makeChatWriter(core, guard);
  const keeper = makePathKeeper(core, guard);
  const floors = makeTurnFloors(core, guard, keeper);
  const scopes = makeScopeKeeper(core, guard);
  const committer = makePageCommitter({ core, guard, keeper, writer, floors, scopes });
  const editor = makeHandEditor(core, writer);
  const queue = makeTaskQueue();
  const variables = makeVariableKeeper({ core, guard, writer, scopes, queue });
  const messages = makeSessionMessages({ core, guard, writer, queue });
  let background: Promise<void> = Promise.resolve();

  const up = await bringUp(core, guard, found);
  const said: SessionSentence[] = [...up.said];
  said.push(...(await replayOutbox(core, writer, found.outbox)));
  await scopes.load();
  const behind = (work: () => Promise<void>): void => {
    background = background.then(work).catch((error: unknown) => {
      deps.log.warn('The path could not be kept.', error);
    });
  };
  let kept = false;
  let waiting = false;
  /** However often the path changes while a writing waits its turn, one is enough. */
  const keepPath = (): void => {
    if (!core.touched() || waiting) return;
    waiting = true;
    kept = true;
    behind(() => {
      waiting = false;
      return keeper.save();
    });
  };
  // The path as stored and what was left running are looked at while the player reads; a turn waits for it.
  behind(async () => {
    await up.loadPath(keeper);
    await endStaleRuns(core, guard);
  });
  const ready = background;
  keepPath();
  const inTurn = <T>(step: () => Promise<T>): Promise<T> =>
    queue.run(async () => {
      await ready;
      return step();
    });

  const reconcileNow = async (reason: string): Promise<ReconcileReport> => {
    const { changed, activated, missing } = core.refresh();
    await variables.absorb();
    variables.project();
    // What was done to a chat nobody had touched before needs a path it belongs to.
    if (changed || !kept) keepPath();
    if (missing.length > 0 && !said.includes('missing')) said.push('missing');
    const notices = said.splice(0).map((which) => sessionSentence(which, deps.screenLanguage()));
    return { changed, activated: activated.map((page) => ({ ...page, reason })), notices };
  };

  const edited = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await queue.run(work);
    deps.onEdited?.();
    return result;
  };

  return {
    ids: () => ({ chatId: core.identity.chatId, branchId: core.identity.branchId }),
    get language() {
      return core.language();
    },
    setLanguage(language) {
      if (core.language() === language) return;
      core.patchMirror({ language });
      core.view();
      deps.hostChat.write([{ kind: 'chat', mirror: core.nextChatMirror() }]);
    },
    reconcile: (reason) => queue.run(() => reconcileNow(reason)),
    timeline: () => core.timeline(),
    worldAfter: (ordinal) => core.fold.after(ordinal),
    head: () => core.fold.after(core.timeline().rows.length - 1),
    rejections(floorId) {
      const place = core.row(floorId);
      return place ? core.fold.rejections(place.ordinal) : [];
    },
    variables,
    messages,
    effectsOf(pageId) {
      const mirror = pageId === null ? undefined : core.pages().get(pageId);
      return (mirror && core.heldEffects(mirror)?.effects) ?? [];
    },
    adjust: (floorId, effects) => queue.run(() => adjustFloor({ core, guard, writer }, floorId, effects)),
    editMark: (floorId) => markOfEdit(core, guard, floorId),
    pagesOfFloor: (floorId) => guard.read(deps.store.pagesOfFloor(floorId), []),
    branches: () => guard.read(deps.store.branchesOfChat(core.identity.chatId), []),
    page: (pageId) => guard.read(deps.store.page(pageId), null),
    openTurn: (type, runId) =>
      inTurn(async () => {
        const opened = await floors.open(type, runId);
        const { ordinal } = opened;
        await variables.adoptFirst(core.timeline().rows[ordinal - 1]?.pageId ?? null);
        const base = core.fold.after(ordinal - 1);
        variables.projectBase(base.variables);
        return { ...opened, base };
      }),
    secureProse: (opened, at) => inTurn(() => committer.secure(opened, at)),
    commit: (request) =>
      inTurn(async () => {
        const result = await committer.commit(request);
        await variables.absorbInto(request.pageId);
        variables.project();
        return result;
      }),
    failTurn: (opened, run, events) =>
      inTurn(async () => {
        await floors.fail(opened, run, events);
        await variables.absorb();
        variables.project();
      }),
    saveRun: (run, events) =>
      queue.run(() => guard.write({ runs: [{ ...run, chatId: core.identity.chatId }], events }, 'relaxed')),
    async runOf(pageId) {
      const run = await runOfPage(core, guard, pageId);
      return run ? { run, events: await guard.read(deps.store.events(run.runId), []) } : null;
    },
    runOfFloor: (floorId) => runOfFloor(core, guard, floorId),
    edit: (pointer, change) => edited(() => editor.edit(pointer, change)),
    undo: () => edited(() => editor.undo()),
    redo: () => edited(() => editor.redo()),
    restorePage: (pageId) =>
      edited(async () => {
        await restorePage(core, guard, writer, {
          pageId,
          isBeingWritten: (floorId) => floors.heldBy(floorId) !== null,
        });
        variables.project();
      }),
    choice: (key) => (fixedKeys.includes(key) ? undefined : core.choice(key)),
    setChoice: (key, value) =>
      queue.run(async () => {
        if (fixedKeys.includes(key)) throw new NarrativeError('input.invalid', { message: `"${key}" is no choice.` });
        core.patchMirror({ [key]: value });
        core.touch();
        await writer.commit({}, [{ kind: 'chat', mirror: core.nextChatMirror() }]);
      }),
    async close() {
      await queue.idle();
      if (!kept) keepPath();
      core.close();
      await Promise.all([background, writer.idle()]);
    },
  };
}

interface BroughtUp {
  readonly said: readonly SessionSentence[];
  /** Takes over the path as the database holds it. */
  loadPath(keeper: PathKeeper): Promise<void>;
}

/** First reading; the database is asked only for what the file does not say. */
async function bringUp(core: SessionCore, guard: StoreGuard, found: FoundChat): Promise<BroughtUp> {
  const { store, hostChat } = core.deps;
  const first = core.refresh();
  const branch = await guard.read(store.branch(found.identity.branchId), null);
  const readChunks = (): Promise<readonly PathChunk[]> =>
    branch ? guard.read(store.chunks(branch.branchId), []) : Promise.resolve([]);
  const unstamped = branch !== null && unstampedPages(first).length > 0;
  const chunks = unstamped ? await readChunks() : null;
  if (unstamped || first.missing.length > 0) {
    const pages = (chunks ?? []).flatMap((chunk) => chunk.rows.flatMap(({ page }) => page ?? []));
    core.remember(pages, await effectsOf(core, guard, first.missing));
    core.refresh();
  }
  const moved = found.identity.how === 'forked' || found.identity.how === 'renamed';
  if (moved) hostChat.write([{ kind: 'chat', mirror: core.nextChatMirror() }]);
  const rebuilt = !branch && found.mirror !== null && found.identity.how === 'known' && first.pages.size > 0;
  return {
    said: rebuilt ? ['rebuilt'] : [],
    async loadPath(keeper) {
      if (branch) keeper.load(branch.chunkIds, chunks ?? (await readChunks()));
    },
  };
}

async function effectsOf(
  core: SessionCore,
  guard: StoreGuard,
  missing: readonly PageId[],
): Promise<ReadonlyMap<PageId, readonly Effect[]>> {
  const effects = new Map<PageId, readonly Effect[]>();
  for (const pageId of missing) {
    const page = await guard.read(core.deps.store.page(pageId), null);
    if (page) effects.set(pageId, [...page.effects, ...(page.adjustments ?? [])]);
  }
  return effects;
}
