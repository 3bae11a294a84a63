/** What the player's code that runs in the page knows about SillyTavern's window. */
import { type NarrativeAgentApi } from '../../../src/api/narrative-agent.ts';

export interface HostMessage {
  name: string;
  mes: string;
  is_user: boolean;
  is_system?: boolean;
  send_date?: string;
  extra?: Record<string, unknown>;
  swipes?: string[];
  swipe_id?: number;
  swipe_info?: { extra?: Record<string, unknown> }[];
}

export interface HostContext {
  chat: HostMessage[];
  characters: { name: string; avatar: string }[];
  groups: { id: string; name: string }[];
  chatMetadata: Record<string, unknown>;
  characterId?: string;
  groupId?: string | null;
  onlineStatus: string;
  name2: string;
  eventSource: {
    on(name: string, handler: (...args: unknown[]) => void): void;
    makeFirst(name: string, handler: (...args: unknown[]) => void): void;
    removeListener(name: string, handler: (...args: unknown[]) => void): void;
  };
  chatCompletionSettings: Record<string, unknown>;
  streamingProcessor: object | null;
  extensionSettings: Record<string, unknown>;
  saveSettingsDebounced(): void;
  eventTypes: Record<string, string>;
  getCurrentChatId(): string | undefined;
  openCharacterChat(name: string): Promise<void>;
  saveMetadata(): Promise<void>;
  saveChat(): Promise<void>;
  reloadCurrentChat(): Promise<void>;
  executeSlashCommandsWithOptions(
    text: string,
    options?: { handleParserErrors?: boolean; handleExecutionErrors?: boolean },
  ): Promise<{ pipe?: string; isError?: boolean; errorMessage?: string }>;
  swipe: { to(event: null, direction: 'left' | 'right', options: object): Promise<unknown> };
  generateQuietPrompt(options: { quietPrompt: string }): Promise<string>;
  generateRaw(options: { prompt: string; systemPrompt?: string }): Promise<string>;
}

declare global {
  var SillyTavern: { getContext(): HostContext };
  var NarrativeAgent: NarrativeAgentApi | undefined;
  /** SillyTavern's own module: what it exports is live. */
  var playerHost:
    { is_send_press: boolean; deleteSwipe(swipe: number, index: number): Promise<number | undefined> } | undefined;
  var playerEvents: { name: string; args: unknown[]; at: number }[] | undefined;
}
