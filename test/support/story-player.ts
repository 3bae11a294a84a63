/** Plays turns of ours against the fake host through a real session, as the pipeline and the bridge would. */
import { type FloorId, type PageId, type RunId } from '../../src/domain/ids.ts';
import { type Run, type RunEvent } from '../../src/domain/run/run.ts';
import { type TurnType } from '../../src/domain/run/turn-request.ts';
import { type Effect } from '../../src/domain/timeline/effect.ts';
import { openChatSession } from '../../src/pipeline/chat-session/open-chat-session.ts';
import { type SessionDeps } from '../../src/pipeline/chat-session/session-deps.ts';
import {
  type ChatSession,
  type CommitRequest,
  type CommitResult,
  type OpenedTurn,
} from '../../src/ports/chat-session.ts';
import { type TimelineStore } from '../../src/ports/timeline-store.ts';
import { makeMemoryStore } from '../../src/storage/memory/memory-store.ts';
import { countingIds } from './counting-ids.ts';
import { type FakeHost, makeFakeHost } from './fake-host-chat.ts';
import { testLedger } from './test-ledger.ts';

export interface Player {
  readonly host: FakeHost;
  readonly deps: SessionDeps;
  readonly notices: string[];
  session: ChatSession;
  store: TimelineStore;
  /** Opens the session of the chat that is open in the host, as after CHAT_CHANGED. */
  reopen(store?: TimelineStore): Promise<ChatSession>;
  /** Send with an input (null: an empty send) and commit the reply. */
  send(
    input: string | null,
    text: string,
    effects?: readonly Effect[],
    more?: Partial<CommitRequest>,
  ): Promise<CommitResult>;
  swipe(text: string, effects?: readonly Effect[], more?: Partial<CommitRequest>): Promise<CommitResult>;
  regenerate(text: string, effects?: readonly Effect[], more?: Partial<CommitRequest>): Promise<CommitResult>;
  /** A new page of a floor for the text it shows: analysed again, or written on. */
  again(
    floorId: FloorId,
    kind: 'reanalysed' | 'continued',
    effects?: readonly Effect[],
    earlier?: CommitRequest['earlier'],
  ): Promise<CommitResult>;
  failed(type: TurnType, prepare: () => void, cleanUp: () => void): Promise<OpenedTurn>;
}

/** A journal as short as one can be. */
const journal = (runId: RunId, status: Run['status']): readonly RunEvent[] => [
  { runId, seq: 0, at: 0, type: 'run.started', turnType: 'normal', schedule: 'merged' },
  { runId, seq: 1, at: 1, type: 'run.ended', status },
];

export function runRecord(
  opened: Pick<OpenedTurn, 'floorId' | 'pageId'>,
  type: Run['type'],
  status: Run['status'],
  runId: RunId,
): Run {
  return {
    runId,
    type,
    floorId: opened.floorId,
    pageId: opened.pageId,
    schedule: 'merged',
    status,
    step: status === 'failed' ? 'write' : 'commit',
    startedAt: 0,
    endedAt: 1,
    rungs: [],
    error: status === 'failed' ? { code: 'model.server', message: '500', step: 'write' } : null,
    seed: 7,
    plan: null,
    planBasis: null,
  };
}

