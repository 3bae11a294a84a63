/** Random play of a whole story: every command a player or another extension can give, and what must hold after each. */
import { type FloorId, type PageId } from '../../src/domain/ids.ts';
import { type Effect } from '../../src/domain/timeline/effect.ts';
import { isByAnalysis } from '../../src/domain/timeline/is-by-analysis.ts';
import { parseInputMirror } from '../../src/domain/timeline/parse-mirror.ts';
import { type PathRow } from '../../src/domain/timeline/timeline.ts';
import { type World } from '../../src/domain/world.ts';
import { forgetChat } from '../../src/pipeline/chat-session/forget-chat.ts';
import { type CommitRequest } from '../../src/ports/chat-session.ts';
import { type OutboxRow, type TimelineStore } from '../../src/ports/timeline-store.ts';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { emptyTables, type Tables } from '../../src/storage/memory/tables.ts';
import { KEY, type RawMessage } from './raw-chat.ts';
import { named, same, under } from './same.ts';
import { checkStory } from './story-invariants.ts';
import { makePlayer, type Player } from './story-player.ts';

export interface Model {
  readonly player: Player;
  /** What each text did to the world, whoever shows it. */
  readonly truth: Map<string, readonly Effect[]>;
  readonly rounds: Map<string, number>;
  /** What each page was when it was seen first. */
  readonly pages: Map<PageId, string>;
  /** The world of a chat file as it was left, by the whole file. */
  readonly left: Map<string, World>;
  /** Promises to the chat file made in the last step. */
  readonly promised: OutboxRow[];
  /** The database of now. */
  tables: Tables;
  /** Transactions so far. */
  writes: number;
  count: number;
}

/** Three numbers steer a command: which, and two choices inside it. */
export type Step = readonly [command: number, a: number, b: number];

export async function startModel(): Promise<Model> {
  const greetings = ['The harbour lies in fog.', 'The harbour lies in the sun.', 'Night over the harbour.'];
  const fresh: Omit<Model, 'player'> = {
    ...{ truth: new Map(), rounds: new Map(), pages: new Map(), left: new Map(), promised: [] },
    ...{ tables: emptyTables(), writes: 0, count: 0 },
  };
  const player = await makePlayer(makeMemoryStore(fresh.tables), (host) => host.newChat('mira.png', 'one', greetings));
  const model = Object.assign(fresh, { player });
  await player.reopen(watched(model));
  return model;
}

/** A store over the model's tables that counts and keeps what is promised. */
function watched(model: Omit<Model, 'player'>): TimelineStore {
  const store = makeMemoryStore(model.tables);
  return {
    ...store,
    write(batch, durability) {
      model.writes += 1;
      model.promised.push(...(batch.outbox ?? []));
      return store.write(batch, durability);
    },
  };
}

/** Another database, with nothing in it. */
export function freshStore(model: Model): TimelineStore {
  model.tables = emptyTables();
  return watched(model);
}

const fileOf = ({ player: { host } }: Model): string =>
  JSON.stringify(host.disk.get(`${host.place.owner}/${host.place.file}`));

/** The open chat is saved and closed; what its world was is kept. */
async function leave(model: Model): Promise<void> {
  const { host, session } = model.player;
  await told(model, 'check');
  await host.save();
  model.left.set(fileOf(model), session.head());
  await session.close();
}

/** Opens the session of what the host shows now: a file is found as it was left, whatever happened elsewhere. */
async function arrive(model: Model, store?: TimelineStore): Promise<void> {
  const known = model.left.get(fileOf(model));
  await model.player.reopen(store);
  if (known) under('I15', () => same(model.player.session.head(), known));
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
  if (a % 4 === 0) {
    const scope = (['page', 'floor', 'chat', 'global'] as const)[b % 4] ?? 'page';
    const write = b % 3 === 0 ? ({ op: 'unset' } as const) : ({ op: 'set', value: b } as const);
    list.push({ kind: 'variable', scope, key: `${scope}-note`, write, source: 'tool' });
  }
  if (a % 11 === 0) list.push({ kind: 'mvu-init', record: { stat_data: { hp: 10 } } });
  if (a % 7 === 0) {
    list.push({ kind: 'mvu', operations: [{ op: 'replace', path: '/hp', value: b }], source: 'mvu' });
  }
  return list;
}

