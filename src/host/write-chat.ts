/** One idempotent write into chat[]: message, swipe and screen stay in agreement. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { withoutPlaceholder } from '../domain/timeline/reply-hash.ts';
import { type ChatWrite } from '../ports/host-chat.ts';
import { type TextHash } from '../shared/text-hash.ts';
import { findInput, findMessage, findSwipe, isShown, swipeText, type FoundSwipe } from './find-swipe.ts';
import { type StContext, type StMessage, type StSwipeInfo } from './st-context.ts';

export interface WrittenPlace {
  /** A text on the screen changed: these must be told and shown. */
  readonly changedText: number | null;
  /** A message was hidden or shown again. */
  readonly changedHiding: number | null;
}

const nothingChanged: WrittenPlace = { changedText: null, changedHiding: null };

function setMirror(holder: { extra?: Record<string, unknown> }, mirror: object | null): void {
  if (mirror === null) {
    if (holder.extra) delete holder.extra[EXTENSION_KEY];
    return;
  }
  holder.extra ??= {};
  holder.extra[EXTENSION_KEY] = structuredClone(mirror);
}

function writePage({ message, swipe }: FoundSwipe, mirror: object | null): void {
  if (isShown(message, swipe)) setMirror(message, mirror);
  const info = message.swipe_info?.[swipe];
  // SillyTavern fills a missing one from the message itself.
  if (info) setMirror(info, mirror);
}

function writeText({ index, message, swipe }: FoundSwipe, wanted: string): WrittenPlace {
  const old = swipeText(message, swipe) ?? '';
  // MVU's mark for its status bar stands at the end and is not ours to remove.
  const mark = old.slice(withoutPlaceholder(old).length);
  const text = wanted.endsWith(mark) ? wanted : wanted + mark;
  const shown = isShown(message, swipe);
  if (Array.isArray(message.swipes) && swipe < message.swipes.length) message.swipes[swipe] = text;
  if (!shown) return nothingChanged;
  message.mes = text;
  return { ...nothingChanged, changedText: text === old ? null : index };
}

function infoOf(message: StMessage): StSwipeInfo {
  return {
    send_date: message.send_date,
    gen_started: message.gen_started,
    gen_finished: message.gen_finished,
    extra: structuredClone(message.extra ?? {}),
  };
}

function addSwipe(message: StMessage, write: Extract<ChatWrite, { kind: 'add-swipe' }>): void {
  message.swipes ??= [message.mes];
  message.swipe_id ??= 0;
  message.swipe_info ??= message.swipes.map(() => infoOf(message));
  const there = message.swipe_info.some(
    (info) => (info.extra?.[EXTENSION_KEY] as { pageId?: unknown } | undefined)?.pageId === write.mirror.pageId,
  );
  if (there) return;
  while (message.swipe_info.length < message.swipes.length) message.swipe_info.push({ extra: {} });
  message.swipes.push(write.text);
  message.swipe_info.push({ send_date: message.send_date, extra: { [EXTENSION_KEY]: structuredClone(write.mirror) } });
}

function addReply(ctx: StContext, { index, text, mirror, at }: Write<'add-reply'>): WrittenPlace | null {
  const there = ctx.chat[index]?.extra?.[EXTENSION_KEY] as { pageId?: unknown } | undefined;
  if (there?.pageId === mirror.pageId) return nothingChanged;
  if (ctx.chat.length !== index) return null;
  const send_date = new Date(at).toISOString();
  const extra = { [EXTENSION_KEY]: structuredClone(mirror) };
  const message: StMessage = {
    name: ctx.name2,
    is_user: false,
    is_system: false,
    send_date,
    mes: text,
    extra,
    swipes: [text],
    swipe_id: 0,
    swipe_info: [{ send_date, extra: structuredClone(extra) }],
  };
  ctx.chat.push(message);
  ctx.addOneMessage(message);
  return { ...nothingChanged, changedText: index };
}

type HashOf = (text: string) => TextHash;
type Write<K extends ChatWrite['kind']> = Extract<ChatWrite, { readonly kind: K }>;

function stampInput(chat: readonly StMessage[], write: Write<'input'>, hashOf: HashOf): WrittenPlace | null {
  const message = findInput(chat, write, hashOf);
  if (message) setMirror(message, write.mirror);
  return message && nothingChanged;
}

function writeInputText(chat: readonly StMessage[], write: Write<'input-text'>, hashOf: HashOf): WrittenPlace | null {
  const message = findInput(chat, write, hashOf);
  if (!message) return null;
  message.mes = write.text;
  return { ...nothingChanged, changedText: chat.indexOf(message) };
}

function hide(chat: readonly StMessage[], write: Write<'hidden'>, hashOf: HashOf): WrittenPlace | null {
  const message = findMessage(chat, write, hashOf);
  if (!message) return null;
  message.is_system = write.hidden;
  return { ...nothingChanged, changedHiding: chat.indexOf(message) };
}

/** Null when the place is not found any more. */
export function writeIntoChat(ctx: StContext, write: ChatWrite, hashOf: HashOf): WrittenPlace | null {
  switch (write.kind) {
    case 'chat':
      ctx.chatMetadata[EXTENSION_KEY] = structuredClone(write.mirror);
      return nothingChanged;
    case 'input':
      return stampInput(ctx.chat, write, hashOf);
    case 'page': {
      const place = findSwipe(ctx.chat, write.at, write.mirror?.pageId ?? null, hashOf);
      if (place) writePage(place, write.mirror);
      return place && nothingChanged;
    }
    case 'text': {
      const place = findSwipe(ctx.chat, write.at, null, hashOf);
      return place && writeText(place, write.text);
    }
    case 'input-text':
      return writeInputText(ctx.chat, write, hashOf);
    case 'hidden':
      return hide(ctx.chat, write, hashOf);
    case 'add-reply':
      return addReply(ctx, write);
    case 'add-swipe': {
      const message = ctx.chat[write.index];
      if (!message || message.is_user) return null;
      addSwipe(message, write);
      return nothingChanged;
    }
  }
}

/** A new swipe starts with a copy of the old page's data: ours would make two pages of one id. */
export function purgeLeakedMirror(ctx: StContext, index: number): void {
  const message = ctx.chat[index];
  const count = message?.swipes?.length;
  if (message?.extra && count !== undefined && (message.swipe_id ?? 0) >= count) delete message.extra[EXTENSION_KEY];
}
