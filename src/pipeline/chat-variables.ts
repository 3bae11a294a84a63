/** What a turn needs of a chat's MVU variables; the code behind it is loaded when a chat may have some. */
import { type ChatSession } from '../ports/chat-session.ts';
import { type MvuHost } from '../ports/mvu-host.ts';
import { type MvuChat } from './mvu-chat.ts';

export interface ChatVariables {
  readonly host: MvuHost;
  /** Null where variables play no part: switched off for this chat, or a group. */
  readonly chat: (session: ChatSession) => Promise<MvuChat | null>;
}
