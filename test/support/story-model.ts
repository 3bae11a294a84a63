/** Random play of a whole story: every command a player or another extension can give, and what must hold after each. */
import { expect } from 'vitest';
import { type FloorId } from '../../src/domain/ids.ts';
import { type Effect } from '../../src/domain/timeline/effect.ts';
import { foldRow } from '../../src/domain/timeline/fold.ts';
import { editsByFloor } from '../../src/domain/timeline/fold-row.ts';
import { parseChatMirror, parsePageMirror } from '../../src/domain/timeline/parse-mirror.ts';
import { type World } from '../../src/domain/world.ts';
import { forgetChat } from '../../src/pipeline/chat-session/forget-chat.ts';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { KEY, type RawMessage } from './raw-chat.ts';
import { makePlayer, type Player } from './story-player.ts';
import { testLedger } from './test-ledger.ts';

export interface Model {
  readonly player: Player;
  /** What each text did to the world, whoever shows it. */
  readonly truth: Map<string, readonly Effect[]>;
  readonly rounds: Map<string, number>;
  count: number;
}

/** Three numbers steer a command: which, and two choices inside it. */
export type Step = readonly [command: number, a: number, b: number];

export async function startModel(): Promise<Model> {
  const greetings = ['The harbour lies in fog.', 'The harbour lies in the sun.', 'Night over the harbour.'];
  const player = await makePlayer(makeMemoryStore(), (host) => host.newChat('mira.png', 'one', greetings));
  return { player, truth: new Map(), rounds: new Map(), count: 0 };
}

const GROUP = 'group-1';

const isReply = (message: RawMessage | undefined): message is RawMessage => message?.swipes !== undefined;
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

function freshText(model: Model, what: string): string {
  return `${what} ${(model.count += 1)}`;
}

function freshEffects(model: Model, a: number, b: number): readonly Effect[] {
  const list: Effect[] = [{ kind: 'summary', text: `Line ${model.count}` }];
  if (a % 3 === 0) list.push({ kind: 'state', change: { type: 'remove_item', item: 'coin', quantity: 1 + (b % 3) } });
  if (a % 2 === 0) list.push({ kind: 'state', change: { type: 'add_item', item: 'coin', quantity: 1 + (b % 5) } });
  if (a % 5 === 0) {
    const write = { op: 'set', value: b % 7, policy: b % 2 === 0 ? 'add' : 'replace' } as const;
    list.push({ kind: 'variable', scope: 'branch', key: 'luck', write, source: 'tool' });
  }
  return list;
}

function ours(model: Model, a: number, b: number): { text: string; effects: readonly Effect[] } {
  const text = freshText(model, 'Ours');
  const effects = freshEffects(model, a, b);
  model.truth.set(text, effects);
  return { text, effects };
}

/** A text that goes on meaning what the old one meant. */
function inherit(model: Model, old: string, next: string): string {
  model.truth.set(next, model.truth.get(old) ?? []);
  return next;
}

const replies = (model: Model): number[] =>
  model.player.host.messages.flatMap((message, index) => (isReply(message) ? [index] : []));
const lastIsReply = (model: Model): boolean => isReply(model.player.host.messages.at(-1));
const told = (model: Model, reason: string): Promise<unknown> => model.player.session.reconcile(reason);

type Command = (model: Model, a: number, b: number) => Promise<unknown>;

