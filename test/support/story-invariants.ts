/** What holds after every command of a story played at random, each under its number. */
import { emptyGameState } from '../../src/domain/game-state/game-state.ts';
import { type PageId } from '../../src/domain/ids.ts';
import { foldRow } from '../../src/domain/timeline/fold.ts';
import { editsByFloor } from '../../src/domain/timeline/fold-row.ts';
import { type PageMessage } from '../../src/domain/timeline/page.ts';
import { parseChatMirror, parsePageMirror } from '../../src/domain/timeline/parse-mirror.ts';
import { replyHash } from '../../src/domain/timeline/reply-hash.ts';
import { type PathRow } from '../../src/domain/timeline/timeline.ts';
import { resolveAllVariables, resolveVariable } from '../../src/domain/variables/resolve-variables.ts';
import { type VariableLayer } from '../../src/domain/variables/variable-layer.ts';
import { type LayerValue, type World } from '../../src/domain/world.ts';
import { assembleMessage } from '../../src/pipeline/steps/assemble-message.ts';
import { KEY, type RawMessage } from './raw-chat.ts';
import { named, same } from './same.ts';
import { freshStore, type Model } from './story-model.ts';
import { testLedger } from './test-ledger.ts';

export interface Invariant {
  readonly says: string;
  /** Rejects where it does not hold. */
  readonly holds: (model: Model) => void | Promise<void>;
}

const isReply = (message: RawMessage | undefined): boolean => message?.swipes !== undefined;
const rowsOf = ({ player }: Model): readonly PathRow[] => player.session.timeline().rows;
const shownIn = ({ player: { host } }: Model, { replyIndex }: PathRow): RawMessage | undefined =>
  replyIndex === null ? undefined : host.messages[replyIndex];
/** What the player sees of the messages of a page, in order. */
const displayText = (messages: readonly PageMessage[]): string =>
  messages
    .filter(({ visibility }) => visibility.user)
    .map(({ text }) => text)
    .join('');
const chatOf = ({ player: { host } }: Model): string => JSON.stringify([host.messages, host.metadata]);

/** Mirrors of every candidate in the open chat. */
const mirrorsIn = ({ player: { host } }: Model) =>
  host.messages.flatMap((message) =>
    (message.swipe_info ?? []).flatMap((info, swipe) => {
      const extra = swipe === message.swipe_id ? message.extra : info.extra;
      return parsePageMirror(extra?.[KEY]) ?? [];
    }),
  );

/** Every key in order, and its value; masks are left in. */
const plain = (layer: VariableLayer): unknown => Object.fromEntries(Object.entries(layer).sort());

