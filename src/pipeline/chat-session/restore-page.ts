/** Puts a page that is no longer shown back as a swipe of its floor's reply. */
import { NarrativeError } from '../../domain/errors.ts';
import { type PageId } from '../../domain/ids.ts';
import { mirrorOfPage } from '../../domain/timeline/mirror-of-page.ts';
import { type ChatWriter } from './chat-writer.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

/** Does nothing for a page that is there already; rejects with `input.invalid` when page or floor are not known any more. */
export async function restorePage(
  core: SessionCore,
  guard: StoreGuard,
  writer: ChatWriter,
  pageId: PageId,
): Promise<void> {
  core.refresh();
  if (core.pages().has(pageId)) return;
  const page = await guard.read(core.deps.store.page(pageId), null);
  if (!page) throw new NarrativeError('input.invalid', { message: 'This candidate is not kept any more.' });
  const index = core.row(page.floorId)?.row.replyIndex;
  if (index === undefined || index === null) {
    throw new NarrativeError('input.invalid', { message: 'The round of this candidate is not in the chat any more.' });
  }
  const { mirror, keyframe } = mirrorOfPage(page, page.round, page.toolOutput);
  if (keyframe) core.keepKeyframe(pageId, keyframe);
  await writer.commit({}, [
    // With the words it was given last.
    { kind: 'add-swipe', index, text: page.overlays?.['reply']?.revisions?.at(-1)?.text ?? page.text, mirror },
    { kind: 'chat', mirror: core.nextChatMirror() },
  ]);
  core.refresh();
}
