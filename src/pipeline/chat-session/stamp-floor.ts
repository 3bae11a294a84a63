/** The writes that give a floor its ids in the chat file: its inputs, and pages nobody had stamped yet. */
import { type HostChatView } from '../../domain/timeline/host-chat-view.ts';
import { type FloorId } from '../../domain/ids.ts';
import { MIRROR_VERSION } from '../../domain/timeline/mirror.ts';
import { type PathRow } from '../../domain/timeline/timeline.ts';
import { type ChatWrite } from '../../ports/host-chat.ts';
import { type SessionCore } from './session-core.ts';

/** Inputs at `indexes` that do not name the floor yet. */
export function inputStamps(
  view: HostChatView,
  { floorId, round }: { readonly floorId: FloorId; readonly round: number },
  indexes: readonly number[],
  hashOf: SessionCore['hashOf'],
): readonly ChatWrite[] {
  return indexes.flatMap((index): readonly ChatWrite[] => {
    const message = view.messages[index];
    if (!message || (message.input?.floorId === floorId && message.input.round === round)) return [];
    return [{ kind: 'input', index, hash: hashOf(message.text), mirror: { v: MIRROR_VERSION, floorId, round } }];
  });
}

/** Every swipe of the row's reply that carries no mirror. */
export function pageStamps(core: SessionCore, view: HostChatView, row: PathRow): readonly ChatWrite[] {
  const index = row.replyIndex;
  const message = index === null ? undefined : view.messages[index];
  if (index === null || !message) return [];
  return row.swipePages.flatMap((pageId, swipe): readonly ChatWrite[] => {
    const mirror = core.pages().get(pageId);
    if (!mirror || !core.isUnstamped(pageId)) return [];
    const text = swipe === message.swipeId ? message.text : (message.swipes[swipe]?.text ?? message.text);
    return [{ kind: 'page', at: { index, swipe, hash: core.hashOf(text) }, mirror }];
  });
}