const afterEach: Readonly<Record<string, Invariant>> = {
  I1: {
    says: 'each round shows one page, which is committed, is its own and is the swipe that is shown',
    holds(model) {
      const { host, session } = model.player;
      const replies = host.messages.flatMap((message, index) => (isReply(message) ? [index] : []));
      const rows = rowsOf(model);
      const pages = rows.flatMap((row) => row.swipePages);
      same(
        rows.flatMap(({ replyIndex }) => replyIndex ?? []),
        replies,
      );
      same([new Set(rows.map((row) => row.floorId)).size, new Set(pages).size], [rows.length, pages.length]);
      same(
        session.timeline().rows.filter((row) => row.replyIndex === null && row.pageId !== null),
        [],
      );
      for (const row of rows) {
        const message = shownIn(model, row);
        if (!message) continue;
        same([row.swipe, row.pageId, row.hash], [message.swipe_id, row.swipePages[row.swipe], replyHash(message.mes)]);
        const mirror = parsePageMirror(message.extra?.[KEY]);
        if (mirror) same([mirror.pageId, mirror.floorId], [row.pageId, row.floorId]);
        const stored = row.swipePages.flatMap((pageId) => model.tables.pages.get(pageId) ?? []);
        same(new Set([row.floorId, ...stored.map((page) => page.floorId)]).size, 1);
        if (stored.length > 0) same(model.tables.floors.get(row.floorId)?.status, 'committed');
      }
    },
  },
  I2: {
    says: 'one key resolves to what all keys resolve to, also with writes that are staged',
    holds({ player: { session } }) {
      const { variables } = session;
      const layers = variables?.layers() ?? [];
      const all = variables?.resolveAll();
      const keys = [...layers.flatMap(({ values }) => Object.keys(values)), 'luck', 'score', 'nobody'];
      for (const key of keys) same(variables?.resolve(key) ?? null, all?.get(key) ?? null);
      const values = { luck: { masked: true }, score: { value: 1 }, staged: { value: { deep: 2 } } } as const;
      const staged = [{ scope: 'page', values } as const, ...layers];
      const both = resolveAllVariables(staged);
      for (const key of [...keys, 'staged']) same(resolveVariable(staged, key), both.get(key) ?? null);
    },
  },
  I5: {
    says: 'every message belongs to exactly one round, every stored message to one page of it',
    holds(model) {
      const owned = rowsOf(model).flatMap(({ inputIndexes, replyIndex }) => [
        ...inputIndexes,
        ...[replyIndex ?? []].flat(),
      ]);
      same(
        owned,
        model.player.host.messages.map((_, index) => index),
      );
      const kept = [...model.tables.pages.values()].flatMap((page) => page.messages.map(({ messageId }) => messageId));
      same(new Set(kept).size, kept.length);
    },
  },
  I6: {
    says: 'what the messages of the shown page make is the text of the chat, but for edits that are marked',
    holds(model) {
      for (const row of rowsOf(model)) {
        const stored = row.pageId === null ? undefined : model.tables.pages.get(row.pageId);
        const message = shownIn(model, row);
        if (!stored || !message) continue;
        const outputs = stored.toolOutput.map(({ text }) => text);
        const made = assembleMessage({ prose: displayText(stored.messages), summary: null, outputs }, 'clean');
        if (stored.messages.length > 0) same(stored.text, made);
        same([stored.hash, row.edited], [replyHash(stored.text), replyHash(message.mes) !== stored.hash]);
      }
    },
  },
  I9: {
    says: 'reading the chat again changes nothing',
    async holds(model) {
      const before = [chatOf(model), model.player.session.timeline(), model.player.session.head()];
      same((await model.player.session.reconcile('again')).changed, false);
      same([chatOf(model), model.player.session.timeline(), model.player.session.head()], before);
    },
  },
  I10: {
    says: 'looking writes nothing, neither into the database nor into the chat',
    async holds(model) {
      const { host, session } = model.player;
      const before = [model.writes, host.saves, chatOf(model)];
      const rows = rowsOf(model);
      for (const row of [...rows.slice(0, 1), ...rows.slice(-1)]) {
        const [message] = await session.messages.list(row.floorId);
        if (message) await session.messages.revisions(message.id);
        await session.pagesOfFloor(row.floorId);
        await session.runOfFloor(row.floorId);
        await session.editMark(row.floorId);
        session.rejections(row.floorId);
        if (row.pageId === null) continue;
        await session.page(row.pageId);
        await session.runOf(row.pageId);
        session.effectsOf(row.pageId);
        session.variables?.promotions(row.pageId);
      }
      await session.branches();
      session.variables?.resolveAll();
      session.worldAfter(0);
      same([model.writes, host.saves, chatOf(model)], before);
    },
  },
  I11: {
    says: 'a committed page keeps its text hash and its effects',
    holds(model) {
      const stored = [...model.tables.pages.values()].map((page) => ({ ...page, truncated: false }));
      for (const page of [...stored, ...mirrorsIn(model)]) {
        if (page.analysis === 'pending' || page.truncated) continue;
        const print = JSON.stringify([page.kind, page.hash, page.basePageId, page.effects]);
        const known = model.pages.get(page.pageId);
        if (known === undefined) model.pages.set(page.pageId, print);
        else same(print, known);
      }
    },
  },
  I12: {
    says: 'a journal counts from 0 without gaps and ends once',
    holds({ tables }) {
      for (const run of tables.runs.values()) {
        const events = tables.events.get(run.runId) ?? [];
        same(
          events.map(({ seq }) => seq),
          events.map((_, index) => index),
        );
        const ends = events.flatMap((event) => (event.type === 'run.ended' ? [event.status] : []));
        same(ends, [run.status]);
      }
    },
  },
  I13: {
    says: 'no row of the database names one that is not there',
    async holds({ tables }) {
      // The path is kept behind everything else.
      await new Promise((resolve) => setImmediate(resolve));
      const chats = new Set([...tables.branches.values()].map(({ chatId }) => chatId));
      const lost = {
        chunks: [...tables.chunks.values()].filter(
          ({ branchId, chunkId }) => !tables.branches.get(branchId)?.chunkIds.includes(chunkId),
        ),
        branches: [...tables.branches.values()].filter(({ branchId, chunkIds }) =>
          chunkIds.some((chunkId) => !tables.chunks.has(`${branchId}/${chunkId}`)),
        ),
        edits: [...tables.edits.values()].filter(({ branchId }) => !tables.branches.has(branchId)),
        outbox: [...tables.outbox.values()],
        pages: [...tables.pages.values()].filter(
          ({ chatId, floorId }) => !chats.has(chatId) || tables.floors.get(floorId)?.chatId !== chatId,
        ),
        floors: [...tables.floors.values()].filter(({ chatId }) => !chats.has(chatId)),
        // A failed swipe of a reply SillyTavern wrote alone leaves a run, and no floor of ours.
        runs: [...tables.runs.values()].filter(({ chatId }) => !chats.has(chatId)),
        events: [...tables.events.keys()].filter((runId) => !tables.runs.has(runId)),
        scopes: [...tables.scopes.values()].filter(
          ({ scope, scopeId, pageId }) =>
            scope === 'chat' && (![...chats].some((chatId) => chatId === scopeId) || isLost(tables.pages, pageId)),
        ),
      };
      same(
        Object.entries(lost).filter(([, rows]) => rows.length > 0),
        [],
      );
    },
  },
  I16: {
    says: 'a write lands in the layer it was meant for, and a page never writes for all stories',
    holds(model) {
      const { session } = model.player;
      for (const { scope, pageId, key, write } of model.tables.scopes.values()) {
        if (pageId === null) continue;
        const own = model.tables.pages.get(pageId)?.effects.filter((effect) => effect.kind === 'variable') ?? [];
        const meant = own.some((effect) => effect.scope === scope && effect.key === key);
        same([scope, meant, write.op === 'mask'], ['chat', true, false]);
      }
      for (const { scope, values } of session.variables?.layers() ?? []) {
        const others = Object.keys(values).filter((key) =>
          scope === 'branch' ? !['luck', 'score'].includes(key) : !key.startsWith(`${scope}-`),
        );
        same([others, scope === 'global' && 'global-note' in values], [[], false]);
      }
      const head = rowsOf(model).findLast((row) => row.pageId !== null)?.pageId ?? null;
      for (const { key, scope, status } of head === null ? [] : (session.variables?.promotions(head) ?? [])) {
        const narrow = scope === 'page' || scope === 'floor';
        const due = narrow ? 'accepted_page_only' : key === 'global-note' ? 'rejected' : 'promoted';
        if (status !== 'rejected' || due !== 'promoted') same(status, due);
      }
    },
  },
  I17: {
    says: 'the world is a plain fold over what is visible, with the same refusals; ST shows its variables',
    holds: checkFold,
  },
  I18: {
    says: 'a round keeps its number, whatever is deleted before it',
    holds(model) {
      const { branchId } = model.player.session.timeline();
      for (const { floorId, round, kind } of rowsOf(model)) {
        if (kind === null || kind === 'native' || kind === 'greeting') continue;
        const known = model.rounds.get(`${branchId}:${floorId}`);
        if (known !== undefined) same(round, known);
        model.rounds.set(`${branchId}:${floorId}`, round);
      }
    },
  },
  I20: {
    says: 'a value of the chat is the last write that counts: by nobody, or by a page that some branch shows',
    holds(model) {
      const { chatId, branchId } = model.player.session.timeline();
      const here = new Set<PageId>(rowsOf(model).flatMap(({ pageId }) => pageId ?? []));
      const shown = new Set(here);
      for (const branch of model.tables.branches.values()) {
        if (branch.chatId !== chatId || branch.branchId === branchId) continue;
        for (const chunkId of branch.chunkIds) {
          const { rows = [] } = model.tables.chunks.get(`${branch.branchId}/${chunkId}`) ?? {};
          for (const { page } of rows) if (page) shown.add(page.pageId);
        }
      }
      const log = [...model.tables.scopes.values()].filter(
        (entry) => entry.scope === 'chat' && entry.scopeId === chatId,
      );
      const known = new Set(log.map(({ pageId }) => pageId));
      // Where the database was lost, the open file says what its own shown pages wrote.
      const onlyInFile = mirrorsIn(model)
        .filter(({ pageId }) => here.has(pageId) && !known.has(pageId))
        .flatMap(({ effects }) => effects.filter((effect) => effect.kind === 'variable' && effect.scope === 'chat'));
      const counts = log.filter(({ pageId }) => pageId === null || shown.has(pageId)).sort((a, b) => a.seq - b.seq);
      const value: Record<string, LayerValue> = {};
      for (const { key, write } of [...onlyInFile.filter((effect) => effect.kind === 'variable'), ...counts]) {
        if (write.op === 'unset') delete value[key];
        else value[key] = write.op === 'mask' ? { masked: true } : { value: write.value };
      }
      const held = model.player.session.variables?.layers().find(({ scope }) => scope === 'chat')?.values ?? {};
      same(plain(held), plain(value));
    },
  },
};

