/** A question over the page that waits for an answer; Escape, the page's undo and an aborted signal answer null. */
import { render, type VNode } from 'preact';

/** `draw` gets the function that answers. Resolves once; the dialog is gone by then. */
export function showDialog<T>(
  page: Document,
  label: string,
  draw: (answer: (value: T) => void) => VNode,
  signal: AbortSignal,
): Promise<T | null> {
  if (signal.aborted) return Promise.resolve(null);
  const holder = page.createElement('div');
  holder.className = 'narrative-agent-panel-holder';
  const returnTo = page.activeElement as HTMLElement | null;
  return new Promise((resolve) => {
    const answer = (value: T | null): void => {
      signal.removeEventListener('abort', giveUp);
      render(null, holder);
      holder.remove();
      returnTo?.focus();
      resolve(value);
    };
    const giveUp = (): void => answer(null);
    signal.addEventListener('abort', giveUp);
    page.body.append(holder);
    render(
      <div
        class="narrative-agent-panel narrative-agent-dialog"
        role="dialog"
        aria-modal="true"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          giveUp();
        }}
      >
        {draw(answer)}
      </div>,
      holder,
    );
    holder.querySelector('button')?.focus();
  });
}
