/** Adds effects to a committed page that chat[] holds: what scripts, other extensions or a person did while it was shown. */
import { NarrativeError } from '../../domain/errors.ts';
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { type PageMirror } from '../../domain/timeline/mirror.ts';
import { type Page } from '../../domain/timeline/page.ts';
import { type ChatWrite } from '../../ports/host-chat.ts';
import { type StoreBatch } from '../../ports/timeline-store.ts';
import { type ChatWriter } from './chat-writer.ts';
import { addressAt, mirrorAt, textAt } from './reply-writes.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

export interface AdjustedPage {
  /** Its place in chat[], and the chat's own mirror when the page's effects stand there. */
  readonly writes: readonly ChatWrite[];
  /** Its row in the database; empty when there is none. */
  readonly batch: StoreBatch;
}

/** Null when the page is not in the chat, or its effects are known nowhere any more. */
export async function adjustPage(
  core: SessionCore,
  guard: StoreGuard,
  pageId: PageId,
  more: readonly Effect[],
): Promise<AdjustedPage | null> {
  const row = core.rowOfPage(pageId);
  const mirror = core.pages().get(pageId);
  const held = mirror ? core.heldEffects(mirror) : null;
  if (!row || !mirror || !held || row.replyIndex === null) return null;
  const stored = await guard.read(core.deps.store.page(pageId), null);
  const place = { chatIndex: row.replyIndex, swipe: row.swipePages.indexOf(pageId) };
  const text = textAt(core.view(), place);
  const adjustments = [...held.adjustments, ...more];
  const page: Page = { ...pageOf(mirror, stored), effects: held.effects, adjustments };
  const rest = { round: mirror.round, ...(mirror.toolOutput ? { toolOutput: mirror.toolOutput } : {}) };
  const { write, keyframed } = mirrorAt(core, page, rest, addressAt(core, place, text));
  return {
    writes: keyframed ? [write, { kind: 'chat', mirror: core.nextChatMirror() }] : [write],
    batch: stored ? { pages: [{ ...stored, adjustments }] } : {},
  };
}

/** Rejects with `input.invalid` when the floor shows no page of the chat. */
export async function adjustFloor(
  { core, guard, writer }: { readonly core: SessionCore; readonly guard: StoreGuard; readonly writer: ChatWriter },
  floorId: FloorId,
  effects: readonly Effect[],
): Promise<void> {
  core.refresh();
  const pageId = core.row(floorId)?.row.pageId ?? null;
  const change = pageId === null ? null : await adjustPage(core, guard, pageId, effects);
  if (!change)
    throw new NarrativeError('input.invalid', { message: 'This round shows no reply that could be adjusted.' });
  core.touch();
  await writer.commit(change.batch, [...change.writes, { kind: 'chat', mirror: core.nextChatMirror() }]);
  core.refresh();
}

function pageOf(mirror: PageMirror, stored: Page | null): Page {
  const { floorId, pageId, basePageId, kind, hash, analysis, effects, standsFor } = mirror;
  return {
    ...{ floorId, pageId, basePageId, kind, hash, analysis, effects },
    ...(standsFor ? { standsFor } : {}),
    partial: mirror.partial ?? false,
    messages: stored?.messages ?? [],
    runId: stored?.runId ?? null,
    createdAt: stored?.createdAt ?? 0,
  };
}
