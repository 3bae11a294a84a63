/** The choices of the open chat, between its session and the drawer. */
import { type ChatSession } from '../../ports/chat-session.ts';
import { type ChatChoices } from './settings-panel-deps.ts';

/** Null when no chat is open; what cannot be read counts as not chosen. */
export function readChatChoices(session: ChatSession | null): ChatChoices | null {
  if (!session) return null;
  const enabled = session.choice('enabled');
  const mode = session.choice('promptMode');
  const note = session.choice('styleNote');
  return {
    enabled: typeof enabled === 'boolean' ? enabled : null,
    promptMode: mode === 'native' || mode === 'compat_plus' || mode === 'compat_strict' ? mode : null,
    styleNote: typeof note === 'string' ? note : '',
  };
}

export async function saveChatChoices(session: ChatSession | null, choices: ChatChoices): Promise<void> {
  await session?.setChoice('enabled', choices.enabled ?? undefined);
  await session?.setChoice('promptMode', choices.promptMode ?? undefined);
  await session?.setChoice('styleNote', choices.styleNote === '' ? undefined : choices.styleNote);
}
