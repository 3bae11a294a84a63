/** The fold, its keyframes, and the small rules around pages: edits, chunks, sizes. */
import { describe, expect, it } from 'vitest';
import { type FloorId, type PageId } from '../../../../src/domain/ids.ts';
import { editMark } from '../../../../src/domain/timeline/edit-mark.ts';
import { canMoveFloor, type FloorStatus } from '../../../../src/domain/timeline/floor.ts';
import { foldRow, makeFold } from '../../../../src/domain/timeline/fold.ts';
import { type FoldRow } from '../../../../src/domain/timeline/fold-row.ts';
import { mayEnterPrompt } from '../../../../src/domain/timeline/may-enter-prompt.ts';
import { type PageMessage } from '../../../../src/domain/timeline/page.ts';
import { CHUNK_ROWS, layoutChunks } from '../../../../src/domain/timeline/path-chunks.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { testLedger } from '../../../support/test-ledger.ts';

const row = (n: number, quantity = 1): FoldRow => ({
  floorId: `f${n}` as FloorId,
  round: n,
  pageId: `p${n}-${quantity}` as PageId,
  effects: [coins(quantity)],
  adjustments: [],
  edits: [],
});
const rows = (count: number): FoldRow[] => Array.from({ length: count }, (_, n) => row(n + 1));

describe('the fold', () => {
  it('I17: with keyframes equals a fold from the beginning, wherever the path changes', () => {
    const ledger = testLedger();
    const fold = makeFold(ledger, 8);
    const naive = (path: readonly FoldRow[], upTo: number) => {
      const world = ledger.clone(ledger.empty());
      for (const each of path.slice(0, upTo + 1)) foldRow(ledger, world, each);
      return world;
    };
    let path: readonly FoldRow[] = rows(50);
    for (const change of [
      (p: readonly FoldRow[]) => p,
      (p: readonly FoldRow[]) => p.with(20, row(21, 9)),
      (p: readonly FoldRow[]) => p.toSpliced(7, 3),
      (p: readonly FoldRow[]) => [...p, row(99)],
      (p: readonly FoldRow[]) => p.slice(0, 16),
      () => [],
    ]) {
      path = change(path);
      fold.update(path);
      for (const at of [path.length - 1, 3, 15, 16, 40, -1, 7]) expect(fold.after(at)).toEqual(naive(path, at));
    }
  });

  it('never changes a world it gave away', () => {
    const fold = makeFold(testLedger(), 4);
    fold.update(rows(10));
    const early = fold.after(5);
    const copy = structuredClone(early);
    fold.after(9);
    fold.update([...rows(10), row(11)]);
    fold.after(10);
    expect(early).toEqual(copy);
  });
});

describe('the status of a floor', () => {
  it('AC1: allows five of the sixteen moves', () => {
    const all: FloorStatus[] = ['draft', 'generating', 'committed', 'failed'];
    const moves = all.flatMap((from) => all.flatMap((to) => (canMoveFloor(from, to) ? [`${from}-${to}`] : [])));
    expect(moves.sort()).toEqual(
      ['draft-failed', 'draft-generating', 'failed-generating', 'generating-committed', 'generating-failed'].sort(),
    );
  });
});

describe('an edited reply', () => {
  const text =
    'The old sailor sits on the pier and watches the grey water, and Mira counts 3 coins twice over. '.repeat(3);
  it.each([
    ['a comma', text.replace('water,', 'water'), false],
    ['a number', text.replace('3 coins', '5 coins'), true],
    ['a name', text.replaceAll('Mira', 'Tom'), true],
    ['a third of it', text.slice(0, 200), true],
  ])('is offered for analysis again when %s changed: %#', (_what, after, offered) => {
    expect(editMark(text, after, ['Mira']).offerAnalysis).toBe(offered);
  });

  it('reads Chinese numbers and the names of the story', () => {
    expect(editMark('她给了你三枚银币。', '她给了你五枚银币。', []).numbers).toBe(true);
    expect(editMark('艾琳笑了。', '阿诚笑了。', ['艾琳']).names).toBe(true);
  });
});

describe('chunks of the path', () => {
  const floors = (from: number, to: number): FloorId[] =>
    Array.from({ length: to - from }, (_, n) => `f${from + n}` as FloorId);
  let n = 0;
  const nextId = (): string => `k${(n += 1)}`;

  it('rewrite only the chunk a change is in', () => {
    const first = layoutChunks([], floors(0, 300), nextId);
    expect(first.every((chunk) => chunk.floors.length <= CHUNK_ROWS)).toBe(true);
    const after = layoutChunks(first, floors(0, 300).toSpliced(100, 2), nextId);
    const same = (id: string) => JSON.stringify(first.find((chunk) => chunk.chunkId === id)?.floors);
    const changed = after.filter((chunk) => JSON.stringify(chunk.floors) !== same(chunk.chunkId));
    expect(changed).toHaveLength(1);
    expect(after.flatMap((chunk) => chunk.floors)).toEqual(floors(0, 300).toSpliced(100, 2));
  });
});

describe('messages of a page', () => {
  const message = (more: Partial<PageMessage>): PageMessage => ({
    messageId: 'm' as PageMessage['messageId'],
    role: 'tool',
    text: 'SECRET-77',
    visibility: { user: false, prompt: true },
    validity: 'always',
    source: 'tool:x',
    ...more,
  });
  it('AC18, AC19: what is for this turn only is in no later prompt', () => {
    const once = message({ validity: 'turn' });
    expect(mayEnterPrompt(once, { agent: 'writing', sameTurn: true })).toBe(true);
    expect(mayEnterPrompt(once, { agent: 'writing', sameTurn: false })).toBe(false);
  });
  it('G10: what is for one agent is for no other', () => {
    const inner = message({ visibility: { user: false, prompt: true, agents: ['writing'] } });
    expect(mayEnterPrompt(inner, { agent: 'analysis', sameTurn: true })).toBe(false);
    expect(
      mayEnterPrompt(message({ visibility: { user: true, prompt: false } }), { agent: 'writing', sameTurn: true }),
    ).toBe(false);
  });
});
