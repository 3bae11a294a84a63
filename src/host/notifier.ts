/** One-line messages through SillyTavern's toasts, and questions through its popups. */
import { type Notifier } from '../ports/notifier.ts';
import { type St } from './st-context.ts';

/** The toast library SillyTavern puts on the page. */
export interface Toasts {
  info(text: string, title?: string): unknown;
  warning(text: string, title?: string): unknown;
  error(text: string, title?: string): unknown;
}

const TITLE = 'Narrative Agent';

/** Toasts and popups show HTML; what we say is text. */
function asText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function pageToasts(): Toasts | null {
  return (window as { readonly toastr?: Toasts }).toastr ?? null;
}

export function makeNotifier(st: St, toasts: () => Toasts | null = pageToasts): Notifier {
  const said = new Set<string>();
  const info = (text: string): void => void toasts()?.info(asText(text), TITLE);
  return {
    info,
    warn: (text) => void toasts()?.warning(asText(text), TITLE),
    error: (text) => void toasts()?.error(asText(text), TITLE),
    once(key, text) {
      if (said.has(key)) return;
      said.add(key);
      info(text);
    },
    async confirm(text, signal) {
      if (signal?.aborted) return false;
      try {
        const ctx = st();
        const popup = new ctx.Popup(asText(text), ctx.POPUP_TYPE['CONFIRM'] ?? 2);
        const close = (): void => void popup.completeCancelled();
        signal?.addEventListener('abort', close, { once: true });
        const answer = await popup.show();
        signal?.removeEventListener('abort', close);
        return !signal?.aborted && answer === (ctx.POPUP_RESULT['AFFIRMATIVE'] ?? 1);
      } catch {
        // A popup that cannot be shown was not agreed to.
        return false;
      }
    },
  };
}
