/** What every store must do, whatever it is made of. */
import { describe, expect, it } from 'vitest';
import {
  type BranchId,
  type ChatId,
  type FloorId,
  type HandEditId,
  type PageId,
  type RunId,
} from '../../../src/domain/ids.ts';
import { type FloorStatus } from '../../../src/domain/timeline/floor.ts';
import { replyHash } from '../../../src/domain/timeline/reply-hash.ts';
import {
  type BranchRecord,
  type StoredFloor,
  type StoredPage,
  type StoredRun,
} from '../../../src/ports/timeline-store.ts';
import { coins, replyMirror } from '../../support/reply-mirror.ts';
import { storeKinds } from '../../support/stores.ts';

const chatId = 'c' as ChatId;
const branchId = 'b' as BranchId;

const branch = (id: string, file: string, updatedAt: number): BranchRecord => ({
  branchId: id as BranchId,
  chatId,
  owner: 'mira.png',
  file,
  integrity: 'i',
  group: false,
  parent: null,
  language: null,
  chunkIds: [],
  updatedAt,
});
const floor = (id: string, status: FloorStatus): StoredFloor => ({
  floorId: id as FloorId,
  chatId,
  status,
  createdAt: 1,
});
const page = (id: string, text: string, more: Partial<StoredPage> = {}): StoredPage => ({
  pageId: id as PageId,
  floorId: 'f' as FloorId,
  chatId,
  round: 1,
  kind: 'generated',
  hash: replyHash(text),
  basePageId: null,
  partial: false,
  analysis: 'done',
  effects: [coins(1)],
  messages: [],
  runId: null,
  createdAt: 1,
  text,
  toolOutput: [],
  ...more,
});
const run = (id: string, startedAt: number): StoredRun => ({
  runId: id as RunId,
  chatId,
  type: 'normal',
  floorId: 'f' as FloorId,
  pageId: 'p' as PageId,
  schedule: 'merged',
  status: 'completed',
  step: 'commit',
  startedAt,
  endedAt: null,
  rungs: [],
  error: null,
  seed: 1,
  plan: null,
  planBasis: null,
});
const event = (seq: number, id = 'r') =>
  ({ runId: id as RunId, seq, at: seq, type: 'step.started', step: 'open' }) as const;