interface Ours {
  readonly text: string;
  readonly effects: readonly Effect[];
  readonly more: Partial<CommitRequest>;
}

/** A reply with what it does; now and then a tool shows something below it. */
function ours(model: Model, a: number, b: number): Ours {
  const text = freshText(model, 'Ours');
  const effects = freshEffects(model, a, b);
  const finalText = b % 6 === 1 ? `${text}\n\nMenu` : text;
  model.truth.set(finalText, effects);
  const toolOutput = finalText === text ? [] : [{ tool: 'menu', text: 'Menu' }];
  return { text, effects, more: { finalText, toolOutput } };
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

/** A turn that fails: the world, what is shown and every text of the chat are as they were, and the input stays. */
async function leavesNothing(model: Model, fail: () => Promise<unknown>, added: readonly string[] = []): Promise<void> {
  const { host, session } = model.player;
  const seen = (): unknown[] => [
    session.head(),
    session
      .timeline()
      .rows.flatMap(({ pageId, swipe }) => (pageId === null ? [] : [[swipe, session.effectsOf(pageId)]])),
    host.messages.map(({ mes, swipes, swipe_id: shown }) => [mes, swipes, shown]),
  ];
  const before = structuredClone(seen());
  await fail();
  const [world, pages, texts] = seen();
  const left = (texts as unknown[]).slice(0, host.messages.length - added.length);
  under('I7', () => {
    same([world, pages, left], before);
    same(
      host.messages.slice(left.length).map(({ mes }) => mes),
      added,
    );
  });
}

/** Something stands between the last reply and the input that names its round. */
function isParted({ player: { host, session } }: Model): boolean {
  const last = session.timeline().rows.at(-1);
  return host.messages.some(
    ({ extra }, index) =>
      parseInputMirror(extra?.[KEY])?.floorId === last?.floorId &&
      index !== last?.replyIndex &&
      !last?.inputIndexes.includes(index),
  );
}

/** A round that shows a reply. */
const someRow = (model: Model, n: number): PathRow | undefined =>
  pick(
    model.player.session.timeline().rows.filter((row) => row.pageId !== null),
    n,
  );

/** New words for a reply, so that what is found in them is found there only. */
function newWords(model: Model, row: PathRow): string {
  const { host } = model.player;
  const old = host.messages[row.replyIndex ?? -1]?.mes ?? '';
  const text = inherit(model, old, freshText(model, 'Edited'));
  host.edit(row.replyIndex ?? -1, text);
  return text;
}

/** Under the name it has now: a reply nobody stamped gets another with other words. */
const floorAt = (model: Model, { replyIndex, floorId }: PathRow): FloorId =>
  model.player.session.timeline().rows.find((row) => row.replyIndex === replyIndex)?.floorId ?? floorId;

const notByAnalysis = (model: Model, text: string): readonly Effect[] =>
  (model.truth.get(text) ?? []).filter((effect) => !isByAnalysis(effect));

type Command = (model: Model, a: number, b: number) => Promise<unknown>;

export const commands: Readonly<Record<string, Command>> = {
  async send(model, a, b) {
    const { text, effects, more } = ours(model, a, b);
    await model.player.send(freshText(model, 'In'), text, effects, more);
  },
  async emptySend(model, a, b) {
    const { text, effects, more } = ours(model, a, b);
    await model.player.send(null, text, effects, more);
  },
  async failedSend(model) {
    const { host } = model.player;
    const input = freshText(model, 'In');
    const failed = (): Promise<unknown> =>
      model.player.failed(
        'normal',
        () => host.sendUser(input),
        () => host.abandonSend(),
      );
    await leavesNothing(model, failed, [input]);
  },
  async regenerate(model, a, b) {
    if (!lastIsReply(model)) return;
    const { text, effects, more } = ours(model, a, b);
    await model.player.regenerate(text, effects, more);
  },
  async failedRegenerate(model) {
    if (!lastIsReply(model)) return;
    const { host } = model.player;
    let old: RawMessage | null = null;
    const fail = async (): Promise<void> => {
      await model.player.failed(
        'regenerate',
        () => (old = host.dropLastReply()),
        () => old && host.putBack(old),
      );
      await told(model, 'generation-ended');
    };
    // The input names the round: while its reply is gone, a message put between the two is taken for the reply.
    await (isParted(model) ? fail() : leavesNothing(model, fail));
  },
  async swipe(model, a, b) {
    if (!lastIsReply(model)) return;
    const { text, effects, more } = ours(model, a, b);
    await model.player.swipe(text, effects, more);
  },
  async failedSwipe(model) {
    if (!lastIsReply(model)) return;
    const { host } = model.player;
    // One asks for another from the last one only.
    host.swipeTo((host.messages.at(-1)?.swipes?.length ?? 1) - 1);
    await told(model, 'swiped');
    const failed = (): Promise<unknown> =>
      model.player.failed(
        'swipe',
        () => host.beginSwipe(),
        () => host.abandonSwipe(),
      );
    await leavesNothing(model, failed);
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
    const chosen = swipes > 0 ? b % swipes : undefined;
    const { rows } = model.player.session.timeline();
    const fork = rows.findIndex((row) => row.replyIndex === index && row.swipe === chosen);
    const there = fork < 0 ? null : model.player.session.worldAfter(fork);
    await leave(model);
    host.branch(index, freshText(model, 'branch'), chosen);
    await arrive(model);
    if (there) under('I15', () => same(model.player.session.head(), there));
  },
  async openOther(model, a) {
    const { host } = model.player;
    const [owner, file] = pick([...host.disk.keys()], a)?.split('/') ?? [];
    if (owner === undefined || file === undefined) return;
    await leave(model);
    host.open(owner, file, owner === GROUP);
    await arrive(model);
  },
  /** The file goes on under the group's name, with its metadata; the character's own file stays. */
  async convertToGroup(model) {
    const { host } = model.player;
    if (host.place.group) return;
    await leave(model);
    host.convertToGroup(GROUP, freshText(model, 'group chat'));
    await arrive(model);
  },
  /** Another file of the same character goes; its name may also be somebody else's. */
  async deleteChat(model, a) {
    const { host, store } = model.player;
    const others = [...host.disk.keys()].filter((key) => key !== `${host.place.owner}/${host.place.file}`);
    const [owner, file] = pick(others, a)?.split('/') ?? [];
    if (owner === undefined || file === undefined) return;
    host.deleteFile(owner, file);
    const forgotten = await forgetChat(store, host, file);
    if (forgotten.length > 0) await model.player.session.variables?.otherBranchesChanged();
  },
  async importTwice(model) {
    const { host } = model.player;
    for (const file of [freshText(model, 'imported'), freshText(model, 'imported')]) {
      await leave(model);
      host.copyFile(file);
      host.open(host.place.owner, file, host.place.group);
      await arrive(model);
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
    const scope = (['branch', 'branch', 'chat', 'global'] as const)[a % 4] ?? 'branch';
    const write = ([{ op: 'unset' }, { op: 'mask' }, { op: 'set', value: b }] as const)[b % 3] ?? { op: 'unset' };
    const key = scope !== 'branch' ? `${scope}-own` : b % 2 === 0 ? 'luck' : 'score';
    await model.player.session.variables?.set(key, write, scope);
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
    await leave(model);
    model.player.host.open(model.player.host.place.owner, file, model.player.host.place.group);
    await arrive(model);
  },
  async reload(model) {
    await leave(model);
    model.player.host.reload();
    await arrive(model);
  },
  async dropDatabase(model) {
    await leave(model);
    model.player.host.reload();
    await arrive(model, freshStore(model));
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
  /** To another candidate and back: nothing is different. */
  async thereAndBack(model, a, b) {
    const index = pick(replies(model), a);
    const { host, session } = model.player;
    const message = index === undefined ? undefined : host.messages[index];
    const [count, shown] = [message?.swipes?.length ?? 0, message?.swipe_id ?? 0];
    if (index === undefined || count < 2) return;
    const before = [session.head(), session.timeline()];
    for (const swipe of [(shown + 1 + (b % (count - 1))) % count, shown]) {
      host.swipeTo(swipe, index);
      await told(model, 'swiped');
    }
    under('I3', () => same([session.head(), session.timeline()], before));
  },
  /** Whatever happens to one candidate, another one sees and does what it did. */
  async changeSibling(model, a, b) {
    const row = pick(
      model.player.session.timeline().rows.filter((each) => each.swipePages.length > 1),
      a,
    );
    const { host, session } = model.player;
    const index = row?.replyIndex ?? null;
    if (!row || index === null) return;
    const ordinal = session.timeline().rows.indexOf(row);
    const worlds = (): unknown => [session.worldAfter(ordinal - 1), session.worldAfter(ordinal)];
    const before = worlds();
    const sibling = row.swipePages.length - 1 === row.swipe ? row.swipe - 1 : row.swipePages.length - 1;
    host.swipeTo(sibling, index);
    await told(model, 'swiped');
    const coin: Effect = { kind: 'state', change: { type: 'add_item', item: 'coin', quantity: 2 } };
    await session.adjust(row.floorId, [coin]);
    if (b % 2 === 0) newWords(model, { ...row, swipe: sibling });
    await told(model, 'edited');
    host.swipeTo(row.swipe, index);
    await told(model, 'swiped');
    under('I4', () => same(worlds(), before));
  },
  /** A reply that was edited is analysed again: a new page of the same floor. */
  async analyseAgain(model, a, b) {
    const row = someRow(model, a);
    if (!row) return;
    const text = newWords(model, row);
    await told(model, 'analyse');
    const effects = [...notByAnalysis(model, text), ...freshEffects(model, a, b).filter(isByAnalysis)];
    model.truth.set(text, effects);
    await model.player.again(floorAt(model, row), 'reanalysed', effects);
  },
  /** SillyTavern wrote on, and the whole is analysed as a page of its own. */
  async continueOurs(model, a, b) {
    const { host, session } = model.player;
    const row = session.timeline().rows.at(-1);
    if (!lastIsReply(model) || row?.replyIndex !== host.messages.length - 1) return;
    host.continueReply(freshText(model, ' and on'));
    await told(model, 'continue');
    const effects = freshEffects(model, a, b);
    model.truth.set(host.messages.at(-1)?.mes ?? '', effects);
    await model.player.again(floorAt(model, row), 'continued', effects);
  },
  /** One analysis brings what an earlier round was about as well. */
  async catchUp(model, a, b) {
    const [earlier, row] = [someRow(model, a), model.player.session.timeline().rows.at(-1)];
    if (!earlier || !row || row.pageId === null || earlier.floorId === row.floorId) return;
    const texts = [newWords(model, earlier), newWords(model, row)] as const;
    await told(model, 'analyse');
    const found = freshEffects(model, a, b).filter(isByAnalysis);
    model.truth.set(texts[0], [...notByAnalysis(model, texts[0]), ...found]);
    const effects = [...notByAnalysis(model, texts[1]), ...freshEffects(model, b, a).filter(isByAnalysis)];
    model.truth.set(texts[1], effects);
    const along = [{ floorId: floorAt(model, earlier), effects: found }];
    await model.player.again(floorAt(model, row), 'reanalysed', effects, along);
  },
  /** The page is closed before the database knows that its promises were kept. */
  async promiseAgain(model) {
    const { host, session } = model.player;
    const mine = model.promised.filter((row) => row.branchId === session.timeline().branchId);
    if (mine.length === 0) return;
    const seen = (): unknown => [
      model.player.session.head(),
      model.player.session
        .timeline()
        .rows.map(({ round, replyIndex, swipe, analysis }) => [round, replyIndex, swipe, analysis]),
      host.messages.map(({ mes, swipes, extra }) => [mes, swipes, extra]),
    ];
    await host.save();
    const before = structuredClone(seen());
    await session.close();
    host.reload();
    for (const row of mine) model.tables.outbox.set(row.outboxId, row);
    await model.player.reopen();
    under('I9', () => same(seen(), before));
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
  if (nameOf(step) !== 'promiseAgain') model.promised.length = 0;
  try {
    await commands[nameOf(step)]?.(model, step[1], step[2]);
    await told(model, 'check');
    await checkStory(model);
  } catch (error) {
    throw named(`after ${nameOf(step)}`, error);
  }
}