export async function makePlayer(
  store: TimelineStore = makeMemoryStore(),
  start?: (host: FakeHost) => void,
): Promise<Player> {
  const host = makeFakeHost();
  if (start) start(host);
  else host.newChat('mira.png', 'one');
  const ids = countingIds();
  const notices: string[] = [];
  let time = 1_000;
  const deps = (used: TimelineStore): SessionDeps => ({
    hostChat: host,
    store: used,
    ledger: testLedger,
    ids,
    clock: { now: () => (time += 1), sleep: () => Promise.resolve() },
    notifier: {
      info: (text) => notices.push(text),
      warn: (text) => notices.push(text),
      error: (text) => notices.push(text),
      once: (_key, text) => notices.push(text),
      confirm: () => Promise.resolve(true),
    },
    log: { debug: () => undefined, warn: () => undefined },
    screenLanguage: () => 'en',
  });

  const open = async (used: TimelineStore): Promise<ChatSession> => {
    const session = await openChatSession(deps(used));
    if (!session) throw new Error('no chat is open');
    return session;
  };

  const commit = async (
    type: TurnType,
    place: (opened: OpenedTurn) => { chatIndex: number; swipe: number; text: string },
    effects: readonly Effect[],
    more: Partial<CommitRequest> = {},
  ): Promise<CommitResult> => {
    const runId = ids.next() as RunId;
    await player.session.reconcile('turn');
    const opened = await player.session.openTurn(type, runId);
    const { chatIndex, swipe, text } = place(opened);
    await player.session.secureProse(opened, { chatIndex, swipe, partial: false });
    const { floorId, pageId, basePageId } = opened;
    const result = await player.session.commit({
      ...{
        runId,
        floorId,
        pageId,
        basePageId,
        chatIndex,
        swipe,
        kind: 'generated',
        writtenText: text,
        finalText: text,
      },
      ...{ partial: false, analysis: 'done', effects, toolOutput: [], earlier: [] },
      events: journal(runId, 'completed'),
      messages: [
        { role: 'assistant', text, visibility: { user: true, prompt: true }, validity: 'always', source: 'host' },
      ],
      ...more,
    });
    await player.session.saveRun(runRecord(opened, type, 'completed', runId), journal(runId, 'completed'));
    return result;
  };

  const player: Player = {
    host,
    deps: deps(store),
    notices,
    session: await open(store),
    store,
    async reopen(next = player.store) {
      await player.session.close();
      player.store = next;
      player.session = await open(next);
      return player.session;
    },
    send(input, text, effects = [], more = {}) {
      if (input !== null) host.sendUser(input);
      return commit('normal', () => ({ chatIndex: host.addReply(text), swipe: 0, text }), effects, more);
    },
    swipe(text, effects = [], more = {}) {
      host.beginSwipe();
      return commit(
        'swipe',
        () => {
          host.finishSwipe(text);
          const chatIndex = host.messages.length - 1;
          return { chatIndex, swipe: host.messages[chatIndex]?.swipe_id ?? 0, text };
        },
        effects,
        more,
      );
    },
    regenerate(text, effects = [], more = {}) {
      host.dropLastReply();
      return commit('regenerate', () => ({ chatIndex: host.addReply(text), swipe: 0, text }), effects, more);
    },
    async again(floorId, kind, effects = [], earlier = []) {
      const { rows } = player.session.timeline();
      const ordinal = rows.findIndex((row) => row.floorId === floorId);
      const row = rows[ordinal];
      const chatIndex = row?.replyIndex ?? -1;
      const text = host.messages[chatIndex]?.mes;
      if (!row || text === undefined) throw new Error('no reply');
      const runId = ids.next() as RunId;
      const pageId = ids.next() as PageId;
      const basePageId = rows[ordinal - 1]?.pageId ?? null;
      const result = await player.session.commit({
        ...{ runId, floorId, pageId, basePageId, kind, chatIndex, swipe: row.swipe, effects, earlier },
        ...{ writtenText: text, finalText: text, partial: false, analysis: 'done', messages: [], toolOutput: [] },
        events: journal(runId, 'completed'),
      });
      const type = kind === 'continued' ? 'continue' : 'analyse';
      await player.session.saveRun(
        runRecord({ floorId, pageId }, type, 'completed', runId),
        journal(runId, 'completed'),
      );
      return result;
    },
    async failed(type, prepare, cleanUp) {
      prepare();
      const runId = ids.next() as RunId;
      await player.session.reconcile('turn');
      const opened = await player.session.openTurn(type, runId);
      cleanUp();
      await player.session.failTurn(opened, runRecord(opened, type, 'failed', runId), journal(runId, 'failed'));
      return opened;
    },
  };
  return player;
}
