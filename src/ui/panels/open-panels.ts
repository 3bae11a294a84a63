/** Opens the window with the panels; their code is loaded at the first opening. */
import { type PanelDeps, type PanelTab } from './panel-deps.ts';

export interface Panels {
  /** `pageId`: whose run the run tab shows; null or absent: that of the newest reply. */
  open(tab: PanelTab, pageId?: string | null): void;
  /** Closes the window and keeps it closed. */
  remove(): void;
}

export function makePanels(page: Document, deps: PanelDeps): Panels {
  let close: (() => void) | null = null;
  let removed = false;
  return {
    open(tab, pageId = null) {
      import('./panel-window.tsx')
        .then(({ showPanelWindow }) => {
          if (removed) return;
          close?.();
          close = showPanelWindow(page, deps, { tab, pageId });
        })
        .catch((error: unknown) => deps.onError(error));
    },
    remove() {
      removed = true;
      close?.();
    },
  };
}
