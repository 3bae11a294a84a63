/** I17, I18: reading only what changed gives the path, the pages and the rows that reading everything gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BranchId, type ChatId, type FloorId } from '../../src/domain/ids.ts';
import { type HandEdit } from '../../src/domain/timeline/hand-edit.ts';
import { type HostChatView } from '../../src/domain/timeline/host-chat-view.ts';
import { type ChatIdentity } from '../../src/domain/timeline/identify-chat.ts';
import { bothPages, knownPagesOf, noPages } from '../../src/domain/timeline/known-pages.ts';
import { makePathReader, type ReadingFacts } from '../../src/domain/timeline/path-reader.ts';
import { inputFloorsOf, reconcile, type Reconciled, unstampedPages } from '../../src/domain/timeline/reconcile.ts';
import { replyHash } from '../../src/domain/timeline/reply-hash.ts';
import { makeMessageReader } from '../../src/host/read-messages.ts';
import { countingIds } from '../support/counting-ids.ts';
import { KEY, type RawMessage, viewOf } from '../support/raw-chat.ts';
import { coins, replyMirror } from '../support/reply-mirror.ts';

const identity: ChatIdentity = { chatId: 'c' as ChatId, branchId: 'b' as BranchId, how: 'known', parent: null };

interface World {
  readonly messages: RawMessage[];
  group: boolean;
  edits: HandEdit[];
  last: Reconciled | null;
  lostEffects: boolean;
  made: number;
}

/** Few texts, so that the same one often stands twice. */
const textOf = (n: number): string => `text ${n % 5}`;

const user = (n: number, world: World): RawMessage => {
  const floor = world.last?.timeline.rows[n % 7]?.floorId ?? `floor-${n % 4}`;
  const extra = n % 3 === 0 ? { [KEY]: { v: 1, floorId: floor, ...(n % 2 ? { round: 1 + (n % 6) } : {}) } } : {};
  return { name: 'P', is_user: true, is_system: false, mes: textOf(n), extra };
};

const native = (n: number): RawMessage => ({
  ...{ name: 'M', is_user: false, is_system: false, mes: textOf(n), extra: {} },
  ...{ swipe_id: 0, swipes: [textOf(n)], swipe_info: [{ extra: {} }] },
});

function ours(n: number, world: World): RawMessage {
  world.made += 1;
  const ids = { floor: `f${world.made}`, page: `p${world.made}`, round: world.made };
  const base = world.last?.timeline.rows.at(-1)?.pageId ?? null;
  const truncated = n % 4 === 0 ? { truncated: true as const, effects: [] } : { effects: [coins(n)] };
  const mirror = replyMirror({ ...ids, base }, textOf(n), truncated);
  return {
    ...native(n),
    extra: { [KEY]: mirror },
    swipe_info: [{ extra: { [KEY]: n % 2 === 0 ? mirror : structuredClone(mirror) } }],
  };
}

type Command = (world: World, a: number, b: number) => void;
const at = (world: World, a: number): number => (world.messages.length === 0 ? 0 : a % world.messages.length);

const commands: readonly Command[] = [
  (world, a) => world.messages.push(user(a, world)),
  (world, a) => world.messages.push(native(a)),
  (world, a) => world.messages.push(ours(a, world)),
  (world, a) => world.messages.push(user(a, world), ours(a, world)),
  (world, a, b) => world.messages.splice(at(world, a), 0, b % 2 === 0 ? user(b, world) : native(b)),
  (world, a, b) => world.messages.splice(at(world, a), 1 + (b % 3)),
  (world, a) => world.messages.pop() && a,
  (world, a) => {
    const index = at(world, a);
    const [message] = world.messages.splice(index, 1);
    if (message) world.messages.splice(index + 1, 0, message);
  },
  (world, a) => {
    const message = world.messages[at(world, a)];
    if (message) world.messages.splice(at(world, a), 0, structuredClone(message));
  },
  (world, a, b) => {
    const message = world.messages[at(world, a)];
    if (!message) return;
    message.mes = textOf(b);
    if (message.swipes) message.swipes[message.swipe_id ?? 0] = textOf(b);
  },
  (world, a, b) => {
    const message = world.messages[at(world, a)];
    if (!message?.swipes) return;
    message.swipe_id = b % (message.swipes.length + 1);
    message.mes = message.swipes[message.swipe_id] ?? '';
    if (message.swipe_id < message.swipes.length) message.extra = message.swipe_info?.[message.swipe_id]?.extra ?? {};
  },
  (world, a, b) => {
    const message = world.messages[at(world, a)];
    if (!message?.swipes) return;
    message.swipes.push(textOf(b));
    message.swipe_info?.push({ extra: b % 2 === 0 ? {} : structuredClone(message.extra ?? {}) });
  },
  (world, a) => {
    const message = world.messages[at(world, a)];
    if (message) message.is_system = !message.is_system;
  },
  // A page that carried no mirror is stamped.
  (world, a) => {
    const row = world.last?.timeline.rows[a % Math.max(1, world.last.timeline.rows.length)];
    const mirror = row?.pageId ? world.last?.pages.get(row.pageId) : undefined;
    const message = row?.replyIndex == null ? undefined : world.messages[row.replyIndex];
    const info = message?.swipe_info?.[row?.swipe ?? 0];
    if (!message || !mirror || !info || message.swipe_id !== row?.swipe) return;
    info.extra = { [KEY]: structuredClone(mirror) };
    message.extra = { [KEY]: structuredClone(mirror) };
  },
  (world, a, b) => {
    const floorId = world.last?.timeline.rows[a % 9]?.floorId ?? ('x' as FloorId);
    const id = `e${(world.made += 1)}` as HandEdit['id'];
    world.edits = [
      ...world.edits,
      { id, floorId, seq: world.edits.length, at: 0, pointer: '/x', op: 'set', undone: b % 4 === 0 },
    ];
  },
  (world) => {
    world.lostEffects = !world.lostEffects;
  },
  () => undefined,
];

