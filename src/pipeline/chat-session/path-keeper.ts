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

interface HeldChunk extends ChunkLayout {
  readonly rows: readonly StoredRow[];
}

export function makePathKeeper(core: SessionCore, guard: StoreGuard): PathKeeper {
  const { identity, deps } = core;
  let held: readonly HeldChunk[] = [];
  /** The path that `held` was made of; empty when it came from the database. */
  let settled: readonly PathRow[] = [];

  const storedRow = ({ floorId, round, pageId }: PathRow, shown: ReadonlyMap<FloorId, PageMirror>): StoredRow => {
    const page = shown.get(floorId) ?? (pageId === null ? null : (core.pages().get(pageId) ?? null));
    return { floorId, round, page };
  };

  /** Rows at the beginning that stand as they were written: a row is made anew whenever anything of it changed. */
  const unchangedRows = (rows: readonly PathRow[], shown: ReadonlyMap<FloorId, PageMirror>): number => {
    const shorter = Math.min(rows.length, settled.length);
    let same = 0;
    while (same < shorter && rows[same] === settled[same]) same += 1;
    for (const floorId of shown.keys()) same = Math.min(same, core.row(floorId)?.ordinal ?? same);
    return same;
  };

  const changes: PathKeeper['changes'] = (shown = new Map()) => {
    const path = core.timeline().rows;
    const start = wholeChunks(held, unchangedRows(path, shown));
    const old = held.slice(start.chunks);
    const rows = new Map(path.slice(start.rows).map((row) => [row.floorId, storedRow(row, shown)]));
    const before = new Map(old.map((chunk) => [chunk.chunkId, chunk.rows]));
    const next = layoutChunks(old, [...rows.keys()], () => deps.ids.next()).map(({ chunkId, floors }): HeldChunk => ({
      chunkId,
      floors,
      rows: floors.flatMap((floor) => rows.get(floor) ?? []),
    }));
    const changed = next.filter(({ chunkId, rows: now }) => !sameRows(before.get(chunkId), now));
    const kept = new Set(next.map((chunk) => chunk.chunkId));
    const all = [...held.slice(0, start.chunks), ...next];
    return {
      branches: [branchRecord(core, all)],
      chunks: changed.map((chunk) => ({ branchId: identity.branchId, chunkId: chunk.chunkId, rows: chunk.rows })),
      gone: [...before.keys()].filter((chunkId) => !kept.has(chunkId)),
      settle() {
        held = all;
        settled = path;
      },
    };
  };

  return {
    load(chunkIds, chunks) {
      settled = [];
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

/** The chunks at the beginning that lie within the first `rows` rows; one is left out, since new rows may join it. */
function wholeChunks(held: readonly HeldChunk[], rows: number): { readonly chunks: number; readonly rows: number } {
  let chunks = 0;
  let covered = 0;
  for (const { floors } of held) {
    if (covered + floors.length > rows) break;
    covered += floors.length;
    chunks += 1;
  }
  const last = chunks > 0 ? (held[chunks - 1]?.floors.length ?? 0) : 0;
  return { chunks: Math.max(0, chunks - 1), rows: covered - last };
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
