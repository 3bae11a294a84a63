/** Puts the chat back as it was when a turn brought no prose: in chat[], in the page, and (by the caller's save) on disk. */
import { type TurnType } from '../domain/run/turn-request.ts';
import { emit } from './events.ts';
import { type OwnWrites } from './own-writes.ts';
import { openChat, type St, type StContext, type StMessage } from './st-context.ts';

/** A message that a regenerate takes out of the chat, as it was. */
export interface RemovedMessage {
  readonly message: StMessage;
  readonly index: number;
  readonly owner: string;
  readonly file: string;
}

/** A new swipe: the page it started from and the page it fills. */
export interface SwipePlace {
  readonly from: number;
  readonly to: number;
}

export interface BrokenTurn {
  readonly type: TurnType;
  readonly baseLength: number;
  readonly chat: { readonly owner: string; readonly file: string };
  readonly removed: RemovedMessage | null;
  readonly swipe: SwipePlace | null;
  /** A text that is no prose although it stands in the chat. */
  readonly toldError?: string | null;
}

/** Asked while a new swipe is pending: the old page's text still stands in the message. Null without one. */
export function pendingSwipe(ctx: StContext): SwipePlace | null {
  const message = ctx.chat.at(-1);
  const swipes = message?.swipes;
  if (!message || !Array.isArray(swipes) || message.swipe_id !== swipes.length || swipes.length === 0) return null;
  const from = swipes.lastIndexOf(message.mes);
  return { from: from === -1 ? swipes.length - 1 : from, to: swipes.length };
}

/** A copy of the last message if a regenerate will remove it: it removes replies only, never a user's message. */
export function rememberLastReply(ctx: StContext): RemovedMessage | null {
  const chat = openChat(ctx);
  const message = ctx.chat.at(-1);
  if (!chat || !message || message.is_user) return null;
  return { ...chat, message: structuredClone(message), index: ctx.chat.length - 1 };
}

/** `…` is what SillyTavern shows before the first token. */
export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '' || text.trim() === '...';
}

/** Is this text no prose of the turn? */
type IsNone = (text: unknown) => boolean;

const sameChat = (ctx: StContext, chat: BrokenTurn['chat']): boolean => {
  const open = openChat(ctx);
  return open?.owner === chat.owner && open.file === chat.file;
};

async function removeBlankReply(ctx: StContext, index: number, isNone: IsNone): Promise<void> {
  const last = ctx.chat.at(-1);
  if (ctx.chat.length !== index + 1 || !last || last.is_user || last.is_system || !isNone(last.mes)) return;
  await ctx.deleteLastMessage();
}

async function putBack(ctx: StContext, removed: RemovedMessage): Promise<void> {
  if (ctx.chat.length !== removed.index) return;
  const message = structuredClone(removed.message);
  ctx.chat.push(message);
  ctx.addOneMessage(message);
  await emit(ctx, 'MESSAGE_UPDATED', removed.index);
}

async function removeBlankSwipe(ctx: StContext, index: number, place: SwipePlace, isNone: IsNone): Promise<void> {
  const message = ctx.chat[index];
  // Another page is shown by now: SillyTavern has reverted the swipe, or the player moved on.
  if (!message || message.is_user || message.swipe_id !== place.to || !Array.isArray(message.swipes)) return;
  if (place.to < message.swipes.length && !isNone(message.swipes[place.to])) return;
  message.swipes.splice(place.to, 1);
  message.swipe_info?.splice(place.to, 1);
  const info = message.swipe_info?.[place.from];
  message.swipe_id = place.from;
  message.mes = message.swipes[place.from] ?? message.mes;
  message.extra = structuredClone(info?.extra ?? {});
  message.send_date = info?.send_date;
  message.gen_started = info?.gen_started;
  message.gen_finished = info?.gen_finished;
  ctx.addOneMessage(message, { type: 'swipe', forceId: index, scroll: false });
  await emit(ctx, 'MESSAGE_UPDATED', index);
}

/**
 * Call it when SillyTavern's generation is over and has reverted what it reverts itself. Does nothing where the chat
 * is not open any more or has moved on.
 */
export async function restoreChat(st: St, own: OwnWrites, turn: BrokenTurn): Promise<void> {
  const ctx = st();
  if (!sameChat(ctx, turn.chat)) return;
  const isNone: IsNone = (text) => isBlank(text) || (turn.toldError != null && text === turn.toldError);
  await own.during(async () => {
    if (turn.swipe) await removeBlankSwipe(ctx, turn.baseLength - 1, turn.swipe, isNone);
    else if (turn.type !== 'swipe') await removeBlankReply(ctx, turn.baseLength, isNone);
    if (turn.removed) await putBack(st(), turn.removed);
  });
}
