/** SillyTavern's own modules for the few things its context does not offer; loaded at run time, never bundled. */

export interface ScriptModule {
  setSendButtonState(pressed: boolean): void;
}

export interface WorldInfoModule {
  /** Every entry of the books in use, as copies; emits WORLDINFO_ENTRIES_LOADED. */
  getSortedEntries(): Promise<readonly unknown[]>;
  /** What SillyTavern has read of its books so far. */
  readonly worldInfoCache?: { clear(): void };
  /** One book as it is stored. */
  loadWorldInfo?(name: string): Promise<unknown>;
  /** Names of the books selected for all chats. */
  readonly selected_world_info?: unknown;
  /** Names of every book that is installed. */
  readonly world_names?: unknown;
  /** The choices for entries that make none. */
  readonly world_info_case_sensitive?: unknown;
  readonly world_info_match_whole_words?: unknown;
  /** `charLore`: the additional books of cards. */
  readonly world_info?: { readonly charLore?: unknown };
}

export interface OpenAiModule {
  /** By the name a preset has for it: a list with the name the settings have for it at index 1. */
  readonly settingsToUpdate?: Readonly<Record<string, unknown>>;
  readonly proxies?: readonly unknown[];
  readonly promptManager?: { readonly activeCharacter?: unknown } | null;
}

export interface RegexModule {
  getRegexedString(
    text: string,
    placement: number,
    options: { readonly isPrompt?: boolean; readonly depth?: number },
  ): string;
  getRegexScripts?(options: { readonly allowedOnly: boolean }): readonly unknown[];
  runRegexScript?(script: unknown, text: string): string;
}

export interface BookmarksModule {
  /** Branches the chat after the message and opens the branch; the name of its file. */
  branchChat(index: number, options: { readonly swipeId: number | null }): Promise<unknown>;
}

export interface UserModule {
  readonly currentUser?: { readonly handle?: unknown } | null;
}

/** All that is imported; each is null where this SillyTavern does not have it. */
export interface StModules {
  readonly script: ScriptModule | null;
  readonly worldInfo: WorldInfoModule | null;
  readonly openai: OpenAiModule | null;
  readonly regex: RegexModule | null;
  readonly user: UserModule | null;
  readonly bookmarks: BookmarksModule | null;
}

async function load<T>(path: string): Promise<T | null> {
  try {
    return (await import(/* @vite-ignore */ path)) as T;
  } catch {
    // The caller copes with a missing module; a missing file is how an older or newer version says so.
    return null;
  }
}

/** Never rejects. Inside SillyTavern these modules are loaded already, so this is quick. */
export async function loadStModules(): Promise<StModules> {
  const [script, worldInfo, openai, regex, user, bookmarks] = await Promise.all([
    load<ScriptModule>('/script.js'),
    load<WorldInfoModule>('/scripts/world-info.js'),
    load<OpenAiModule>('/scripts/openai.js'),
    load<RegexModule>('/scripts/extensions/regex/engine.js'),
    load<UserModule>('/scripts/user.js'),
    load<BookmarksModule>('/scripts/bookmarks.js'),
  ]);
  return { script, worldInfo, openai, regex, user, bookmarks };
}
