/** Pages for rounds whose analysis came later: the same text, another page of the same floor. */
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { isByAnalysis } from '../../domain/timeline/is-by-analysis.ts';
import { type HostChatView } from '../../domain/timeline/host-chat-view.ts';
import { type PageMirror, STANDS_FOR_LIMIT } from '../../domain/timeline/mirror.ts';
import { type Page } from '../../domain/timeline/page.ts';
import { type CommitRequest } from '../../ports/chat-session.ts';
import { type StoredPage } from '../../ports/timeline-store.ts';
import { addressAt, mirrorAt, type MirroredReply, textAt } from './reply-writes.ts';
import { type SessionCore } from './session-core.ts';

export interface ReanalysedPage {
  readonly page: Page;
  readonly stored: StoredPage;
  readonly replaces: PageId;
  readonly mirrored: MirroredReply;
}

/** Floors that are not shown any more are left out. */
export function reanalysedPages(
  core: SessionCore,
  view: HostChatView,
  earlier: CommitRequest['earlier'],
): readonly ReanalysedPage[] {
  const renamed = new Map<PageId, PageId>();
  const ordinalOf = (floorId: FloorId): number => core.row(floorId)?.ordinal ?? -1;
  const inOrder = [...earlier].sort((a, b) => ordinalOf(a.floorId) - ordinalOf(b.floorId));
  return inOrder.flatMap(({ floorId, effects }): readonly ReanalysedPage[] => {
    const row = core.row(floorId)?.row;
    const old = row?.pageId ? core.pages().get(row.pageId) : undefined;
    if (!row || !old || row.replyIndex === null) return [];
    const place = { chatIndex: row.replyIndex, swipe: row.swipe };
    const text = textAt(view, place);
    const held = core.heldEffects(old);
    // What tools and variables did on that page stays: only the analysis is made anew.
    const others = (held?.effects ?? []).filter((effect) => !isByAnalysis(effect));
    const base = old.basePageId ?? baseOf(core, floorId);
    const page: Page = {
      pageId: core.deps.ids.next() as PageId,
      floorId,
      kind: 'reanalysed',
      hash: core.hashOf(text),
      standsFor: standsFor(old),
      basePageId: (base && renamed.get(base)) ?? base,
      partial: old.partial ?? false,
      analysis: 'done',
      effects: [...others, ...effects],
      adjustments: held?.adjustments ?? [],
      messages: [],
      runId: null,
      createdAt: core.deps.clock.now(),
    };
    renamed.set(old.pageId, page.pageId);
    const toolOutput = old.toolOutput ?? [];
    const mirrored = mirrorAt(core, page, { round: row.round, toolOutput }, addressAt(core, place, text));
    const stored = { ...page, chatId: core.identity.chatId, round: row.round, text, toolOutput };
    return [{ page, stored, replaces: old.pageId, mirrored }];
  });
}

/** What the page that takes the place of `old` stands for. */
export function standsFor(old: PageMirror): readonly PageId[] {
  return [...(old.standsFor ?? []), old.pageId].slice(-STANDS_FOR_LIMIT);
}

/** The page shown before the floor. */
function baseOf(core: SessionCore, floorId: FloorId): PageId | null {
  const ordinal = core.row(floorId)?.ordinal ?? 0;
  return (
    core
      .timeline()
      .rows.slice(0, ordinal)
      .findLast((row) => row.pageId !== null)?.pageId ?? null
  );
}
