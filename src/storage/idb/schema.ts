/** The object stores of the database and the numbered steps that lead to them. */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { type RunEvent } from '../../domain/run/run.ts';
import { type ScopeEntry } from '../../domain/variables/scope-log.ts';
import {
  type BranchRecord,
  type OutboxRow,
  type PathChunk,
  type StoredEdit,
  type StoredFloor,
  type StoredPage,
  type StoredRun,
} from '../../ports/timeline-store.ts';
import { type LeaseRow } from '../ownership/lease-ownership.ts';

export interface NarrativeSchema extends DBSchema {
  branches: { key: string; value: BranchRecord; indexes: { chatId: string; place: [string, string]; file: string } };
  chunks: { key: [string, string]; value: PathChunk; indexes: { branchId: string } };
  pages: { key: string; value: StoredPage; indexes: { floorId: string; chatId: string } };
  floors: { key: string; value: StoredFloor; indexes: { chatId: string } };
  runs: { key: string; value: StoredRun; indexes: { pageId: string; chatId: string } };
  events: { key: [string, number]; value: RunEvent };
  edits: { key: [string, string]; value: StoredEdit; indexes: { branchId: string } };
  scopes: { key: string; value: ScopeEntry; indexes: { layer: [string, string] } };
  outbox: { key: string; value: OutboxRow; indexes: { branchId: string } };
  leases: { key: string; value: LeaseRow };
  meta: { key: string; value: { readonly name: string; readonly value: unknown } };
}

export type Database = IDBPDatabase<NarrativeSchema>;
export type Upgrade = IDBPTransaction<NarrativeSchema, StoreNames<NarrativeSchema>[], 'versionchange'>;

export const SCHEMA_VERSION = 1;

/** Step `n` leads from version `n` to `n + 1`; a step never changes once it was released. */
const steps: readonly ((db: Database, upgrade: Upgrade) => void)[] = [
  (db) => {
    const branches = db.createObjectStore('branches', { keyPath: 'branchId' });
    branches.createIndex('chatId', 'chatId');
    branches.createIndex('place', ['owner', 'file']);
    branches.createIndex('file', 'file');
    db.createObjectStore('chunks', { keyPath: ['branchId', 'chunkId'] }).createIndex('branchId', 'branchId');
    const pages = db.createObjectStore('pages', { keyPath: 'pageId' });
    pages.createIndex('floorId', 'floorId');
    pages.createIndex('chatId', 'chatId');
    db.createObjectStore('floors', { keyPath: 'floorId' }).createIndex('chatId', 'chatId');
    const runs = db.createObjectStore('runs', { keyPath: 'runId' });
    runs.createIndex('pageId', 'pageId');
    runs.createIndex('chatId', 'chatId');
    db.createObjectStore('events', { keyPath: ['runId', 'seq'] });
    db.createObjectStore('edits', { keyPath: ['branchId', 'id'] }).createIndex('branchId', 'branchId');
    db.createObjectStore('scopes', { keyPath: 'entryId' }).createIndex('layer', ['scope', 'scopeId']);
    db.createObjectStore('outbox', { keyPath: 'outboxId' }).createIndex('branchId', 'branchId');
    db.createObjectStore('leases', { keyPath: 'name' });
    db.createObjectStore('meta', { keyPath: 'name' });
  },
];

/** Runs every step between the two versions, in order. */
export function migrate(db: Database, from: number, upgrade: Upgrade): void {
  for (const step of steps.slice(from, SCHEMA_VERSION)) step(db, upgrade);
}
