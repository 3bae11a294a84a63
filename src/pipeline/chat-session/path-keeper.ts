/** Keeps the path in the database in step, chunk by chunk and behind everything else. */
import { type FloorId } from '../../domain/ids.ts';
import { type PageMirror } from '../../domain/timeline/mirror.ts';
import { type ChunkLayout, layoutChunks } from '../../domain/timeline/path-chunks.ts';
import { type BranchRecord, type PathChunk, type StoreBatch, type StoredRow } from '../../ports/timeline-store.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

export interface PathKeeper {
  /** Takes over what the database holds. */
  load(chunkIds: readonly string[], chunks: readonly PathChunk[]): void;
  /** What changed since the last time, to go into a transaction; `shown` are pages that will be shown when it is done. */
  changes(shown?: ReadonlyMap<FloorId, PageMirror>): PathChanges;
  /** Writes the changes by themselves, a few chunks at a time. */
  save(): Promise<void>;
}

export interface PathChanges {
  readonly branches: readonly BranchRecord[];
  readonly chunks: readonly PathChunk[];
  readonly gone: readonly string[];
  /** To be called when they are written. */
  settle(): void;
}

/** `changes` as a part of a transaction. */
export function pathBatch(core: SessionCore, { branches, chunks, gone }: PathChanges): StoreBatch {
  const { branchId } = core.identity;
  return { branches, chunks, remove: { chunks: gone.map((chunkId) => ({ branchId, chunkId })) } };
}

/** Chunks written in one go by `save`, so that nothing else waits long. */
const AT_ONCE = 16;

interface HeldChunk extends ChunkLayout {
  readonly rows: readonly StoredRow[];
}

export function makePathKeeper(core: SessionCore, guard: StoreGuard): PathKeeper {
  const { identity, deps } = core;
  let held: readonly HeldChunk[] = [];

  const rowsNow = (shown: ReadonlyMap<FloorId, PageMirror>): ReadonlyMap<FloorId, StoredRow> => {
    const pages = core.pages();
    const rows = new Map<FloorId, StoredRow>();
    for (const { floorId, round, pageId } of core.timeline().rows) {
      const page = shown.get(floorId) ?? (pageId === null ? null : (pages.get(pageId) ?? null));
      rows.set(floorId, { floorId, round, page });
    }
    return rows;
  };

  const changes: PathKeeper['changes'] = (shown = new Map()) => {
    const rows = rowsNow(shown);
    const before = new Map(held.map((chunk) => [chunk.chunkId, chunk.rows]));
    const next = layoutChunks(held, [...rows.keys()], () => deps.ids.next()).map(({ chunkId, floors }): HeldChunk => ({
      chunkId,
      floors,
      rows: floors.flatMap((floor) => rows.get(floor) ?? []),
    }));
    const changed = next.filter(({ chunkId, rows: now }) => !sameRows(before.get(chunkId), now));
    const kept = new Set(next.map((chunk) => chunk.chunkId));
    return {
      branches: [branchRecord(core, next)],
      chunks: changed.map((chunk) => ({ branchId: identity.branchId, chunkId: chunk.chunkId, rows: chunk.rows })),
      gone: [...before.keys()].filter((chunkId) => !kept.has(chunkId)),
      settle() {
        held = next;
      },
    };
  };

  return {
    load(chunkIds, chunks) {
      const byId = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
      held = chunkIds
        .flatMap((chunkId) => byId.get(chunkId) ?? [])
        .map(({ chunkId, rows }) => ({ chunkId, rows, floors: rows.map((row) => row.floorId) }));
    },
    changes,
    async save() {
      const found = changes();
      found.settle();
      for (let i = 0; i < found.chunks.length; i += AT_ONCE) {
        await guard.write({ chunks: found.chunks.slice(i, i + AT_ONCE) }, 'relaxed');
      }
      await guard.write(pathBatch(core, { ...found, chunks: [] }), 'relaxed');
    },
  };
}

function sameRows(a: readonly StoredRow[] | undefined, b: readonly StoredRow[]): boolean {
  return a !== undefined && a.length === b.length && a.every((row, i) => sameRow(row, b[i]));
}

/** A page's effects change only together with its analysis, and its adjustments only grow. */
function sameRow(a: StoredRow, b: StoredRow | undefined): boolean {
  if (a.floorId !== b?.floorId || a.round !== b.round) return false;
  return a.page === b.page || stampOf(a.page) === stampOf(b.page);
}

const stampOf = (page: PageMirror | null): string =>
  page ? `${page.pageId} ${page.analysis} ${page.effects.length} ${page.adjustments?.length ?? 0}` : '';

function branchRecord(core: SessionCore, layout: readonly ChunkLayout[]): BranchRecord {
  const { identity, deps } = core;
  const { owner, file, integrity, group } = core.home;
  return {
    branchId: identity.branchId,
    chatId: identity.chatId,
    owner,
    file,
    integrity,
    group,
    parent: identity.parent,
    language: core.language(),
    chunkIds: layout.map((chunk) => chunk.chunkId),
    updatedAt: deps.clock.now(),
  };
}
