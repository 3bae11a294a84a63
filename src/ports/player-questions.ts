/** Questions that need more than yes or no; asked between turns, never in the middle of one. */
import { type ConsentAnswer } from './consent-store.ts';

export interface CodeQuestion {
  /** Name of the card whose books bring the code. */
  readonly card: string;
  /** What it brings, in plain words. */
  readonly text: string;
  readonly tools: readonly { readonly name: string; readonly about: string; readonly code: string }[];
  /** "Run in the page" is among the answers: only where the player asked for it, never when a chat opens. */
  readonly offerPage: boolean;
}

export interface PresetOffer {
  readonly preset: string;
  /** Names of the entries that would be used, and of those that would not. */
  readonly used: readonly string[];
  readonly dropped: readonly string[];
  /** Sentences on entries that fight the turn. */
  readonly lint: readonly string[];
}

/** Contract: null = not answered (dismissed, or the signal aborted): ask again another time. Never rejects. */
export interface PlayerQuestions {
  mayRun(question: CodeQuestion, signal: AbortSignal): Promise<ConsentAnswer | null>;
  usePreset(offer: PresetOffer, signal: AbortSignal): Promise<'split' | 'none' | null>;
}
