/** Split mode: which of the preset's prompts go to which agent, and which are left out and why. */
import { type PresetPrompt } from '../run/turn-request.ts';
import { type PresetTarget } from '../settings.ts';
import { type Piece } from './segment.ts';

export type PresetDrop = 'disabled' | 'not-triggered' | 'marker' | 'empty' | 'assistant-role' | 'by-choice';

export interface SplitPreset {
  readonly planningSystem: readonly Piece[];
  readonly writingSystem: readonly Piece[];
  readonly writingUser: readonly Piece[];
  /** Everything that is sent to no agent, in the preset's order. */
  readonly dropped: readonly { readonly identifier: string; readonly name: string; readonly reason: PresetDrop }[];
}

export const emptyPreset: SplitPreset = { planningSystem: [], writingSystem: [], writingUser: [], dropped: [] };

/**
 * @param prompts the active order list (id 100001), macros expanded
 * @param targets by identifier; a user prompt sent to `planning` stands in its system text, for planning has no other place
 */
export function splitPreset(
  prompts: readonly PresetPrompt[],
  targets: Readonly<Record<string, PresetTarget>> = {},
): SplitPreset {
  const planningSystem: Piece[] = [];
  const writingSystem: Piece[] = [];
  const writingUser: Piece[] = [];
  const dropped: SplitPreset['dropped'][number][] = [];
  for (const prompt of prompts) {
    const target = targetOf(prompt, targets);
    const reason = whyDropped(prompt, target);
    if (reason !== null) {
      dropped.push({ identifier: prompt.identifier, name: prompt.name, reason });
      continue;
    }
    const piece = { text: prompt.content.trim(), source: `preset:${prompt.name || prompt.identifier}` };
    if (target !== 'writing') planningSystem.push(piece);
    if (target !== 'planning') (prompt.role === 'user' ? writingUser : writingSystem).push(piece);
  }
  return { planningSystem, writingSystem, writingUser, dropped };
}

/** Where an entry goes: as the player chose, else as its role says. */
export function targetOf(
  { identifier, role }: Pick<PresetPrompt, 'identifier' | 'role'>,
  targets: Readonly<Record<string, PresetTarget>>,
): PresetTarget {
  const chosen = Object.hasOwn(targets, identifier) ? targets[identifier] : undefined;
  return chosen ?? (role === 'user' ? 'writing' : 'both');
}

/** The names of the entries that hold text: those split mode would use, and those it would not. */
export function presetUse(prompts: readonly PresetPrompt[]): {
  readonly used: readonly string[];
  readonly dropped: readonly string[];
} {
  const withText = prompts.filter((prompt) => !prompt.marker && prompt.content.trim() !== '');
  const names = (used: boolean): string[] =>
    withText
      .filter((prompt) => (whyDropped(prompt, 'both') === null) === used)
      .map((prompt) => prompt.name || prompt.identifier);
  return { used: names(true), dropped: names(false) };
}

/** Why an entry is sent to no agent; null when it is sent. */
export function whyDropped(prompt: PresetPrompt, target: PresetTarget): PresetDrop | null {
  if (prompt.marker) return 'marker';
  if (!prompt.enabled) return 'disabled';
  if (!prompt.triggered) return 'not-triggered';
  if (prompt.content.trim() === '') return 'empty';
  if (prompt.role === 'assistant') return 'assistant-role';
  return target === 'none' ? 'by-choice' : null;
}
