/** What we use of SillyTavern's global, typed; asked for anew at each use, because a context is a snapshot. */

/** One message of chat[]. Every field but `mes` may be missing; the values are SillyTavern's or anybody's. */
export interface StMessage {
  name?: string;
  is_user?: boolean;
  is_system?: boolean;
  mes: string;
  send_date?: unknown;
  gen_started?: unknown;
  gen_finished?: unknown;
  extra?: Record<string, unknown>;
  swipe_id?: number;
  swipes?: string[];
  swipe_info?: StSwipeInfo[];
}

export interface StSwipeInfo {
  send_date?: unknown;
  gen_started?: unknown;
  gen_finished?: unknown;
  extra?: Record<string, unknown>;
}

export interface StEventSource {
  on(event: string, listener: StListener): void;
  makeLast(event: string, listener: StListener): void;
  makeFirst(event: string, listener: StListener): void;
  removeListener(event: string, listener: StListener): void;
  emit(event: string, ...args: unknown[]): Promise<void>;
}
/** `never` parameters: a listener may declare whatever it knows its event hands over. */
export type StListener = (...args: never[]) => unknown;

export interface StStreamChunk {
  readonly text?: unknown;
  readonly state?: { readonly reasoning?: unknown };
}

export interface StChatCompletionService {
  presetToGeneratePayload(
    preset: object,
    overridePreset: object,
    overridePayload: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  sendRequest(payload: Record<string, unknown>, extractData: boolean, signal: AbortSignal): Promise<unknown>;
}

export interface StPopupClass {
  new (
    content: string,
    type: number,
    inputValue?: string,
    options?: object,
  ): {
    show(): Promise<unknown>;
    completeCancelled(): Promise<unknown>;
  };
}

export interface StSlashCommandParser {
  readonly commands: Record<string, unknown>;
  addCommandObject(command: unknown): void;
}

/** The macro engine of 1.15 and newer. */
export interface StMacros {
  register?(name: string, options: { readonly handler: () => string; readonly description: string }): unknown;
  readonly registry?: { hasMacro(name: string): boolean; unregisterMacro(name: string): boolean };
}

export interface StPresetManager {
  getSelectedPresetName(): unknown;
  getCompletionPresetByName(name: string): unknown;
}

/** A function tool some extension registered; it may decline to go with a request. */
export interface StFunctionTool {
  shouldRegister?(): unknown;
}

export interface StContext {
  readonly chat: StMessage[];
  readonly chatMetadata: Record<string, unknown>;
  readonly characters: readonly unknown[];
  /** Index as text or number; undefined when no card is open. */
  readonly characterId: string | number | undefined;
  readonly groupId: string | null | undefined;
  readonly name1: string;
  readonly name2: string;
  readonly mainApi: string;
  readonly tags: unknown;
  readonly tagMap: Readonly<Record<string, unknown>> | undefined;
  readonly eventSource: StEventSource;
  readonly eventTypes: Readonly<Record<string, string | undefined>>;
  readonly extensionSettings: Record<string, unknown>;
  readonly extensionPrompts: Readonly<Record<string, unknown>>;
  readonly chatCompletionSettings: Readonly<Record<string, unknown>>;
  readonly powerUserSettings: Readonly<Record<string, unknown>>;
  readonly symbols?: { readonly ignore?: symbol };
  readonly streamingProcessor: { readonly isStopped?: boolean; readonly messageId?: number } | null | undefined;
  readonly ChatCompletionService: StChatCompletionService;
  readonly ConnectionManagerRequestService?: { getProfile(id: string): unknown };
  readonly CONNECT_API_MAP?: Readonly<Record<string, unknown>>;
  readonly Popup: StPopupClass;
  readonly POPUP_TYPE: Readonly<Record<string, number>>;
  readonly POPUP_RESULT: Readonly<Record<string, unknown>>;
  readonly SlashCommandParser: StSlashCommandParser;
  readonly SlashCommand: { fromProps(props: object): unknown };
  readonly ToolManager?: { readonly tools?: readonly StFunctionTool[] };
  readonly macros?: StMacros;
  /** Since 1.19. */
  readonly messageFormatter?: {
    readonly stage: { readonly AFTER_REGEX: string };
    addHook(hook: (text: string) => string, options: { readonly stage: string }): void;
  };
  readonly swipe?: { state?(): unknown };
  getCurrentChatId(): unknown;
  getCurrentLocale?(): unknown;
  /** Would function tools go with a request of this type? */
  canPerformToolCalls?(type: string): unknown;
  getRequestHeaders(): Record<string, string>;
  getChatCompletionModel(): unknown;
  getPresetManager(api: string): StPresetManager | null | undefined;
  getCharacterCardFields(): Readonly<Record<string, unknown>>;
  getTokenCountAsync(text: string): Promise<unknown>;
  extractMessageFromData(data: unknown, api?: string): unknown;
  setExtensionPrompt?(key: string, text: string, position: number, depth: number, scan: boolean, role: number): void;
  substituteParams(text: string): unknown;
  saveChat(): Promise<unknown>;
  reloadCurrentChat(): Promise<unknown>;
  saveMetadataDebounced(): void;
  saveSettingsDebounced(): void;
  stopGeneration(): unknown;
  activateSendButtons(): void;
  deactivateSendButtons(): void;
  addOneMessage(message: StMessage, options?: object): unknown;
  deleteLastMessage(): Promise<unknown>;
  /** Of messages in the page only; says nothing when it did nothing. */
  deleteMessage?(index: number): Promise<unknown>;
  updateMessageBlock(index: number, message: StMessage): void;
  renderExtensionTemplateAsync(extension: string, template: string): Promise<string>;
}

/** Hands out SillyTavern as it is at this moment. */
export type St = () => StContext;

declare const SillyTavern: { getContext(): StContext };

/** The running SillyTavern. Throws a ReferenceError outside of one. */
export const currentSt: St = () => SillyTavern.getContext();

/** Index of the open card in `characters`; null when none or a group is open. */
export function openCharacterIndex(ctx: StContext): number | null {
  if (ctx.groupId || ctx.characterId === undefined || ctx.characterId === '') return null;
  const index = Number(ctx.characterId);
  return Number.isInteger(index) && index >= 0 && index < ctx.characters.length ? index : null;
}

/** Which chat is open: whose, and in which file; null when none is. */
export function openChat(ctx: StContext): { readonly owner: string; readonly file: string } | null {
  const file = ctx.getCurrentChatId();
  if (typeof file !== 'string' || file === '') return null;
  if (ctx.groupId) return { owner: ctx.groupId, file };
  const index = openCharacterIndex(ctx);
  if (index === null) return null;
  const avatar = (ctx.characters[index] as { avatar?: unknown } | undefined)?.avatar;
  return typeof avatar === 'string' ? { owner: avatar, file } : null;
}

/** Reads the open chat from its file again, as opening it anew does. */
export async function reloadOpenChat(ctx: StContext): Promise<void> {
  await ctx.reloadCurrentChat();
}
