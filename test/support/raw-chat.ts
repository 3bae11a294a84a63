/** SillyTavern's own shape of a chat file, and how the core sees it; for tests only. */
import { parseInputMirror, parsePageMirror } from '../../src/domain/timeline/parse-mirror.ts';
import { type HostChatView, type HostMessage } from '../../src/domain/timeline/host-chat-view.ts';

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

function roleOf(message: RawMessage): HostMessage['role'] {
  if (message.is_user) return 'user';
  const extra = message.extra ?? {};
  if (extra['type'] === 'narrator') return 'narrator';
  if (extra['isSmallSys'] === true || Array.isArray(extra['tool_invocations'])) return 'system';
  return 'assistant';
}

function viewMessage(message: RawMessage, index: number): HostMessage {
  const role = roleOf(message);
  const own = message.extra?.[KEY];
  const swipes = message.swipes ?? [message.mes];
  return {
    index,
    role,
    name: message.name,
    text: message.mes,
    hidden: message.is_system && role !== 'system',
    input: role === 'assistant' ? null : parseInputMirror(own),
    page: role === 'assistant' ? parsePageMirror(own) : null,
    swipes:
      role === 'assistant'
        ? swipes.map((text, i) => ({ text, mirror: parsePageMirror(message.swipe_info?.[i]?.extra?.[KEY]) }))
        : [],
    swipeId: message.swipe_id ?? 0,
  };
}

export interface RawChat {
  readonly owner: string;
  readonly file: string;
  readonly group?: boolean;
  readonly metadata: RawMetadata;
  readonly messages: readonly RawMessage[];
}

export function viewOf(chat: RawChat): HostChatView {
  const { metadata } = chat;
  return {
    owner: chat.owner,
    file: chat.file,
    group: chat.group ?? false,
    integrity: typeof metadata['integrity'] === 'string' ? metadata['integrity'] : '',
    mainChat: typeof metadata['main_chat'] === 'string' ? metadata['main_chat'] : '',
    mirror: metadata[KEY] ?? null,
    messages: chat.messages.map(viewMessage),
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
