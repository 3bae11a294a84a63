/** SillyTavern's open chat: one read, idempotent writes, one save. */
import { type JsonValue } from '../shared/json-value.ts';
import { type TextHash } from '../shared/text-hash.ts';
import { type HostChatView } from '../domain/timeline/host-chat-view.ts';
import { type ChatMirror, type InputMirror, type PageMirror } from '../domain/timeline/mirror.ts';

/** Finds a swipe even after messages moved: by its text's hash at the index, else by ids, else anywhere by hash. */
export interface SwipeAddress {
  readonly index: number;
  readonly swipe: number;
  /** Hash of the swipe's text when the write was planned. */
  readonly hash: TextHash;
}

export type ChatWrite =
  | { readonly kind: 'page'; readonly at: SwipeAddress; readonly mirror: PageMirror | null }
  | { readonly kind: 'input'; readonly index: number; readonly hash: TextHash; readonly mirror: InputMirror }
  | { readonly kind: 'chat'; readonly mirror: ChatMirror }
  /** Replaces the text of a swipe, and re-renders it if it is in the page and changed. */
  | { readonly kind: 'text'; readonly at: SwipeAddress; readonly text: string }
  /** Replaces the text of a user's or narrator's message. */
  | { readonly kind: 'input-text'; readonly index: number; readonly hash: TextHash; readonly text: string }
  /** Takes a message out of prompts or puts it back, as SillyTavern's own hiding does; `hash` is of the text shown. */
  | { readonly kind: 'hidden'; readonly index: number; readonly hash: TextHash; readonly hidden: boolean }
  /** Adds a swipe at the end of the message's swipes without showing it. */
  | { readonly kind: 'add-swipe'; readonly index: number; readonly text: string; readonly mirror: PageMirror }
  /** Adds a reply at the end of the chat, at `index`; `at` in milliseconds since 1970. */
  | {
      readonly kind: 'add-reply';
      readonly index: number;
      readonly text: string;
      readonly mirror: PageMirror;
      readonly at: number;
    };

export interface WriteReport {
  /** Writes whose place was not found any more, in the order given. */
  readonly lost: readonly ChatWrite[];
}

/**
 * Contract: `read` is synchronous and null when no chat is open; `messages` are read when first asked for. Writes keep `mes`, `swipes[i]`, `extra` and
 * `swipe_info[i].extra` in agreement and may be repeated. `save` resolves when the file was written, or rejects
 * with `host.chat-changed` when the chat is not open any more; it never writes into another chat.
 */
export interface HostChat {
  /** `trustBefore`: messages before that index are not looked at again, for a reading between two steps of one turn. */
  read(trustBefore?: number): HostChatView | null;
  write(writes: readonly ChatWrite[]): WriteReport;
  save(): Promise<void>;
  /** ST's chat variables (`chat_metadata.variables`), as they are now. */
  readVariables(): Readonly<Record<string, JsonValue>>;
  writeVariables(changes: Readonly<Record<string, JsonValue | undefined>>): void;
  /** Is the file still there? Used before anything of a chat is forgotten. */
  chatExists(owner: string, file: string): Promise<boolean>;
}
