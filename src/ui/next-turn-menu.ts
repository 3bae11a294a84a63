/** Our lines in SillyTavern's wand menu beside the send bar: guide the next turn, skip its plan, open the panels. */
import { type Undo } from '../shared/undo-list.ts';
import { element } from './element.ts';
import { type UiText } from './text/ui-text.ts';

export interface NextTurnMenuActions {
  /** The player writes the guide behind the command in the send bar. */
  guide(): void;
  toggleSkipPlanning(): void;
  openPanels(): void;
}

/** Where SillyTavern has no such menu nothing is shown. */
export function mountNextTurnMenu(page: Document, text: UiText, actions: NextTurnMenuActions): Undo {
  const line = (icon: string, label: string, onClick: () => void): HTMLElement => {
    const made = element(page, 'div', {
      className: 'list-group-item flex-container flexGap5 interactable',
      attributes: { tabindex: '0', role: 'listitem' },
      children: [
        element(page, 'div', { className: `fa-solid ${icon} extensionsMenuExtensionButton` }),
        element(page, 'span', { text: label }),
      ],
    });
    // The click goes on: SillyTavern closes its menu by it.
    made.addEventListener('click', onClick);
    return made;
  };
  const group = element(page, 'div', {
    className: 'extension_container narrative-agent-menu',
    children: [
      line('fa-compass', text.commands.menuGuide, () => actions.guide()),
      line('fa-forward', text.commands.menuNoPlan, () => actions.toggleSkipPlanning()),
      line('fa-book-open', text.commands.menuPanels, () => actions.openPanels()),
    ],
  });
  page.getElementById('extensionsMenu')?.append(group);
  return () => group.remove();
}

/** Puts the beginning of the command into the send bar. */
export function beginGuide(page: Document): void {
  const box = page.querySelector<HTMLTextAreaElement>('#send_textarea');
  if (!box) return;
  if (!box.value.startsWith('/na guide')) box.value = `/na guide ${box.value}`;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.focus();
}
