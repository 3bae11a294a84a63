/** Secures the prose of a turn, and commits its page: one transaction, then the chat file. */
import { NarrativeError } from '../../domain/errors.ts';
import { type FloorId, type MessageId } from '../../domain/ids.ts';
import { statusesBefore } from '../../domain/timeline/floor.ts';
import { type Page } from '../../domain/timeline/page.ts';
import { type CommitRequest, type CommitResult, type OpenedTurn } from '../../ports/chat-session.ts';
import { type ChatWrite } from '../../ports/host-chat.ts';
import { type StoreBatch, type StoredFloor, type StoredPage } from '../../ports/timeline-store.ts';
import { type ChatWriter } from './chat-writer.ts';
import { pathBatch, type PathKeeper } from './path-keeper.ts';
import { addressAt, mirrorAt, textAt } from './reply-writes.ts';
import { reanalysedPages, standsFor } from './reanalysed-pages.ts';
import { saveFile } from './save-file.ts';
import { type ScopeKeeper } from './scope-keeper.ts';
import { type SessionCore } from './session-core.ts';
import { sessionSentence } from './session-notices.ts';
import { type StoreGuard } from './store-guard.ts';
import { type TurnFloors } from './turn-floors.ts';

export interface PageCommitter {
  secure(
    opened: OpenedTurn,
    at: { readonly chatIndex: number; readonly swipe: number; readonly partial: boolean },
  ): Promise<void>;
  commit(request: CommitRequest): Promise<CommitResult>;
}

interface Parts {
  readonly core: SessionCore;
  readonly guard: StoreGuard;
  readonly keeper: PathKeeper;
  readonly writer: ChatWriter;
  readonly floors: TurnFloors;
  readonly scopes: ScopeKeeper;
}

export function makePageCommitter({ core, guard, keeper, writer, floors, scopes }: Parts): PageCommitter {
  const { deps, identity } = core;

  const resultOf = (floorId: FloorId): CommitResult => {
    const place = core.row(floorId);
    const { rows } = core.timeline();
    return { world: core.fold.after(rows.length - 1), rejections: place ? core.fold.rejections(place.ordinal) : [] };
  };

  return {
    async secure(opened, at) {
      const text = textAt(core.view(at.chatIndex), at);
      const page = newPage(core, {
        ...opened,
        kind: 'generated',
        text,
        partial: at.partial,
        analysis: 'pending',
        effects: [],
        messages: [],
        runId: floors.heldBy(opened.floorId),
      });
      const { write } = mirrorAt(core, page, opened, addressAt(core, at, text));
      deps.hostChat.write([write, { kind: 'chat', mirror: core.nextChatMirror() }]);
      await saveFile(deps);
      core.refresh(at.chatIndex);
    },

    async commit(request) {
      const { floorId, pageId } = request;
      const [known, floor] = await Promise.all([
        guard.read(deps.store.page(pageId), null),
        guard.read(deps.store.floor(floorId), null),
      ]);
      if (known) return resultOf(floorId);
      // Catching up may be the first thing that is done in a chat.
      core.touch();
      const touched = core.firstMessageOf([floorId, ...request.earlier.map((each) => each.floorId)]);
      const { view } = core.refresh(Math.min(touched, request.chatIndex));
      const round = core.row(floorId)?.row.round;
      if (round === undefined) throw new NarrativeError('floor.conflict', { message: 'The round is not in the chat.' });
      const text = textAt(view, request);
      // Another hand may have changed the text in the last moment; what it wrote stays.
      const final = core.hashOf(text) === core.hashOf(request.writtenText) ? request.finalText : text;
      const earlier = reanalysedPages(core, view, request.earlier);
      const base = earlier.find((each) => each.replaces === request.basePageId)?.page.pageId ?? request.basePageId;
      const page = newPage(core, { ...request, ...inherited(core, request), basePageId: base, text: final });
      const at = addressAt(core, request, final);
      const own = mirrorAt(core, page, { round, toolOutput: request.toolOutput }, at);
      const mirrors = [...earlier.map((each) => each.mirrored), own];
      const writes: ChatWrite[] = [
        ...(final === text ? [] : [{ kind: 'text' as const, at: addressAt(core, request, text), text: final }]),
        ...mirrors.map(({ write }) => write),
        { kind: 'chat', mirror: core.nextChatMirror() },
      ];
      const stored = [
        ...earlier.map((each) => each.stored),
        { ...page, chatId: identity.chatId, round, text: final, toolOutput: request.toolOutput },
      ];
      const shown = new Map(mirrors.map(({ mirror }) => [mirror.floorId, mirror]));
      const path = keeper.changes(shown);
      const entries = scopes.entriesFor(stored);
      await writer.commit(
        {
          ...pathBatch(core, path),
          ...floorBatch({ floorId, kind: request.kind, known: floor }, stored),
          pages: stored,
          events: request.events,
          scopes: entries,
        },
        writes,
      );
      path.settle();
      scopes.add(entries);
      floors.release(floorId);
      core.refresh(Math.min(touched, request.chatIndex));
      if (own.keyframed) deps.notifier.once('keyframe', sessionSentence('keyframe', deps.screenLanguage()));
      return resultOf(floorId);
    },
  };

  function floorBatch({ floorId, kind, known }: KnownFloor, pages: readonly StoredPage[]): StoreBatch {
    const committed: StoredFloor = {
      floorId,
      chatId: identity.chatId,
      status: 'committed',
      createdAt: known?.createdAt ?? deps.clock.now(),
    };
    // A floor nobody opened here (rebuilt, or the database failed in between) is taken as it is.
    // What is analysed stands there, also where SillyTavern alone answered after a turn of ours had failed.
    const answered = kind === 'generated' ? [] : (['draft', 'failed'] as const);
    const from = known ? ([...statusesBefore('committed'), ...answered, 'committed'] as const) : ([null] as const);
    const others = pages.flatMap((page) => (page.floorId === floorId ? [] : [{ ...committed, floorId: page.floorId }]));
    return { expectFloors: [{ floorId, from }], floors: [committed, ...others] };
  }
}

