/** Puts the settings drawer into SillyTavern's extensions panel. */
import { type Undo } from '../shared/undo-list.ts';
import { type St } from './st-context.ts';

/** The element that was put in, for the ui room to fill. */
export interface Mounted {
  readonly root: HTMLElement;
  readonly unmount: Undo;
}

const PANEL = '#extensions_settings2';

/** Null when SillyTavern has no such panel or the template cannot be read. */
export async function mountSettings(st: St, folder: string): Promise<Mounted | null> {
  const panel = document.querySelector(PANEL);
  if (!panel) return null;
  try {
    const html = await st().renderExtensionTemplateAsync(`third-party/${folder}`, 'settings');
    const root = document.createElement('div');
    root.className = 'narrative-agent-settings';
    // Our own file, through SillyTavern's template engine and sanitiser.
    root.innerHTML = html;
    panel.append(root);
    return { root, unmount: () => root.remove() };
  } catch {
    // Without the drawer everything else works; the caller says so.
    return null;
  }
}
