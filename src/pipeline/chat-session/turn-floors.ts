/** Opens and fails the floors of turns; a committed floor keeps its status whatever is tried on it. */
import { type FloorId, type PageId, type RunId } from '../../domain/ids.ts';
import { type Run, type RunEvent } from '../../domain/run/run.ts';
import { type TurnType } from '../../domain/run/turn-request.ts';
import { statusesBefore, type FloorStatus } from '../../domain/timeline/floor.ts';
import { type PathRow } from '../../domain/timeline/timeline.ts';
import { type HostChatView } from '../../domain/timeline/host-chat-view.ts';
import { type OpenedTurn } from '../../ports/chat-session.ts';
import { type ChatWrite } from '../../ports/host-chat.ts';
import { type StoredFloor, type StoredRun } from '../../ports/timeline-store.ts';
import { findFloor, type TurnFloor } from './find-floor.ts';
import { pathBatch, type PathKeeper } from './path-keeper.ts';
import { runOfPage } from './run-of-page.ts';
import { type SessionCore } from './session-core.ts';
import { inputStamps, pageStamps } from './stamp-floor.ts';
import { type StoreGuard } from './store-guard.ts';

export interface TurnFloors {
  open(type: TurnType, runId: RunId): Promise<OpenedTurn>;
  fail(opened: OpenedTurn, run: Run, events: readonly RunEvent[]): Promise<void>;
  /** Where the floor of an open turn stands; null when no turn of this session holds it. */
  heldBy(floorId: FloorId): RunId | null;
  release(floorId: FloorId): void;
}

export function makeTurnFloors(core: SessionCore, guard: StoreGuard, keeper: PathKeeper): TurnFloors {
  const { deps, identity } = core;
  const held = new Map<FloorId, RunId>();
  /** When floors were opened here whose turns ended, whatever the database was able to keep of that. */
  const openedAt = new Map<FloorId, number>();
  /** Nobody opened the floor since. */
  const isOwn = (floor: StoredFloor | null): boolean =>
    floor !== null && openedAt.get(floor.floorId) === floor.createdAt;
  let begun = identity.how !== 'new';

  const floorRow = (floorId: FloorId, status: FloorStatus, failure?: string): StoredFloor => ({
    floorId,
    chatId: identity.chatId,
    status,
    createdAt: deps.clock.now(),
    ...(failure === undefined ? {} : { failure }),
  });

  return {
    heldBy: (floorId) => held.get(floorId) ?? null,
    release(floorId) {
      held.delete(floorId);
    },
    async open(type, runId) {
      const { view } = core.refresh();
      const floor = findFloor(core, type);
      const { floorId, ordinal } = floor;
      const before = core.timeline().rows.slice(0, ordinal);
      const basePageId = before.findLast((row) => row.pageId !== null)?.pageId ?? null;
      const pageId = deps.ids.next() as PageId;
      const shown = floor.row?.pageId ?? null;
      const rewritten = type === 'swipe' && shown !== null ? await runOfPage(core, guard, shown) : null;
      const known = await guard.read(deps.store.floor(floorId), null);
      core.touch();
      const base = before.at(-1) ?? null;
      deps.hostChat.write(stamps(core, view, floor, base));
      core.refresh(base?.inputIndexes[0] ?? base?.replyIndex ?? 0);
      const path = keeper.changes();
      const run = openRun({ runId, type, floorId, pageId, at: deps.clock.now() });
      const batch = { ...pathBatch(core, path), runs: [{ ...run, chatId: identity.chatId }] };
      const settled = known ? known.status === 'committed' : shown !== null;
      if (!settled) {
        // A turn of ours that ended without a word leaves its floor to the next; one of another tab does not.
        const from: readonly (FloorStatus | null)[] = [null, ...statusesBefore('generating')];
        const next = floorRow(floorId, 'generating');
        const expected = { floorId, from: isOwn(known) ? [...from, 'generating' as const] : from };
        await guard.write({ ...batch, expectFloors: [expected], floors: [next] }, 'strict');
        openedAt.set(floorId, next.createdAt);
      } else await guard.write(batch, 'strict');
      path.settle();
      held.set(floorId, runId);
      const firstOfFloor = known === null && shown === null;
      const firstOfChat = !begun;
      begun = true;
      return {
        floorId,
        pageId,
        round: floor.round,
        ordinal,
        basePageId,
        base: core.fold.after(ordinal - 1),
        before,
        rewritten,
        firstOfFloor,
        firstOfChat,
      };
    },
    async fail(opened, run, events) {
      held.delete(opened.floorId);
      const known = await guard.read(deps.store.floor(opened.floorId), null);
      const runs: StoredRun[] = [{ ...run, chatId: identity.chatId }];
      core.refresh();
      // A reply that stands there already (another extension's, or the one before) is what the floor holds.
      const holds = (core.row(opened.floorId)?.row.pageId ?? null) !== null;
      const next = holds ? floorRow(opened.floorId, 'committed') : floorRow(opened.floorId, 'failed', run.error?.code);
      const open = known?.status === 'generating' || known?.status === 'draft';
      const floors = open ? [{ ...next, createdAt: known.createdAt }] : [];
      await guard.write({ runs, events, floors }, 'strict');
    },
  };
}

function stamps(core: SessionCore, view: HostChatView, floor: TurnFloor, base: PathRow | null): readonly ChatWrite[] {
  const { row } = floor;
  return [
    ...(base ? pageStamps(core, view, base) : []),
    ...(row ? pageStamps(core, view, row) : []),
    ...(row ? inputStamps(view, floor, row.inputIndexes, core.hashOf) : []),
    { kind: 'chat', mirror: core.nextChatMirror() },
  ];
}

/** The run as it is known at its beginning; the record at its end replaces it. */
function openRun(facts: {
  readonly runId: RunId;
  readonly type: TurnType;
  readonly floorId: FloorId;
  readonly pageId: PageId;
  readonly at: number;
}): Run {
  const { runId, type, floorId, pageId, at } = facts;
  return {
    runId,
    type,
    floorId,
    pageId,
    schedule: 'merged',
    status: 'running',
    step: 'open',
    startedAt: at,
    endedAt: null,
    rungs: [],
    error: null,
    seed: 0,
    plan: null,
    planBasis: null,
  };
}
