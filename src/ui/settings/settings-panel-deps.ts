/** What the settings drawer needs from outside. */
import { type Settings } from '../../domain/settings.ts';
import { type Undo } from '../../shared/undo-list.ts';
import { type AgentName } from './setting-path.ts';
import { type ScreenLanguage } from '../text.ts';

/** Choices of the open chat, kept in the chat's own metadata. */
export interface ChatChoices {
  /** null = as the card and the main switch say. */
  readonly enabled: boolean | null;
  readonly promptMode: Settings['promptMode'] | null;
  readonly styleNote: string;
}

export interface OpenPlace {
  /** null when no card is open (or a group is). */
  readonly card: { readonly avatar: string; readonly name: string } | null;
  /** null when no chat is open. */
  readonly chat: ChatChoices | null;
}

/** `merged`, `planned`: the writer is told another thing in turns without a plan. */
export interface BuiltInText {
  readonly turn: 'any' | 'merged' | 'planned';
  readonly text: string;
}

export interface BuiltIn {
  /** Changes when we change one of the texts. */
  readonly version: string;
  readonly texts: readonly BuiltInText[];
}

export type BuiltIns = Readonly<Record<AgentName, BuiltIn>>;

export interface SettingsPanelDeps {
  readonly language: ScreenLanguage;
  readonly version: string;
  read(): Settings;
  /** Stored at once; a running turn keeps the settings it began with. */
  save(settings: Settings): void;
  /** Paths of stored settings that could not be read; they were kept aside. */
  problems(): readonly string[];
  /** Connection Manager profiles, in the player's order. */
  profiles(): readonly { readonly id: string; readonly name: string }[];
  place(): OpenPlace;
  saveChatChoices(choices: ChatChoices): void;
  /** Settings, card or chat changed elsewhere. */
  onChanged(handler: () => void): Undo;
  refreshBooks(): void;
  openPanels(): void;
  /** Our own instructions as they would be sent; null when they could not be loaded. Never rejects. */
  builtIns(): Promise<BuiltIns | null>;
}