const isLost = (pages: ReadonlyMap<PageId, unknown>, pageId: PageId | null): boolean =>
  pageId !== null && !pages.has(pageId);

/** Held by commands themselves, since they compare what was before with what is after. */
const byCommands: Readonly<Record<string, string>> = {
  I3: 'to another candidate and back: the same world, summaries, variables and path',
  I4: 'whatever happens to one candidate, another sees and does what it did',
  I7: 'a failed turn leaves world, path and texts as they were',
  I15: 'both branches are equal at the fork, and each is found as it was left',
};

const atTheEnd: Readonly<Record<string, Invariant>> = {
  I19: {
    says: 'the chat file alone gives the same world',
    async holds(model) {
      const { player } = model;
      const world = player.session.head();
      const before = player.session.timeline().rows;
      await player.host.save();
      player.host.reload();
      await player.reopen(freshStore(model));
      same(player.session.head(), world);
      const stamped = (rows: readonly PathRow[]): unknown =>
        rows.filter((row) => row.kind === 'generated').map((row) => [row.floorId, row.pageId, row.round]);
      same(stamped(player.session.timeline().rows), stamped(before));
    },
  },
};

/** Every number the story holds to, with what it says. */
export const storyInvariants: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries({ ...afterEach, ...atTheEnd }).map(([id, { says }]) => [id, says])),
  ...byCommands,
};

