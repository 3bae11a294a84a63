/** The tables of the in-memory store. */
import { type FloorId, type PageId, type BranchId, type RunId } from '../../domain/ids.ts';
import { type RunEvent } from '../../domain/run/run.ts';
import { type ScopeEntry } from '../../domain/variables/scope-log.ts';
import {
  type BranchRecord,
  type OutboxRow,
  type PathChunk,
  type StoreBatch,
  type StoredEdit,
  type StoredFloor,
  type StoredPage,
  type StoredRun,
} from '../../ports/timeline-store.ts';

export interface Tables {
  readonly branches: Map<BranchId, BranchRecord>;
  readonly chunks: Map<string, PathChunk>;
  readonly pages: Map<PageId, StoredPage>;
  readonly floors: Map<FloorId, StoredFloor>;
  readonly runs: Map<RunId, StoredRun>;
  readonly events: Map<RunId, RunEvent[]>;
  readonly edits: Map<string, StoredEdit>;
  readonly scopes: Map<string, ScopeEntry>;
  readonly outbox: Map<string, OutboxRow>;
}

export const emptyTables = (): Tables => ({
  branches: new Map(),
  chunks: new Map(),
  pages: new Map(),
  floors: new Map(),
  runs: new Map(),
  events: new Map(),
  edits: new Map(),
  scopes: new Map(),
  outbox: new Map(),
});

export function applyRemovals(tables: Tables, remove: NonNullable<StoreBatch['remove']>): void {
  deleteAll(
    tables.chunks,
    remove.chunks?.map(({ branchId, chunkId }) => `${branchId}/${chunkId}`),
  );
  deleteAll(
    tables.edits,
    remove.edits?.map(({ branchId, id }) => `${branchId}/${id}`),
  );
  deleteAll(tables.outbox, remove.outbox);
  deleteAll(tables.branches, remove.branches);
  deleteAll(tables.pages, remove.pages);
  deleteAll(tables.floors, remove.floors);
  deleteAll(tables.scopes, remove.scopes);
  deleteAll(tables.runs, remove.runs);
  deleteAll(tables.events, remove.runs);
}

function deleteAll<K>(table: Map<K, unknown>, keys: readonly K[] | undefined): void {
  for (const key of keys ?? []) table.delete(key);
}
