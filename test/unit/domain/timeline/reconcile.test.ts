/** The path read off chat[]: what the ids say, and who keeps them when they leak, clone or clash. */
import { describe, expect, it } from 'vitest';
import { type BranchId, type ChatId, type FloorId, type PageId } from '../../../../src/domain/ids.ts';
import { type ChatIdentity } from '../../../../src/domain/timeline/identify-chat.ts';
import { knownPagesOf } from '../../../../src/domain/timeline/known-pages.ts';
import { type PageMirror } from '../../../../src/domain/timeline/mirror.ts';
import {
  type Known,
  reconcile,
  type Reconciled,
  unstampedPages,
  inputFloorsOf,
} from '../../../../src/domain/timeline/reconcile.ts';
import { replyHash } from '../../../../src/domain/timeline/reply-hash.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { KEY, type RawMessage, viewOf } from '../../../support/raw-chat.ts';
import { coins, replyMirror } from '../../../support/reply-mirror.ts';

const identity: ChatIdentity = { chatId: 'c' as ChatId, branchId: 'b' as BranchId, how: 'known', parent: null };
const nothing: Known = {
  previous: null,
  pages: knownPagesOf([]),
  inputFloors: new Map(),
  handEdits: [],
  effectsOf: () => null,
};

const user = (mes: string, floor?: string): RawMessage => ({
  name: 'Player',
  is_user: true,
  is_system: false,
  mes,
  ...(floor ? { extra: { [KEY]: { v: 1, floorId: floor } } } : {}),
});

/** A reply with its swipes; each swipe is a text or a text with its mirror. */
function reply(
  swipes: readonly (string | readonly [string, PageMirror | null])[],
  shown = 0,
  live?: PageMirror,
): RawMessage {
  const parts = swipes.map((swipe) => (typeof swipe === 'string' ? ([swipe, null] as const) : swipe));
  const extra = live ?? parts[shown]?.[1];
  return {
    name: 'Mira',
    is_user: false,
    is_system: false,
    mes: parts[shown]?.[0] ?? '',
    swipe_id: shown,
    swipes: parts.map(([text]) => text),
    swipe_info: parts.map(([, mirror]) => ({ extra: mirror ? { [KEY]: structuredClone(mirror) } : {} })),
    extra: extra ? { [KEY]: structuredClone(extra) } : {},
  };
}

function read(messages: RawMessage[], known: Partial<Known> = {}, group = false): Reconciled {
  const ids = countingIds('new');
  const view = viewOf({ owner: 'mira.png', file: 'one', group, metadata: {}, messages });
  return reconcile(view, identity, { ...nothing, ...known }, { nextId: ids.next, hashOf: replyHash });
}

/** Writes the repairs into the raw messages as the host would. */
function repaired(messages: RawMessage[], result: Reconciled): RawMessage[] {
  const copy = structuredClone(messages);
  for (const write of result.repairs) {
    if (write.kind !== 'page') continue;
    const message = copy[write.at.index]!;
    message.swipe_info![write.at.swipe]!.extra = { [KEY]: structuredClone(write.mirror) };
    if (message.swipe_id === write.at.swipe) message.extra = { [KEY]: structuredClone(write.mirror) };
  }
  return copy;
}

const greeting = reply(['The harbour lies in fog.']);
const one = replyMirror({ floor: 'f1', page: 'p1', round: 1 }, 'You find a coin.');
const two = replyMirror({ floor: 'f2', page: 'p2', base: 'p1', round: 2 }, 'Another coin.');
const twoRounds = [
  user('Go', 'f1'),
  reply([['You find a coin.', one]]),
  user('On', 'f2'),
  reply([['Another coin.', two]]),
];