async function hold(invariants: Readonly<Record<string, Invariant>>, model: Model): Promise<void> {
  for (const [id, { says, holds }] of Object.entries(invariants)) {
    try {
      await holds(model);
    } catch (error) {
      throw named(`${id} (${says})`, error);
    }
  }
}

export const checkStory = (model: Model): Promise<void> => hold(afterEach, model);
export const checkEnd = (model: Model): Promise<void> => hold(atTheEnd, model);

function checkFold(model: Model): void {
  const { host, session } = model.player;
  const rows = rowsOf(model);
  const edits = editsByFloor(parseChatMirror(host.metadata[KEY])?.handEdits ?? []);
  const ledger = testLedger();
  const naive: World = ledger.clone({ ...ledger.empty(), game: emptyGameState });
  rows.forEach((row, ordinal) => {
    const message = shownIn(model, row);
    const effects = message ? (model.truth.get(message.mes) ?? []) : [];
    const adjustments = parsePageMirror(message?.extra?.[KEY])?.adjustments ?? [];
    const rejected = foldRow(ledger, naive, { ...row, effects, adjustments, edits: edits(row.floorId) });
    same(session.rejections(row.floorId), rejected);
    if (ordinal === Math.floor(rows.length / 2)) same(session.worldAfter(ordinal), ledger.clone(naive));
  });
  same(session.head(), naive);
  const held = Object.entries(naive.variables).flatMap(([key, each]) => ('value' in each ? [[key, each.value]] : []));
  same(host.readVariables(), Object.fromEntries(held));
}
