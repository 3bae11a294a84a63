/** Keeps the path in the database in step, chunk by chunk and behind everything else. */
import { type FloorId } from '../../domain/ids.ts';
import { type PageMirror } from '../../domain/timeline/mirror.ts';
import { type ChunkLayout, layoutChunks } from '../../domain/timeline/path-chunks.ts';
import { type PathRow } from '../../domain/timeline/timeline.ts';
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

export function makePathKeeper(core: SessionCore, guard: StoreGuard): PathKeeper {
  const { identity, deps } = core;
  let layout: readonly ChunkLayout[] = [];
  let stamps = new Map<string, string>();

  const rowsNow = (shown: ReadonlyMap<FloorId, PageMirror>): ReadonlyMap<FloorId, StoredRow> => {
    const pages = core.pages();
    const rowOf = ({ floorId, round, pageId }: PathRow): StoredRow => ({
      floorId,
      round,
      page: shown.get(floorId) ?? (pageId === null ? null : (pages.get(pageId) ?? null)),
    });
    return new Map(core.timeline().rows.map((row) => [row.floorId, rowOf(row)]));
  };

  const changes: PathKeeper['changes'] = (shown = new Map()) => {
    const rows = rowsNow(shown);
    const next = layoutChunks(layout, [...rows.keys()], () => deps.ids.next());
    const nextStamps = new Map<string, string>();
    const chunks: PathChunk[] = [];
    for (const { chunkId, floors } of next) {
      const held = floors.flatMap((floor) => rows.get(floor) ?? []);
      const stamp = held.map(stampOf).join(' ');
      nextStamps.set(chunkId, stamp);
      if (stamps.get(chunkId) !== stamp) chunks.push({ branchId: identity.branchId, chunkId, rows: held });
    }
    return {
      branches: [branchRecord(core, next)],
      chunks,
      gone: [...stamps.keys()].filter((chunkId) => !nextStamps.has(chunkId)),
      settle() {
        layout = next;
        stamps = nextStamps;
      },
    };
  };

  return {
    load(chunkIds, chunks) {
      const byId = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
      const held = chunkIds.flatMap((chunkId) => byId.get(chunkId) ?? []);
      layout = held.map(({ chunkId, rows }) => ({ chunkId, floors: rows.map((row) => row.floorId) }));
      stamps = new Map(held.map(({ chunkId, rows }) => [chunkId, rows.map(stampOf).join(' ')]));
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

/** Changes when the row does; a page's effects change only together with its analysis. */
function stampOf({ floorId, round, page }: StoredRow): string {
  const adjusted = page?.adjustments?.length ?? 0;
  return page
    ? `${floorId}:${round}:${page.pageId}:${page.analysis}:${page.effects.length}:${adjusted}`
    : `${floorId}:${round}`;
}

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
