/** Offers to use a preset's entries, once a turn without them is over; the answer is remembered by the preset's name. */
import { lintPreset } from '../domain/prompt/preset-lint.ts';
import { presetUse } from '../domain/prompt/split-preset.ts';
import { type TurnRequest } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';
import { type PlayerQuestions } from '../ports/player-questions.ts';

export interface PresetOfferDeps {
  readonly questions: PlayerQuestions;
  readonly language: 'zh' | 'en';
  /** As they count in the open chat. */
  readonly settings: Settings;
}

/** Resolves to the answer; null when there is nothing to ask or the player did not answer. */
export async function offerPreset(
  { questions, language, settings }: PresetOfferDeps,
  preset: TurnRequest['preset'],
  signal: AbortSignal,
): Promise<'none' | 'split' | null> {
  const answered = Object.hasOwn(settings.presetChoices, preset.name);
  if (preset.stock || answered || settings.presetMode === 'split') return null;
  const { used, dropped } = presetUse(preset.prompts);
  if (used.length === 0) return null;
  const lint = lintPreset(preset.prompts, language, settings.reply.length);
  const sentences = lint.map(({ name, identifier, message }) => `${name || identifier}: ${message}`);
  return questions.usePreset({ preset: preset.name, used, dropped, lint: sentences }, signal);
}
