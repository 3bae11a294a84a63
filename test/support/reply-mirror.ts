/** Mirrors for tests: what a committed reply carries in the chat file. */
import { type FloorId, type PageId } from '../../src/domain/ids.ts';
import { type Effect } from '../../src/domain/timeline/effect.ts';
import { type PageMirror } from '../../src/domain/timeline/mirror.ts';
import { replyHash } from '../../src/domain/timeline/reply-hash.ts';

export const coins = (quantity: number): Effect => ({
  kind: 'state',
  change: { type: 'add_item', item: 'coin', quantity },
});

export function replyMirror(
  ids: { readonly floor: string; readonly page: string; readonly base?: string | null; readonly round: number },
  text: string,
  more: Partial<PageMirror> = {},
): PageMirror {
  return {
    v: 1,
    floorId: ids.floor as FloorId,
    pageId: ids.page as PageId,
    basePageId: (ids.base ?? null) as PageId | null,
    kind: 'generated',
    hash: replyHash(text),
    round: ids.round,
    analysis: 'done',
    effects: [coins(1)],
    ...more,
  };
}
