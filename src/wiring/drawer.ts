/** Wires the settings drawer, where SillyTavern has a place for it. */
import { VERSION } from '../config/identity.ts';
import { mountSettings } from '../host/mount.ts';
import { readChatChoices, saveChatChoices } from '../ui/settings/chat-choices.ts';
import { fillSettingsDrawer } from '../ui/settings/fill-settings-drawer.ts';
import { type Base } from './base.ts';

export async function wireDrawer(base: Base, openPanels: () => void): Promise<void> {
  const { host, settingsStore, actions, changes } = base;
  const mounted = await mountSettings(host.st, host.folder);
  if (!mounted) return;
  base.undos.add(
    fillSettingsDrawer(
      mounted.root,
      {
        language: host.language(),
        version: VERSION,
        read: () => settingsStore.read(),
        save(next) {
          settingsStore.save(next);
          changes.tell();
        },
        problems: () => settingsStore.problems(),
        profiles: () => actions.profiles(),
        place: () => ({ card: actions.openCard(), chat: readChatChoices(base.peek()) }),
        saveChatChoices: (choices) => void saveChatChoices(base.peek(), choices).then(() => changes.tell()),
        onChanged: (handler) => changes.on(handler),
        refreshBooks: () => changes.tell(),
        openPanels,
      },
      base.showError,
    ),
  );
}
