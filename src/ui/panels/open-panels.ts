/** Opens the window with the panels; their code is loaded at the first opening. */
import { type PanelDeps, type PanelTab } from './panel-deps.ts';

export interface Panels {
  open(tab: PanelTab): void;
  /** Closes the window and keeps it closed. */
  remove(): void;
}

export function makePanels(page: Document, deps: PanelDeps): Panels {
  let close: (() => void) | null = null;
  let removed = false;
  return {
    open(tab) {
      import('./panel-window.tsx')
        .then(({ showPanelWindow }) => {
          if (removed) return;
          close?.();
          close = showPanelWindow(page, deps, tab);
        })
        .catch((error: unknown) => deps.onError(error));
    },
    remove() {
      removed = true;
      close?.();
    },
  };
}
