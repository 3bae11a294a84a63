/** Reads SillyTavern's chat[] in one go, as the core sees it. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { type HostChatView, type HostMessage, type HostSwipe } from '../domain/timeline/host-chat-view.ts';
import { parseInputMirror, parsePageMirror } from '../domain/timeline/parse-mirror.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { openChat, type StContext, type StMessage } from './st-context.ts';

/** What stands under our key in an `extra`. */
export function mirrorIn(extra: unknown): unknown {
  return isRecord(extra) ? own(extra, EXTENSION_KEY) : undefined;
}

function roleOf(message: StMessage): HostMessage['role'] {
  const extra = isRecord(message.extra) ? message.extra : {};
  if (extra['type'] === 'narrator') return 'narrator';
  if (message.is_user) return 'user';
  const small = Array.isArray(extra['tool_invocations']) || extra['isSmallSys'] === true;
  const typed = typeof extra['type'] === 'string' && extra['type'] !== '';
  return message.is_system && (small || typed) ? 'system' : 'assistant';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is stored, page by page; the message's own `extra` is read apart, since the two may disagree. */
function swipesOf(message: StMessage): HostSwipe[] {
  if (!Array.isArray(message.swipes) || message.swipes.length === 0) return [{ text: text(message.mes), mirror: null }];
  return Array.from(message.swipes, (swipe: unknown, index) => ({
    text: text(swipe),
    mirror: parsePageMirror(mirrorIn(message.swipe_info?.[index]?.extra)),
  }));
}

function readMessage(message: StMessage, index: number): HostMessage {
  const role = roleOf(message);
  const reply = role === 'assistant';
  const live = mirrorIn(message.extra);
  return {
    index,
    role,
    name: text(message.name),
    text: text(message.mes),
    hidden: message.is_system === true && role !== 'system',
    input: reply ? null : parseInputMirror(live),
    page: reply ? parsePageMirror(live) : null,
    swipes: reply ? swipesOf(message) : [],
    swipeId: typeof message.swipe_id === 'number' ? message.swipe_id : 0,
  };
}

/** Null when no chat is open. */
export function readChatView(ctx: StContext): HostChatView | null {
  const chat = openChat(ctx);
  if (!chat) return null;
  const metadata = ctx.chatMetadata;
  return {
    owner: chat.owner,
    file: chat.file,
    integrity: text(metadata['integrity']),
    group: Boolean(ctx.groupId),
    mainChat: text(metadata['main_chat']),
    mirror: own(metadata, EXTENSION_KEY),
    messages: ctx.chat.map(readMessage),
  };
}