describe('reading the path', () => {
  it('takes floors and pages from the mirrors, and the rounds with them', () => {
    const { timeline, folds, repairs } = read(twoRounds);
    expect(timeline.rows.map((row) => [row.floorId, row.pageId, row.round, row.replyIndex])).toEqual([
      ['f1', 'p1', 1, 1],
      ['f2', 'p2', 2, 3],
    ]);
    expect(folds.map((fold) => fold.effects)).toEqual([[coins(1)], [coins(1)]]);
    expect(timeline.rows.map((row) => row.baseMismatch)).toEqual([false, false]);
    expect(repairs).toEqual([]);
  });

  it('makes the greeting floor 0 and counts the rounds after it from 1', () => {
    const { timeline } = read([greeting, user('Go'), reply(['Native.']), user('On'), reply(['Native too.'])]);
    expect(timeline.rows.map((row) => [row.round, row.kind])).toEqual([
      [0, 'greeting'],
      [1, 'native'],
      [2, 'native'],
    ]);
  });

  it('makes an empty send of a solo chat a round with no input', () => {
    const { timeline } = read([greeting, user('Go'), reply(['First.']), reply(['Second, unasked.'])]);
    expect(timeline.rows.map((row) => [row.round, row.inputIndexes])).toEqual([
      [0, []],
      [1, [1]],
      [2, []],
    ]);
  });

  it('lets replies of a group without an input share the round before them', () => {
    const { timeline } = read([greeting, greeting, user('Go'), reply(['First.']), reply(['Second.'])], {}, true);
    expect(timeline.rows.map((row) => row.round)).toEqual([0, 0, 1, 1]);
  });

  it('keeps an unanswered input as a row without a page', () => {
    const { timeline } = read([...twoRounds, user('And then?', 'f3')]);
    expect(timeline.rows.at(-1)).toMatchObject({ floorId: 'f3', pageId: null, round: 3, inputIndexes: [4] });
  });

  it('counts hidden messages and leaves small system and tool messages out', () => {
    const hidden = { ...reply([['You find a coin.', one]]), is_system: true };
    const tool: RawMessage = { name: 'ST', is_user: false, is_system: true, mes: '', extra: { tool_invocations: [] } };
    const { timeline } = read([user('Go', 'f1'), tool, hidden]);
    expect(timeline.rows.map((row) => [row.floorId, row.pageId, row.inputIndexes])).toEqual([['f1', 'p1', [0]]]);
  });

  it('never renumbers: after a deletion in the middle the next round is 1 + the highest', () => {
    const six = [1, 2, 3, 4, 5, 6].flatMap((round) => {
      const mirror = replyMirror(
        { floor: `f${round}`, page: `p${round}`, base: round > 1 ? `p${round - 1}` : null, round },
        `T${round}`,
      );
      return [user('Go', `f${round}`), reply([[`T${round}`, mirror]])];
    });
    const { timeline } = read([...six.slice(0, 4), ...six.slice(6), user('New')]);
    expect(timeline.rows.map((row) => row.round)).toEqual([1, 2, 4, 5, 6, 7]);
    expect(timeline.rows.map((row) => row.baseMismatch)).toEqual([false, false, true, false, false, false]);
  });

  it('follows a moved message', () => {
    const { timeline } = read([twoRounds[2]!, twoRounds[3]!, twoRounds[0]!, twoRounds[1]!]);
    expect(timeline.rows.map((row) => row.pageId)).toEqual(['p2', 'p1']);
    expect(timeline.rows.map((row) => row.round)).toEqual([2, 1]);
  });
});

describe('who holds a page', () => {
  it('keeps the page of a reply whose text was edited, and marks it', () => {
    const { timeline, repairs, folds } = read([user('Go', 'f1'), reply([['You lose the coin.', one]])]);
    expect(timeline.rows[0]).toMatchObject({ pageId: 'p1', edited: true });
    expect(folds[0]?.effects).toEqual([coins(1)]);
    expect(repairs).toEqual([]);
  });

  it('does not take the status bar mark at the end for an edit', () => {
    const text = 'You find a coin.\n\n<StatusPlaceHolderImpl/>';
    expect(read([user('Go', 'f1'), reply([[text, one]])]).timeline.rows[0]?.edited).toBe(false);
  });

  it('gives a fresh swipe with a leaked id a page of its own, without effects', () => {
    const messages = [
      user('Go', 'f1'),
      reply(
        [
          ['You find a coin.', one],
          ['Nothing there.', one],
        ],
        1,
      ),
    ];
    const { timeline, folds, repairs } = read(messages);
    expect(timeline.rows[0]).toMatchObject({
      floorId: 'f1',
      swipePages: ['p1', 'new1'],
      pageId: 'new1',
      kind: 'native',
    });
    expect(folds[0]?.effects).toEqual([]);
    expect(repairs).toHaveLength(1);
  });

  it('gives each of several swipes that share one cloned id its own page; only the fitting one keeps it', () => {
    const messages = [
      user('Go', 'f1'),
      reply(
        [
          ['A', one],
          ['You find a coin.', one],
          ['C', one],
        ],
        1,
      ),
    ];
    const { timeline } = read(messages);
    expect(timeline.rows[0]).toMatchObject({ pageId: 'p1', swipePages: ['new1', 'p1', 'new2'] });
  });

  it('lets the lower index win when both texts fit, and copies the page for the other', () => {
    const copied = [twoRounds[0]!, twoRounds[1]!, structuredClone(twoRounds[1]!), twoRounds[2]!, twoRounds[3]!];
    const { timeline, folds } = read(copied);
    expect(timeline.rows.map((row) => [row.floorId, row.pageId, row.round])).toEqual([
      ['f1', 'p1', 1],
      ['new1', 'new2', 3],
      ['f2', 'p2', 2],
    ]);
    expect(folds[1]?.effects).toEqual([coins(1)]);
  });

  it('is idempotent: once the repairs are written nothing is left to repair', () => {
    const messages = [
      ...twoRounds,
      structuredClone(twoRounds[3]!),
      user('x'),
      reply(
        [
          ['A', two],
          ['Another coin.', two],
          ['A', one],
        ],
        2,
      ),
    ];
    const first = read(messages);
    expect(first.repairs.length).toBeGreaterThan(0);
    const second = read(repaired(messages, first));
    expect(second.repairs).toEqual([]);
    expect(second.timeline).toEqual(first.timeline);
  });

  it('ignores a leaked live extra while a new swipe is being written', () => {
    const message = { ...reply([['You find a coin.', one]]), swipe_id: 1, mes: '' };
    const { timeline, repairs } = read([user('Go', 'f1'), message]);
    expect(timeline.rows[0]).toMatchObject({ pageId: 'p1', swipe: 0, edited: false });
    expect(repairs).toEqual([]);
  });

  it('reads the live extra of a regenerated reply whose swipe has none', () => {
    const message = reply(['You find a coin.'], 0, one);
    expect(read([user('Go', 'f1'), message]).timeline.rows[0]).toMatchObject({ pageId: 'p1', kind: 'generated' });
  });

  it('does not let an unmirrored reply take the floor that a later reply owns', () => {
    const messages = [user('Go', 'f1'), reply(['Inserted by someone else.']), reply([['You find a coin.', one]])];
    const rows = read(messages).timeline.rows;
    expect(rows.map((row) => row.pageId)).toEqual([expect.stringMatching(/^new/), 'p1']);
    expect(rows[1]?.floorId).toBe('f1');
    expect(new Set(rows.map((row) => row.round)).size).toBe(2);
  });
});

