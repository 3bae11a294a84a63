/** Takes what is ours out of SillyTavern: of the open chat and of the settings. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { KEPT_SETTINGS_KEY } from '../config/settings.ts';
import { openChat, type St, type StMessage } from './st-context.ts';

type Holder = { extra?: Record<string, unknown> } | undefined;

function forgetIn(holder: Holder): void {
  if (holder?.extra) delete holder.extra[EXTENSION_KEY];
}

function forgetInMessage(message: StMessage): void {
  forgetIn(message);
  for (const info of message.swipe_info ?? []) forgetIn(info);
}

/** Other chat files keep their records: without the extension nothing reads them. Resolves when the chat is saved. */
export async function forgetExtension(st: St): Promise<void> {
  const ctx = st();
  for (const key of [EXTENSION_KEY, KEPT_SETTINGS_KEY]) delete ctx.extensionSettings[key];
  ctx.saveSettingsDebounced();
  if (!openChat(ctx)) return;
  for (const message of ctx.chat) forgetInMessage(message);
  delete ctx.chatMetadata[EXTENSION_KEY];
  await ctx.saveChat();
}
