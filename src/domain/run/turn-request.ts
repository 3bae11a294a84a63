/** What SillyTavern looked like when the turn began: read once, frozen, and the only input of the pipeline. */
import { type PromptMessage } from '../prompt/segment.ts';
import { type Settings } from '../settings.ts';
import { type RunId } from '../ids.ts';
import { type ToolOutput } from '../tools/tool-output.ts';
import { type WorldbookEntry } from '../worldbook/entry.ts';

export type TurnType = 'normal' | 'swipe' | 'regenerate';
export type StoryLanguage = 'zh' | 'en';

/** One message of chat[] as the agents may read it, `text` made when it is first asked for: macros and prompt-regex applied, tool output and thinking removed by the core. */
export interface HistoryMessage {
  readonly chatIndex: number;
  readonly role: 'user' | 'assistant' | 'system' | 'narrator';
  readonly name: string;
  readonly text: string;
  readonly hidden: boolean;
  /** What post tools added to this message (`extra.narrative_agent`). */
  readonly toolOutput?: readonly ToolOutput[];
}

export interface CardFields {
  readonly name: string;
  readonly description: string;
  readonly personality: string;
  readonly scenario: string;
  readonly examples: string;
  readonly systemPrompt: string;
  readonly jailbreak: string;
  readonly depthPrompt: string;
  readonly firstMessage: string;
}

export interface PresetPrompt {
  readonly identifier: string;
  readonly name: string;
  readonly role: 'system' | 'user' | 'assistant';
  /** Macros expanded once. */
  readonly content: string;
  readonly enabled: boolean;
  readonly marker: boolean;
  /** ST's own trigger list lets it take part in this type of turn. */
  readonly triggered: boolean;
}

/** Text another extension or ST itself injects into the prompt (author's note, vectors, summaries …). */
export interface InjectedPrompt {
  readonly key: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly depth: number | null;
  readonly text: string;
}

/** `description` is empty where the player sends none; `place` is where SillyTavern puts it, by default the prompt. */
export interface Persona {
  readonly name: string;
  readonly description: string;
  readonly place?: 'prompt' | 'authors-note' | 'depth';
}

/** What one regex script did to the messages of this prompt: characters before and after, messages changed. */
export interface RegexUse {
  readonly script: string;
  readonly before: number;
  readonly after: number;
  readonly replaced: number;
}

export interface TurnRequest {
  readonly runId: RunId;
  readonly type: TurnType;
  readonly language: StoryLanguage;
  readonly settings: Settings;
  readonly userName: string;
  readonly characterName: string;
  /** Everything before the input of this round, oldest first; a swipe's or regenerate's own reply is left out. */
  readonly history: readonly HistoryMessage[];
  /** What the player and the narrator said since the last reply, joined; empty on an empty send. */
  readonly input: string;
  /** Parts to hand on untouched (images), as ST's message content parts. */
  readonly inputParts: readonly unknown[];
  readonly card: CardFields;
  readonly persona: Persona;
  /** Entries ST itself activated for this prompt, text already expanded. */
  readonly activated: readonly WorldbookEntry[];
  /** Every entry of the books in use, enabled or not. */
  readonly entries: readonly WorldbookEntry[];
  readonly preset: { readonly name: string; readonly stock: boolean; readonly prompts: readonly PresetPrompt[] };
  readonly injected: readonly InjectedPrompt[];
  /** Of the messages that were read so far; absent outside a turn. */
  readonly regexUses?: () => readonly RegexUse[];
  /** SillyTavern's own prompt for this turn, complete; absent outside a turn. */
  readonly hostPrompt?: readonly PromptMessage[];
  /** Tokens the prompt may have: context size less the reply. */
  readonly promptBudget: number;
  /** Tokens the connection keeps free for the reply. */
  readonly replyTokens: number;
  readonly connection: { readonly source: string; readonly model: string };
}
