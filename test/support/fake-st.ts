/** A small stand-in for SillyTavern's context: chat, events and the calls the host room makes; for unit tests only. */
import { type StContext, type StListener, type StMessage } from '../../src/host/st-context.ts';

export const eventNames = [
  'GENERATION_STARTED',
  'GENERATION_ENDED',
  'GENERATION_STOPPED',
  'MESSAGE_SWIPED',
  'MESSAGE_EDITED',
  'MESSAGE_UPDATED',
  'MESSAGE_DELETED',
  'MESSAGE_SWIPE_DELETED',
  'MESSAGE_RECEIVED',
  'CHARACTER_MESSAGE_RENDERED',
  'CHAT_CHANGED',
  'CHAT_RENAMED',
  'CHAT_DELETED',
] as const;

export interface FakeSt {
  readonly ctx: StContext;
  readonly st: () => StContext;
  readonly emitted: (readonly [string, ...unknown[]])[];
  readonly called: string[];
  emit(event: string, ...args: unknown[]): Promise<void>;
}

export function makeFakeSt(over: Record<string, unknown> = {}, messages: readonly StMessage[] = []): FakeSt {
  const listeners = new Map<string, StListener[]>();
  const emitted: [string, ...unknown[]][] = [];
  const called: string[] = [];
  const list = (event: string) => listeners.get(event) ?? listeners.set(event, []).get(event)!;
  const emit = async (event: string, ...args: unknown[]): Promise<void> => {
    emitted.push([event, ...args]);
    for (const listener of [...list(event)]) await (listener as (...all: unknown[]) => unknown)(...args);
  };
  const remove = (event: string, listener: StListener) =>
    void listeners.set(
      event,
      list(event).filter((other) => other !== listener),
    );
  const chat = structuredClone<StMessage[]>([...messages]);
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void called.push([name, ...args.filter((arg) => typeof arg !== 'object')].join(' '));
  const ctx = {
    chat,
    chatMetadata: { integrity: 'file-1' },
    characters: [{ name: 'Wren', avatar: 'Wren.png', data: { extensions: {} } }],
    characterId: '0',
    groupId: null,
    name1: 'Traveller',
    name2: 'Wren',
    mainApi: 'openai',
    tagMap: {},
    extensionSettings: {},
    extensionPrompts: {},
    chatCompletionSettings: { chat_completion_source: 'custom' },
    powerUserSettings: {},
    symbols: { ignore: Symbol('ignore') },
    eventTypes: Object.fromEntries(eventNames.map((name) => [name, name.toLowerCase()])),
    eventSource: {
      on: (event: string, listener: StListener) => void list(event).push(listener),
      makeLast: (event: string, listener: StListener) => void list(event).push(listener),
      makeFirst: (event: string, listener: StListener) => void list(event).unshift(listener),
      removeListener: remove,
      emit,
    },
    SlashCommandParser: {
      commands: {} as Record<string, unknown>,
      addCommandObject(command: { name: string }) {
        this.commands[command.name] = command;
      },
    },
    SlashCommand: { fromProps: (props: object) => ({ ...props }) },
    getCurrentChatId: () => 'the chat',
    getRequestHeaders: () => ({}),
    getChatCompletionModel: () => 'scripted',
    getPresetManager: () => null,
    getCharacterCardFields: () => ({}),
    getTokenCountAsync: async (text: string) => text.length,
    substituteParams: (text: string) => text.replaceAll('{{user}}', 'Traveller').replaceAll('{{char}}', 'Wren'),
    saveChat: async () => note('saveChat')(),
    saveMetadataDebounced: note('saveMetadataDebounced'),
    saveSettingsDebounced: note('saveSettingsDebounced'),
    stopGeneration: note('stopGeneration'),
    activateSendButtons: note('activateSendButtons'),
    deactivateSendButtons: note('deactivateSendButtons'),
    addOneMessage: note('addOneMessage'),
    updateMessageBlock: note('updateMessageBlock'),
    async deleteLastMessage() {
      note('deleteLastMessage')();
      chat.length -= 1;
      await emit('message_deleted', chat.length);
    },
    ...over,
  } as unknown as StContext;
  return { ctx, st: () => ctx, emitted, called, emit };
}
