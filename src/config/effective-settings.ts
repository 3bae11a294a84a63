/** The settings that count now: the chat's own choices before the card's, the card's before the main switch. */
import { type Settings } from '../domain/settings.ts';

export interface ChatOverrides {
  readonly enabled?: unknown;
  readonly promptMode?: unknown;
}

const modes: readonly unknown[] = ['native', 'compat_plus', 'compat_strict'];

/** @param card avatar of the open card; null in a group or without a chat */
export function effectiveSettings(settings: Settings, card: string | null, chat: ChatOverrides | null): Settings {
  const ofCard = card !== null && Object.hasOwn(settings.cards, card) ? settings.cards[card] : undefined;
  const ofChat = typeof chat?.enabled === 'boolean' ? chat.enabled : undefined;
  const promptMode = modes.includes(chat?.promptMode)
    ? (chat?.promptMode as Settings['promptMode'])
    : settings.promptMode;
  return { ...settings, enabled: ofChat ?? ofCard ?? settings.enabled, promptMode };
}