interface KnownFloor extends Pick<CommitRequest, 'floorId' | 'kind'> {
  /** As the database holds it. */
  readonly known: StoredFloor | null;
}

type PageFacts = Pick<
  Page,
  | 'pageId'
  | 'floorId'
  | 'kind'
  | 'basePageId'
  | 'partial'
  | 'analysis'
  | 'effects'
  | 'runId'
  | 'standsFor'
  | 'adjustments'
> & {
  readonly text: string;
  readonly messages: CommitRequest['messages'];
};

/**
 * A page that is analysed again stays the same page to everything but its own effects; what scripts did on one that was
 * written on stays with its message.
 */
function inherited(core: SessionCore, { kind, floorId }: CommitRequest): Pick<Page, 'standsFor' | 'adjustments'> {
  if (kind !== 'reanalysed' && kind !== 'continued') return {};
  const shown = core.row(floorId)?.row.pageId;
  const old = shown ? core.pages().get(shown) : undefined;
  if (!old) return {};
  const adjustments = core.heldEffects(old)?.adjustments ?? [];
  return kind === 'reanalysed' ? { standsFor: standsFor(old), adjustments } : { adjustments };
}

function newPage(core: SessionCore, facts: PageFacts): Page {
  const { deps } = core;
  return {
    pageId: facts.pageId,
    floorId: facts.floorId,
    kind: facts.kind,
    hash: core.hashOf(facts.text),
    basePageId: facts.basePageId,
    ...(facts.standsFor ? { standsFor: facts.standsFor } : {}),
    ...(facts.adjustments ? { adjustments: facts.adjustments } : {}),
    partial: facts.partial,
    analysis: facts.analysis,
    effects: facts.effects,
    messages: facts.messages.map((message) => ({ ...message, messageId: deps.ids.next() as MessageId })),
    runId: facts.runId,
    createdAt: deps.clock.now(),
  };
}
