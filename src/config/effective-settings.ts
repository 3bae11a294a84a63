/** The settings that count now: the chat's own choices before the card's, the card's before the main switch. */
import { type Settings } from '../domain/settings.ts';

export interface ChatOverrides {
  readonly enabled?: unknown;
  readonly promptMode?: unknown;
}

const modes: readonly unknown[] = ['native', 'compat_plus', 'compat_strict'];

/**
 * @param card avatar of the open card; null in a group or without a chat
 * @param preset name of the selected preset: what the player answered for it goes before `presetMode`
 */
export function effectiveSettings(
  settings: Settings,
  card: string | null,
  chat: ChatOverrides | null,
  preset = '',
): Settings {
  const ofCard = card !== null && Object.hasOwn(settings.cards, card) ? settings.cards[card] : undefined;
  const ofChat = typeof chat?.enabled === 'boolean' ? chat.enabled : undefined;
  const promptMode = modes.includes(chat?.promptMode)
    ? (chat?.promptMode as Settings['promptMode'])
    : settings.promptMode;
  const presetMode = Object.hasOwn(settings.presetChoices, preset) ? settings.presetChoices[preset] : undefined;
  return {
    ...settings,
    enabled: ofChat ?? ofCard ?? settings.enabled,
    promptMode,
    presetMode: presetMode ?? settings.presetMode,
  };
}
