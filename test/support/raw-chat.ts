/** SillyTavern's own shape of a chat file, and how the core sees it; for tests only. */
import { type HostChatView } from '../../src/domain/timeline/host-chat-view.ts';
import { makeMessageReader } from '../../src/host/read-messages.ts';

export const KEY = 'narrative_agent';

export interface RawMessage {
  name: string;
  is_user: boolean;
  is_system: boolean;
  mes: string;
  send_date?: string;
  extra?: Record<string, unknown>;
  swipe_id?: number;
  swipes?: string[];
  swipe_info?: { send_date?: string; extra?: Record<string, unknown> }[];
}

export type RawMetadata = Record<string, unknown>;

export interface RawChat {
  readonly owner: string;
  readonly file: string;
  readonly group?: boolean;
  readonly metadata: RawMetadata;
  readonly messages: readonly RawMessage[];
}

export function viewOf(chat: RawChat, readMessages = makeMessageReader(), trustBefore = 0): HostChatView {
  const { metadata } = chat;
  let messages: HostChatView['messages'] | null = null;
  return {
    owner: chat.owner,
    file: chat.file,
    group: chat.group ?? false,
    integrity: typeof metadata['integrity'] === 'string' ? metadata['integrity'] : '',
    mainChat: typeof metadata['main_chat'] === 'string' ? metadata['main_chat'] : '',
    mirror: metadata[KEY] ?? null,
    get messages() {
      return (messages ??= readMessages(chat.messages, trustBefore));
    },
  };
}

/** Reads a `.jsonl` chat file as SillyTavern wrote it: a header line, then one message a line. */
export function rawChatFromJsonl(text: string, place: { readonly owner: string; readonly file: string }): RawChat {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [header, ...messages] = lines.map((line): Record<string, unknown> => JSON.parse(line));
  return {
    ...place,
    metadata: (header?.['chat_metadata'] ?? {}) as RawMetadata,
    messages: messages as unknown as RawMessage[],
  };
}
