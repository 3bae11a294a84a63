/** Wires the settings drawer, where SillyTavern has a place for it. */
import { VERSION } from '../config/identity.ts';
import { forgetBooks } from '../host/forget-books.ts';
import { mountSettings } from '../host/mount.ts';
import { readChatChoices, saveChatChoices } from '../ui/settings/chat-choices.ts';
import { fillSettingsDrawer } from '../ui/settings/fill-settings-drawer.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { type BuiltIns } from '../ui/settings/settings-panel-deps.ts';
import { uiText } from '../ui/text.ts';
import { type Base } from './base.ts';

export async function wireDrawer(
  base: Base,
  readStory: () => Promise<TurnMaterial>,
  openPanels: () => void,
): Promise<void> {
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
        refreshBooks: () => void refreshBooks(base, readStory).catch(base.showError),
        openPanels,
        builtIns: () => loadBuiltIns(base),
      },
      base.showError,
    ),
  );
}

/** With the prompts of every agent, a chunk of its own. In the language of the story where the player chose one. */
async function loadBuiltIns({ host, settingsStore, showError }: Base): Promise<BuiltIns | null> {
  try {
    const { readBuiltIns } = await import('./built-ins.ts');
    const { promptLanguage, reply } = settingsStore.read();
    return readBuiltIns(promptLanguage === 'auto' ? host.language() : promptLanguage, reply);
  } catch (error) {
    showError(error);
    return null;
  }
}

/** Forgets what SillyTavern keeps of its books, reads them anew and says what there is. */
async function refreshBooks({ host, changes }: Base, readStory: () => Promise<TurnMaterial>): Promise<void> {
  forgetBooks(host.modules.worldInfo);
  const { entries } = await readStory();
  const books = new Set(entries.map(({ book }) => book)).size;
  host.notifier.info(uiText(host.language()).sources.refreshed(books, entries.length));
  changes.tell();
}