describe.each(storeKinds)('a store %s', (_kind, open) => {
  it('gives back what was written, as copies', async () => {
    const store = await open();
    const written = page('p', 'Text');
    await store.write({ branches: [branch('b', 'one', 1)], pages: [written], floors: [floor('f', 'draft')] }, 'strict');
    expect(await store.page('p' as PageId)).toEqual(written);
    expect(await store.page('p' as PageId)).not.toBe(written);
    expect(await store.page('q' as PageId)).toBeNull();
    expect(await store.pagesOfFloor('f' as FloorId)).toEqual([written]);
    expect(await store.pagesOfChat(chatId)).toEqual(['p']);
    expect((await store.floor('f' as FloorId))?.status).toBe('draft');
  });

  it('finds the branch last seen in a file', async () => {
    const store = await open();
    await store.write({ branches: [branch('b1', 'one', 1), branch('b2', 'one', 5), branch('b3', 'two', 9)] }, 'strict');
    expect((await store.branchOfFile('mira.png', 'one'))?.branchId).toBe('b2');
    expect(await store.branchOfFile('other.png', 'one')).toBeNull();
    expect((await store.branchesOfName('one')).map((each) => each.branchId).sort()).toEqual(['b1', 'b2']);
  });

  it('AC1: moves a floor only from a status the writer expected, and writes nothing else otherwise', async () => {
    const store = await open();
    const floorId = 'f' as FloorId;
    await store.write({ expectFloors: [{ floorId, from: [null] }], floors: [floor('f', 'generating')] }, 'strict');
    const wrong = {
      expectFloors: [{ floorId, from: ['draft'] as const }],
      floors: [floor('f', 'failed')],
      pages: [page('p', 'x')],
    };
    await expect(store.write(wrong, 'strict')).rejects.toMatchObject({ code: 'floor.conflict' });
    expect((await store.floor(floorId))?.status).toBe('generating');
    expect(await store.page('p' as PageId)).toBeNull();
  });

  it('lets only one of two writers have a floor', async () => {
    const store = await open();
    const floorId = 'f' as FloorId;
    const take = () =>
      store.write({ expectFloors: [{ floorId, from: [null] }], floors: [floor('f', 'generating')] }, 'strict').then(
        () => 'taken',
        (error: unknown) => (error as { code: string }).code,
      );
    expect((await Promise.all([take(), take()])).sort()).toEqual(['floor.conflict', 'taken']);
  });

  it('AC2: never lets a committed page get another text or other effects', async () => {
    const store = await open();
    await store.write({ pages: [page('p', 'Text', { analysis: 'pending', effects: [] })] }, 'strict');
    await store.write({ pages: [page('p', 'Text')] }, 'strict');
    await store.write({ pages: [page('p', 'Text', { adjustments: [coins(2)] })] }, 'strict');
    const other = store.write({ pages: [page('p', 'Text', { effects: [coins(9)] })] }, 'strict');
    await expect(other).rejects.toMatchObject({ code: 'floor.immutable' });
    const text = store.write({ pages: [page('p', 'Other')] }, 'strict');
    await expect(text).rejects.toMatchObject({ code: 'floor.immutable' });
    expect((await store.page('p' as PageId))?.effects).toEqual([coins(1)]);
  });

  it('I12: keeps a journal without gaps and takes the same entries twice', async () => {
    const store = await open();
    await store.write({ events: [event(1), event(0)] }, 'strict');
    await store.write({ events: [event(0), event(1), event(2)] }, 'strict');
    await expect(store.write({ events: [event(4)] }, 'strict')).rejects.toMatchObject({ code: 'storage.corrupt' });
    expect((await store.events('r' as RunId)).map((each) => each.seq)).toEqual([0, 1, 2]);
    await store.write({ events: [event(0, 'r2')] }, 'strict');
    expect(await store.events('r2' as RunId)).toHaveLength(1);
  });

  it('gives the runs of a page, the newest first', async () => {
    const store = await open();
    await store.write({ runs: [run('r1', 1), run('r3', 3), run('r2', 2)] }, 'relaxed');
    expect((await store.runsOfPage('p' as PageId)).map((each) => each.runId)).toEqual(['r3', 'r2', 'r1']);
    expect(await store.runsOfChat(chatId)).toHaveLength(3);
  });

  it('keeps the outbox in order until it is struck off', async () => {
    const store = await open();
    const row = (outboxId: string, at: number) => ({ outboxId, branchId, at, writes: [] });
    await store.write({ outbox: [row('z', 1)] }, 'strict');
    await store.write({ outbox: [row('a', 2)] }, 'strict');
    expect((await store.outbox(branchId)).map((each) => each.outboxId)).toEqual(['z', 'a']);
    await store.write({ remove: { outbox: ['z'] } }, 'strict');
    expect((await store.outbox(branchId)).map((each) => each.outboxId)).toEqual(['a']);
    expect(await store.outbox('other' as BranchId)).toEqual([]);
  });

  it('keeps chunks, edits and scope entries of each branch and layer apart, and removes what it is told', async () => {
    const store = await open();
    const chunk = (chunkId: string, at = branchId) => ({
      branchId: at,
      chunkId,
      rows: [{ floorId: 'f' as FloorId, round: 1, page: replyMirror({ floor: 'f', page: 'p', round: 1 }, 'Text') }],
    });
    const edit = {
      id: 'e' as HandEditId,
      floorId: 'f' as FloorId,
      seq: 0,
      at: 1,
      pointer: '/game/location',
      op: 'lock',
      undone: false,
    } as const;
    const entry = {
      entryId: 's',
      scope: 'chat',
      scopeId: 'c',
      seq: 0,
      pageId: null,
      key: 'a',
      write: { op: 'unset' },
    } as const;
    await store.write(
      {
        chunks: [chunk('k1'), chunk('k2'), chunk('k1', 'x' as BranchId)],
        edits: [{ ...edit, branchId }],
        scopes: [entry],
      },
      'strict',
    );
    expect((await store.chunks(branchId)).map((each) => each.chunkId).sort()).toEqual(['k1', 'k2']);
    expect(await store.edits(branchId)).toHaveLength(1);
    expect(await store.scopes('chat', 'c')).toEqual([entry]);
    expect(await store.scopes('global', 'c')).toEqual([]);
    await store.write(
      { remove: { chunks: [{ branchId, chunkId: 'k1' }], edits: [{ branchId, id: edit.id }], scopes: ['s'] } },
      'strict',
    );
    expect((await store.chunks(branchId)).map((each) => each.chunkId)).toEqual(['k2']);
    expect(await store.edits(branchId)).toEqual([]);
    expect(await store.scopes('chat', 'c')).toEqual([]);
  });

  it('removes a run together with its journal', async () => {
    const store = await open();
    await store.write({ runs: [run('r', 1)], events: [event(0), event(1)] }, 'strict');
    await store.write({ remove: { runs: ['r' as RunId] } }, 'strict');
    expect(await store.runsOfChat(chatId)).toEqual([]);
    expect(await store.events('r' as RunId)).toEqual([]);
  });

  it('takes an empty batch', async () => {
    const store = await open();
    await expect(store.write({}, 'strict')).resolves.toBeUndefined();
  });
});
