/** Where the text of the open chat's preset and books goes, and what in it fights the turn: for the player to look through. */
import { type PresetDrop } from '../domain/prompt/split-preset.ts';
import { type PresetTarget } from '../domain/settings.ts';
import { type RoutedEntry, type UnroutedReason } from '../domain/worldbook/route.ts';

export interface PresetBlock {
  readonly identifier: string;
  readonly name: string;
  readonly role: 'system' | 'user' | 'assistant';
  /** As chosen, else as the role says. */
  readonly target: PresetTarget;
  readonly chosen: boolean;
  /** Why it would be sent to nobody in split mode. */
  readonly drop: PresetDrop | null;
  readonly tokens: number;
  readonly lint: readonly string[];
}

export interface BookEntry {
  readonly book: string;
  readonly uid: string;
  readonly title: string;
  readonly tokens: number;
  /** Its place in a turn whose keys match; null: it goes nowhere, and `reason` says why. */
  readonly place: Pick<RoutedEntry, 'bucket' | 'planning' | 'writing' | 'note'> | null;
  readonly reason: UnroutedReason | null;
  readonly lint: readonly string[];
}

export interface SourceReport {
  readonly preset: { readonly name: string; readonly mode: 'none' | 'split'; readonly blocks: readonly PresetBlock[] };
  readonly entries: readonly BookEntry[];
}