export const commands: Readonly<Record<string, Command>> = {
  async send(model, a, b) {
    const { text, effects } = ours(model, a, b);
    await model.player.send(freshText(model, 'In'), text, effects);
  },
  async emptySend(model, a, b) {
    const { text, effects } = ours(model, a, b);
    await model.player.send(null, text, effects);
  },
  async failedSend(model) {
    const { host } = model.player;
    await model.player.failed(
      'normal',
      () => host.sendUser(freshText(model, 'In')),
      () => undefined,
    );
  },
  async regenerate(model, a, b) {
    if (!lastIsReply(model)) return;
    const { text, effects } = ours(model, a, b);
    await model.player.regenerate(text, effects);
  },
  async failedRegenerate(model) {
    if (!lastIsReply(model)) return;
    const { host } = model.player;
    let old: RawMessage | null = null;
    await model.player.failed(
      'regenerate',
      () => (old = host.dropLastReply()),
      () => old && host.putBack(old),
    );
    await told(model, 'generation-ended');
  },
  async swipe(model, a, b) {
    if (!lastIsReply(model)) return;
    const { text, effects } = ours(model, a, b);
    await model.player.swipe(text, effects);
  },
  async failedSwipe(model) {
    if (!lastIsReply(model)) return;
    const { host } = model.player;
    await model.player.failed(
      'swipe',
      () => host.beginSwipe(),
      () => host.abandonSwipe(),
    );
  },
  async nativeSwipe(model) {
    if (!lastIsReply(model)) return;
    model.player.host.beginSwipe();
    model.player.host.finishSwipe(freshText(model, 'Native'));
    await told(model, 'received');
  },
  async swipeTo(model, a, b) {
    const index = pick(replies(model), a);
    if (index === undefined) return;
    model.player.host.swipeTo(b % (model.player.host.messages[index]?.swipes?.length ?? 1), index);
    await told(model, 'swiped');
  },
  async removeLast(model) {
    if (model.player.host.messages.length === 0) return;
    model.player.host.remove(model.player.host.messages.length - 1);
    await told(model, 'deleted');
  },
  async removeSome(model, a, b) {
    const { host } = model.player;
    if (host.messages.length < 2) return;
    host.remove(a % host.messages.length, 1 + (b % 3));
    await told(model, 'deleted');
  },
  async removeSwipe(model, a, b) {
    const index = pick(replies(model), a);
    const swipes = index === undefined ? 0 : (model.player.host.messages[index]?.swipes?.length ?? 0);
    if (index === undefined || swipes < 2) return;
    model.player.host.removeSwipe(index, b % swipes);
    await told(model, 'swipe-deleted');
  },
  /** SillyTavern tells nobody. */
  async move(model, a, b) {
    const { host } = model.player;
    const index = a % Math.max(1, host.messages.length);
    const by = b % 2 === 0 ? 1 : -1;
    if (index + by < 0 || index + by >= host.messages.length) return;
    host.move(index, by);
  },
  async copy(model, a) {
    const { host } = model.player;
    if (host.messages.length > 0) host.copy(a % host.messages.length);
  },
  async edit(model, a) {
    const { host } = model.player;
    if (host.messages.length === 0) return;
    const index = a % host.messages.length;
    host.edit(index, inherit(model, host.messages[index]?.mes ?? '', freshText(model, 'Edited')));
    await told(model, 'edited');
  },
  async nativeContinue(model) {
    if (!lastIsReply(model)) return;
    const { host } = model.player;
    const more = freshText(model, ' and on');
    const old = host.messages.at(-1)?.mes ?? '';
    inherit(model, old, old + more);
    host.continueReply(more);
    await told(model, 'received');
  },
  async hide(model, a, b) {
    const { host } = model.player;
    if (host.messages.length > 0) host.hide(a % host.messages.length, b % 2 === 0);
  },
  async branch(model, a, b) {
    const { host } = model.player;
    if (host.messages.length === 0) return;
    const index = a % host.messages.length;
    const swipes = host.messages[index]?.swipes?.length ?? 0;
    host.branch(index, freshText(model, 'branch'), swipes > 0 ? b % swipes : undefined);
    await model.player.reopen();
  },
  async openOther(model, a) {
    const { host } = model.player;
    const [owner, file] = pick([...host.disk.keys()], a)?.split('/') ?? [];
    if (owner === undefined || file === undefined) return;
    await host.save();
    await model.player.session.close();
    host.open(owner, file, owner === GROUP);
    await model.player.reopen();
  },
  /** The file goes on under the group's name, with its metadata; the character's own file stays. */
  async convertToGroup(model) {
    const { host } = model.player;
    if (host.place.group) return;
    await host.save();
    await model.player.session.close();
    host.convertToGroup(GROUP, freshText(model, 'group chat'));
    await model.player.reopen();
  },
  /** Another file of the same character goes; its name may also be somebody else's. */
  async deleteChat(model, a) {
    const { host, store } = model.player;
    const others = [...host.disk.keys()].filter((key) => key !== `${host.place.owner}/${host.place.file}`);
    const [owner, file] = pick(others, a)?.split('/') ?? [];
    if (owner === undefined || file === undefined) return;
    host.deleteFile(owner, file);
    await forgetChat(store, host, file);
  },
  async importTwice(model) {
    const { host } = model.player;
    for (const file of [freshText(model, 'imported'), freshText(model, 'imported')]) {
      host.copyFile(file);
      await model.player.session.close();
      host.open(host.place.owner, file, host.place.group);
      await model.player.reopen();
    }
  },
  async removeFirst(model) {
    if (model.player.host.messages.length < 2) return;
    model.player.host.remove(0);
    await told(model, 'deleted');
  },
  /** SillyTavern's delete mode: this message and all after it. */
  async truncate(model, a) {
    const { host } = model.player;
    if (host.messages.length === 0) return;
    const index = a % host.messages.length;
    host.remove(index, host.messages.length - index);
    await told(model, 'deleted');
  },
  async swipeGreeting(model, a) {
    const { host } = model.player;
    const [first] = host.messages;
    if (host.messages.length !== 1 || !isReply(first)) return;
    host.swipeTo(a % (first.swipes?.length ?? 1), 0);
    await told(model, 'swiped');
  },
  /** Ten turns of SillyTavern's own. */
  async tenTurnsOff(model) {
    const { host } = model.player;
    for (let n = 0; n < 10; n += 1) {
      host.sendUser(freshText(model, 'In'));
      host.addReply(freshText(model, 'Native'));
    }
    await host.save();
    await model.player.reopen();
  },
  /** A tool or the API writes a variable outside a turn. */
  async variable(model, a, b) {
    if (!model.player.session.timeline().rows.some((row) => row.pageId !== null)) return;
    const op = b % 3 === 0 ? ({ op: 'unset' } as const) : ({ op: 'set', value: b } as const);
    await model.player.session.variables?.set(a % 2 === 0 ? 'luck' : 'score', op, 'branch');
  },
  /** Something outside adds to what a shown page did, however old it is. */
  async adjust(model, a, b) {
    const row = pick(
      model.player.session.timeline().rows.filter((each) => each.pageId !== null),
      a,
    );
    if (!row) return;
    await model.player.session.adjust(row.floorId, [
      { kind: 'state', change: { type: 'add_item', item: 'coin', quantity: 1 + (b % 3) } },
    ]);
  },
  async rename(model) {
    model.player.host.rename(freshText(model, 'renamed'));
    await model.player.reopen();
  },
  async copyFile(model, a) {
    const file = freshText(model, 'copied');
    model.player.host.copyFile(file);
    if (a % 2 === 0) return;
    model.player.host.open(model.player.host.place.owner, file, model.player.host.place.group);
    await model.player.reopen();
  },
  async reload(model) {
    await model.player.host.save();
    model.player.host.reload();
    await model.player.reopen();
  },
  async dropDatabase(model) {
    await model.player.host.save();
    model.player.host.reload();
    await model.player.reopen(makeMemoryStore());
  },
  async extensionOff(model, a) {
    const { host } = model.player;
    for (let n = 0; n <= a % 4; n += 1) {
      if (n % 2 === 0) host.sendUser(freshText(model, 'In'));
      host.addReply(freshText(model, 'Native'));
      if (n % 3 === 2) {
        host.beginSwipe();
        host.finishSwipe(freshText(model, 'Native'));
      }
    }
    await host.save();
    await model.player.reopen();
  },
  async otherExtension(model, a) {
    const { host } = model.player;
    host.addReply(freshText(model, 'Inserted'));
    const [message] = host.messages.splice(-1, 1);
    if (message) host.messages.splice(a % (host.messages.length + 1), 0, message);
  },
  async handEdit(model, a, b) {
    if (!model.player.session.timeline().rows.some((row) => row.pageId !== null)) return;
    const pointer = a % 2 === 0 ? '/game/inventory/coin' : '/game/location';
    const value = a % 2 === 0 ? b % 9 : `place ${b % 3}`;
    const op = (['set', 'set', 'lock', 'unlock'] as const)[b % 4] ?? 'set';
    await model.player.session.edit(pointer, { op, value });
  },
  /** A script changes one of SillyTavern's chat variables. */
  async script(model, a, b) {
    if (!model.player.session.timeline().rows.some((row) => row.pageId !== null)) return;
    if (!model.player.host.metadata[KEY]) return;
    model.player.host.writeVariables({ [a % 2 === 0 ? 'luck' : 'score']: b % 4 === 0 ? undefined : b });
    await told(model, 'turn');
  },
  async undo(model) {
    await model.player.session.undo();
  },
  async redo(model) {
    await model.player.session.redo();
  },
  async restore(model, a, b) {
    const row = pick(model.player.session.timeline().rows, a);
    if (!row || row.replyIndex === null) return;
    const page = pick(await model.player.store.pagesOfFloor(row.floorId), b);
    if (page) await model.player.session.restorePage(page.pageId);
  },
};

