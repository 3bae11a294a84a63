/** Puts a page that is no longer in the chat back: as a swipe of its floor's reply, or as the reply that is missing. */
import { NarrativeError } from '../../domain/errors.ts';
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { mirrorOfPage } from '../../domain/timeline/mirror-of-page.ts';
import { type ChatWrite } from '../../ports/host-chat.ts';
import { type ChatWriter } from './chat-writer.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

export interface Restoring {
  readonly pageId: PageId;
  /** A turn fills that floor. */
  readonly isBeingWritten: (floorId: FloorId) => boolean;
}

/** Does nothing for a page that is there already; rejects with `input.invalid` when page or floor are not known any more, or something else follows. */
export async function restorePage(
  core: SessionCore,
  guard: StoreGuard,
  writer: ChatWriter,
  { pageId, isBeingWritten }: Restoring,
): Promise<void> {
  core.refresh();
  if (core.pages().has(pageId)) return;
  const page = await guard.read(core.deps.store.page(pageId), null);
  if (!page) throw new NarrativeError('input.invalid', { message: 'This candidate is not kept any more.' });
  const place = placeOf(core, page.floorId, isBeingWritten);
  const { mirror, keyframe } = mirrorOfPage(page, page.round, page.toolOutput);
  if (keyframe) core.keepKeyframe(pageId, keyframe);
  // With the words it was given last.
  const text = page.overlays?.['reply']?.revisions?.at(-1)?.text ?? page.text;
  const restored: ChatWrite =
    place.as === 'swipe'
      ? { kind: 'add-swipe', index: place.index, text, mirror }
      : { kind: 'add-reply', index: place.index, text, mirror, at: page.createdAt };
  await writer.commit({}, [restored, { kind: 'chat', mirror: core.nextChatMirror() }]);
  core.refresh();
}

/** A reply that was deleted with its message can stand only where its input is the last message. */
function placeOf(
  core: SessionCore,
  floorId: FloorId,
  isBeingWritten: (floorId: FloorId) => boolean,
): { readonly as: 'swipe' | 'reply'; readonly index: number } {
  const row = core.row(floorId)?.row;
  if (!row) {
    throw new NarrativeError('input.invalid', { message: 'The round of this candidate is not in the chat any more.' });
  }
  if (row.replyIndex !== null) return { as: 'swipe', index: row.replyIndex };
  const end = core.view().messages.length;
  if (isBeingWritten(floorId)) {
    throw new NarrativeError('input.invalid', {
      message: 'A reply to this round is being written; wait for it or stop it.',
    });
  }
  if (row.inputIndexes.at(-1) === end - 1) return { as: 'reply', index: end };
  throw new NarrativeError('input.invalid', {
    message: 'A deleted reply can be put back at the end of the chat only; other messages follow its input.',
  });
}
