/** Reads SillyTavern's chat[] in one go, as the core sees it. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { type HostChatView } from '../domain/timeline/host-chat-view.ts';
import { own } from '../shared/safe-json.ts';
import { type MessageReader } from './read-messages.ts';
import { openChat, type StContext } from './st-context.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Null when no chat is open. `messages` are read when they are first asked for. */
export function readChatView(ctx: StContext, readMessages: MessageReader, trustBefore = 0): HostChatView | null {
  const chat = openChat(ctx);
  if (!chat) return null;
  const metadata = ctx.chatMetadata;
  let messages: HostChatView['messages'] | null = null;
  return {
    owner: chat.owner,
    file: chat.file,
    integrity: text(metadata['integrity']),
    group: Boolean(ctx.groupId),
    mainChat: text(metadata['main_chat']),
    mirror: own(metadata, EXTENSION_KEY),
    get messages() {
      return (messages ??= readMessages(ctx.chat, trustBefore));
    },
  };
}