const names = Object.keys(commands);

export const nameOf = ([command]: Step): string => names[command % names.length] ?? 'send';

export async function take(model: Model, step: Step): Promise<void> {
  await commands[nameOf(step)]?.(model, step[1], step[2]);
  await told(model, 'check');
  check(model);
}

/** The path is what chat[] shows, and the world a naive fold over what is visible. */
function check(model: Model): void {
  const { host, session } = model.player;
  const { rows } = session.timeline();
  const visible = replies(model).map((index) => host.messages[index]);
  const answered = rows.filter((row) => row.replyIndex !== null);
  expect(answered.map((row) => row.replyIndex)).toEqual(replies(model));
  expect(new Set(rows.map((row) => row.floorId)).size).toBe(rows.length);
  const pages = rows.flatMap((row) => row.swipePages);
  expect(new Set(pages).size).toBe(pages.length);

  const edits = editsByFloor(parseChatMirror(host.metadata['narrative_agent'])?.handEdits ?? []);
  const ledger = testLedger();
  const naive: World = ledger.clone(ledger.empty());
  let reply = 0;
  rows.forEach((row, ordinal) => {
    const message = row.replyIndex === null ? undefined : visible[reply];
    if (message) reply += 1;
    const effects = message ? (model.truth.get(message.mes) ?? []) : [];
    const adjustments = parsePageMirror(message?.extra?.[KEY])?.adjustments ?? [];
    const rejected = foldRow(ledger, naive, { ...row, effects, adjustments, edits: edits(row.floorId) });
    expect(session.rejections(row.floorId)).toEqual(rejected);
    if (ordinal === Math.floor(rows.length / 2)) expect(session.worldAfter(ordinal)).toEqual(ledger.clone(naive));
  });
  expect(session.head()).toEqual(naive);
  const held = Object.entries(naive.variables).flatMap(([key, each]) => ('value' in each ? [[key, each.value]] : []));
  expect(host.readVariables()).toEqual(Object.fromEntries(held));
  checkRounds(model, rows);
}

/** A round that was numbered keeps its number. */
function checkRounds(model: Model, rows: readonly { floorId: FloorId; round: number; kind: string | null }[]): void {
  const { branchId } = model.player.session.timeline();
  for (const { floorId, round, kind } of rows) {
    if (kind === null || kind === 'native' || kind === 'greeting') continue;
    const known = model.rounds.get(`${branchId}:${floorId}`);
    if (known !== undefined) expect(round).toBe(known);
    model.rounds.set(`${branchId}:${floorId}`, round);
  }
}

/** Reading twice changes nothing, and the file alone gives the same world. */
export async function checkEnd(model: Model): Promise<void> {
  const { player } = model;
  const first = player.session.timeline();
  const again = await player.session.reconcile('again');
  expect(again.changed).toBe(false);
  expect(player.session.timeline()).toEqual(first);
  const world = player.session.head();
  await player.host.save();
  player.host.reload();
  await player.reopen(makeMemoryStore());
  expect(player.session.head()).toEqual(world);
  const stamped = (rows: typeof first.rows): unknown[] =>
    rows.filter((row) => row.kind === 'generated').map((row) => [row.floorId, row.pageId, row.round]);
  expect(stamped(player.session.timeline().rows)).toEqual(stamped(first.rows));
}