describe('what is remembered', () => {
  it('gives replies without a mirror the same ids at the next reading', () => {
    const messages = [greeting, user('Go'), reply(['Native.', 'Native B.']), reply(['Native.'])];
    const first = read(messages);
    const again = read(messages, {
      previous: first.timeline,
      pages: knownPagesOf(unstampedPages(first)),
      inputFloors: inputFloorsOf(first, replyHash),
    });
    expect(again.timeline).toEqual(first.timeline);
    expect(again.activated).toEqual([]);
  });

  it('gives a page whose mirror was lost its id and effects back, and writes it again', () => {
    const { timeline, folds, repairs } = read([user('Go'), reply(['You find a coin.'])], {
      pages: knownPagesOf([one]),
    });
    expect(timeline.rows[0]).toMatchObject({ floorId: 'f1', pageId: 'p1', round: 1 });
    expect(folds[0]?.effects).toEqual([coins(1)]);
    expect(repairs).toMatchObject([{ kind: 'page', mirror: { pageId: 'p1' } }]);
  });

  it('keeps the floor of an unstamped input when its reply vanishes', () => {
    const before = [greeting, user('Go'), reply(['Native.'])];
    const first = read(before);
    const after = read(before.slice(0, 2), { previous: first.timeline, inputFloors: inputFloorsOf(first, replyHash) });
    expect(after.timeline.rows[1]).toMatchObject({ floorId: first.timeline.rows[1]?.floorId, pageId: null, round: 1 });
  });

  it('names a native reply after the input that stamps its floor, remembered otherwise or not', () => {
    const before = [...twoRounds, reply(['Unasked.'])];
    const first = read(before);
    // The reply of the second round goes; its stamped input now stands before the native reply.
    const after = before.filter((_, index) => index !== 3);
    const fromFile = read(after);
    const remembered = read(after, {
      previous: first.timeline,
      pages: knownPagesOf(unstampedPages(first)),
      inputFloors: inputFloorsOf(first, replyHash),
    });
    expect(fromFile.timeline.rows.map((row) => row.floorId)).toEqual(['f1', 'f2']);
    expect(remembered.timeline.rows.map((row) => row.floorId)).toEqual(['f1', 'f2']);
  });

  it('tells which pages became active since the last reading', () => {
    const other = replyMirror({ floor: 'f1', page: 'p1b', round: 1 }, 'Nothing.');
    const swipes = [
      ['You find a coin.', one],
      ['Nothing.', other],
    ] as const;
    const first = read([user('Go', 'f1'), reply(swipes, 0)]);
    const after = read([user('Go', 'f1'), reply(swipes, 1)], { previous: first.timeline });
    expect(after.activated).toEqual([{ floorId: 'f1' as FloorId, pageId: 'p1b' as PageId }]);
  });

  it('asks for the effects of a truncated mirror and names the page when nobody has them', () => {
    const short: PageMirror = { ...one, effects: [], truncated: true };
    const messages = [user('Go', 'f1'), reply([['You find a coin.', short]])];
    expect(read(messages).missing).toEqual(['p1']);
    const found = read(messages, { effectsOf: () => [coins(5)] });
    expect(found.missing).toEqual([]);
    expect(found.folds[0]?.effects).toEqual([coins(5)]);
  });
});
