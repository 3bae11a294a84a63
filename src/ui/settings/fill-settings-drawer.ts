/** Fills the drawer of settings.html when it is first opened, so that starting SillyTavern does not pay for it. */
import { type Undo } from '../../shared/undo-list.ts';
import { type SettingsPanelDeps } from './settings-panel-deps.ts';

/** `drawer` is the element made from settings.html, already in the page. The undo removes it. */
export function fillSettingsDrawer(
  drawer: HTMLElement,
  deps: SettingsPanelDeps,
  onError: (error: unknown) => void,
): Undo {
  const header = drawer.querySelector('.inline-drawer-header');
  const body = drawer.querySelector<HTMLElement>('.narrative-agent-settings-body');
  let undoPanel: Undo | null = null;
  let removed = false;

  const fill = (): void => {
    header?.removeEventListener('click', fill);
    import('./settings-panel.tsx')
      .then(({ renderSettingsPanel }) => {
        if (!removed && body !== null) undoPanel = renderSettingsPanel(body, deps);
      })
      .catch(onError);
  };
  header?.addEventListener('click', fill);

  return () => {
    removed = true;
    header?.removeEventListener('click', fill);
    undoPanel?.();
    drawer.remove();
  };
}