/** The reading without any memory but what `reconcile` asks for. */
function makePlainReader() {
  const { next } = countingIds();
  let last: Reconciled | null = null;
  return (view: HostChatView, facts: ReadingFacts): Reconciled => {
    last = reconcile(
      view,
      identity,
      {
        previous: last?.timeline ?? null,
        pages: last ? bothPages(knownPagesOf(unstampedPages(last)), noPages) : noPages,
        inputFloors: last ? inputFloorsOf(last, replyHash) : new Map(),
        ...facts,
      },
      { nextId: next, hashOf: replyHash },
    );
    return last;
  };
}

const kept = [coins(3)];

const told = ({ timeline, folds, pages, repairs, activated, missing }: Reconciled) => ({
  ...{ timeline, folds, repairs, activated, missing },
  pages: [...pages].sort(([a], [b]) => (a < b ? -1 : 1)),
});

describe('the path reader', () => {
  it('I17: tells after every change what a reading of the whole chat tells', () => {
    let whole = 0;
    let all = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_000), fc.nat(60), fc.nat(60)), { minLength: 20, maxLength: 60 }),
        (steps) => {
          const world: World = { messages: [], group: false, edits: [], last: null, lostEffects: false, made: 0 };
          for (let n = 0; n < 6; n += 1) world.messages.push(user(n, world), n % 2 === 0 ? ours(n, world) : native(n));
          const ids = countingIds();
          let hashes = 0;
          const reader = makePathReader(identity, {
            nextId: ids.next,
            hashOf: (text) => {
              hashes += 1;
              return replyHash(text);
            },
          });
          const plain = makePlainReader();
          const messages = makeMessageReader();
          for (const [command, a, b] of steps) {
            commands[command % commands.length]?.(world, a, b);
            for (let again = 0; again < 3; again += 1) {
              const view = viewOf(
                { owner: 'm', file: 'f', group: world.group, metadata: {}, messages: world.messages },
                messages,
              );
              const facts: ReadingFacts = {
                handEdits: world.edits,
                effectsOf: () => (world.lostEffects ? null : kept),
              };
              hashes = 0;
              const read = reader.read(view, facts);
              all += 1;
              if (hashes >= view.messages.length / 3) whole += 1;
              expect(told(read)).toEqual(told(plain(view, facts)));
              read.timeline.rows.forEach((row, ordinal) => expect(reader.ordinalOf(row.floorId)).toBe(ordinal));
              const bare = new Set(unstampedPages(read).map((page) => page.pageId));
              for (const pageId of read.pages.keys()) expect(reader.isUnstamped(pageId)).toBe(bare.has(pageId));
              world.last = read;
              for (const write of read.repairs) {
                if (write.kind !== 'page') continue;
                const message = world.messages[write.at.index];
                const info = message?.swipe_info?.[write.at.swipe];
                if (info) info.extra = { [KEY]: structuredClone(write.mirror) };
                if (message && message.swipe_id === write.at.swipe)
                  message.extra = { [KEY]: structuredClone(write.mirror) };
              }
              if (read.repairs.length === 0) break;
            }
          }
        },
      ),
      { numRuns: Number(process.env['READER_RUNS'] ?? 100) },
    );
    // The test would prove nothing if everything were read each time.
    expect(whole).toBeLessThan(all * 0.7);
  }, 3_600_000);
});
