/** SillyTavern's chat[] as the core sees it: read in one go, never written through. */
import { type InputMirror, type PageMirror } from './mirror.ts';

export interface HostSwipe {
  readonly text: string;
  /** `swipe_info[i].extra.narrative_agent`, checked; null when absent or unreadable. */
  readonly mirror: PageMirror | null;
}

export interface HostMessage {
  readonly index: number;
  /** `system`: ST's small system messages and tool calls; `narrator`: /sys. */
  readonly role: 'user' | 'assistant' | 'narrator' | 'system';
  readonly name: string;
  /** The text shown now; for a reply, that of the active swipe. */
  readonly text: string;
  /** Hidden from prompts (`is_system` on a message that is not a system one). */
  readonly hidden: boolean;
  /** `extra.narrative_agent` of a user's or narrator's message. */
  readonly input: InputMirror | null;
  /** `extra.narrative_agent` of a reply. */
  readonly page: PageMirror | null;
  /** At least one for a reply, none for a user's message. */
  readonly swipes: readonly HostSwipe[];
  /** Equals `swipes.length` while a new swipe is being written. */
  readonly swipeId: number;
}

export interface HostChatView {
  /** Avatar of the card or id of the group: whose chat it is. */
  readonly owner: string;
  /** File name without extension. */
  readonly file: string;
  /** ST's own id of the file (`chat_metadata.integrity`); empty when it has none. */
  readonly integrity: string;
  readonly group: boolean;
  /** `chat_metadata.main_chat`: the file this one was branched from. */
  readonly mainChat: string;
  /** `chat_metadata.narrative_agent` as it stands, unchecked. */
  readonly mirror: unknown;
  readonly messages: readonly HostMessage[];
}
