/** What a turn needs of a chat's MVU variables; the code behind it is loaded when a chat may have some. */
import { type ChatSession } from '../ports/chat-session.ts';
import { type MvuHost } from '../ports/mvu-host.ts';
import { type MvuChat, type MvuChatDeps } from './mvu-chat.ts';

export interface ChatVariables {
  readonly host: MvuHost;
  /** Null where variables play no part: switched off for this chat, or a group. */
  readonly chat: (session: ChatSession) => Promise<MvuChat | null>;
}

type Entries = MvuChatDeps['entries'];

export interface KeptChatVariables extends ChatVariables {
  /** The worldbooks changed: they are read again when they are needed. */
  forgetBooks(): void;
}

export interface ChatVariablesDeps extends Omit<MvuChatDeps, 'session' | 'adjust'> {
  /** Whether variables play a part in the open chat. */
  readonly playPart: () => boolean;
}

/** One chat's variables at a time, those of the session asked for last; its books are read once until they change. */
export function makeChatVariables(deps: ChatVariablesDeps): KeptChatVariables {
  let kept: { readonly session: ChatSession; readonly chat: Promise<MvuChat> } | null = null;
  let books: ReturnType<Entries> | null = null;
  const entries: Entries = () => (books ??= deps.entries());

  const open = async (session: ChatSession): Promise<MvuChat> => {
    const { makeMvuChat } = await import('./mvu-chat.ts');
    return makeMvuChat({
      ...deps,
      entries,
      session,
      adjust: (floorId, effects) => session.adjust(floorId, effects),
    });
  };

  return {
    host: deps.host,
    async chat(session) {
      if (!deps.playPart()) return null;
      if (kept?.session !== session) {
        kept = { session, chat: open(session) };
        books = null;
      }
      return kept.chat;
    },
    forgetBooks: () => (books = null),
  };
}
