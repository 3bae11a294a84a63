/** The writes that put a page into the chat file: text, mirror, and the keyframe of what was too large for it. */
import { NarrativeError } from '../../domain/errors.ts';
import { type HostChatView } from '../../domain/timeline/host-chat-view.ts';
import { mirrorOfPage } from '../../domain/timeline/mirror-of-page.ts';
import { type PageMirror } from '../../domain/timeline/mirror.ts';
import { type Page } from '../../domain/timeline/page.ts';
import { type ChatWrite, type SwipeAddress } from '../../ports/host-chat.ts';
import { type SessionCore } from './session-core.ts';

export interface ReplyPlace {
  readonly chatIndex: number;
  readonly swipe: number;
}

/** The text a swipe has now; throws `floor.conflict` when there is no such reply. */
export function textAt(view: HostChatView, { chatIndex, swipe }: ReplyPlace): string {
  const message = view.messages[chatIndex];
  if (message?.role !== 'assistant') throw new NarrativeError('floor.conflict', { message: 'The reply is gone.' });
  if (message.swipeId === swipe || message.swipes.length === 0) return message.text;
  return message.swipes[swipe]?.text ?? message.text;
}

export function addressAt(core: SessionCore, { chatIndex, swipe }: ReplyPlace, text: string): SwipeAddress {
  return { index: chatIndex, swipe, hash: core.hashOf(text) };
}

export interface MirroredReply {
  readonly mirror: PageMirror;
  readonly write: ChatWrite;
  /** The effects went into the chat's keyframes, which have to be written too. */
  readonly keyframed: boolean;
}

/** The mirror of a page at its place; large effects are put aside in the chat's mirror in memory. */
export function mirrorAt(
  core: SessionCore,
  page: Page,
  more: { readonly round: number; readonly toolOutput?: PageMirror['toolOutput'] },
  at: SwipeAddress,
): MirroredReply {
  const { mirror, keyframe } = mirrorOfPage(page, more.round, more.toolOutput);
  if (keyframe) core.keepKeyframe(page.pageId, keyframe);
  return { mirror, write: { kind: 'page', at, mirror }, keyframed: keyframe !== null };
}
