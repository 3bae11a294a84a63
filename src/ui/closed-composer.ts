/** Closes the send bar with a sentence while another tab plays the open chat, and offers to play it here. */
import { element } from './element.ts';
import { type UiText } from './text/ui-text.ts';

export interface ClosedComposerOptions {
  readonly page: Document;
  readonly text: () => UiText;
  /** Resolves when the chat is open here. */
  readonly takeOver: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface ClosedComposer {
  /** What was typed stays; nothing of the bar can be reached by pointer, keyboard or screen reader while it is closed. */
  set(closed: boolean): void;
  /** Opens the bar for good. */
  remove(): void;
}

export function makeClosedComposer({ page, text, takeOver, onError }: ClosedComposerOptions): ClosedComposer {
  let bar: HTMLElement | null = null;
  const form = (): HTMLElement | null => page.getElementById('send_form');

  function close(): void {
    const target = form();
    if (bar !== null || target === null) return;
    const words = text().otherTab;
    const button = element(page, 'button', {
      className: 'menu_button narrative-agent-button',
      text: words.takeOver,
      attributes: { type: 'button' },
      onClick() {
        button.disabled = true;
        takeOver()
          .catch(onError)
          .finally(() => (button.disabled = false));
      },
    });
    bar = element(page, 'div', {
      className: 'narrative-agent-other-tab',
      attributes: { role: 'alert' },
      children: [element(page, 'span', { text: words.sentence }), button],
    });
    target.before(bar);
    target.setAttribute('inert', '');
    target.classList.add('narrative-agent-closed');
  }

  function open(): void {
    if (bar === null) return;
    bar.remove();
    bar = null;
    form()?.removeAttribute('inert');
    form()?.classList.remove('narrative-agent-closed');
  }

  return {
    set: (closed) => (closed ? close() : open()),
    remove: open,
  };
}
