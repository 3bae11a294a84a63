/** Says what an edit by hand did to a reply: whether an analysis of what it says now is worth offering. */
import { type FloorId } from '../../domain/ids.ts';
import { type EditMark, editMark } from '../../domain/timeline/edit-mark.ts';
import { type World } from '../../domain/world.ts';
import { textAt } from './reply-writes.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';

/** Null when the reply was not edited, or nobody knows any more what it said. */
export async function markOfEdit(core: SessionCore, guard: StoreGuard, floorId: FloorId): Promise<EditMark | null> {
  const place = core.row(floorId);
  const row = place?.row;
  if (!row?.edited || row.pageId === null || row.replyIndex === null) return null;
  const page = await guard.read(core.deps.store.page(row.pageId), null);
  if (!page) return null;
  const text = textAt(core.view(), { chatIndex: row.replyIndex, swipe: row.swipe });
  return editMark(page.text, text, namesOf(core.fold.after(place?.ordinal ?? -1)));
}

/** People, places and things the story knows by name. */
function namesOf({ game }: World): readonly string[] {
  const { known } = game;
  return [
    game.location,
    ...[game.inventory, game.relationships, game.quests].flatMap((record) => Object.keys(record)),
    ...[known.locations, known.npcs, known.items, known.quests].flat(),
  ];
}
