/** Messages whose text is made when somebody first asks for it: of a long chat a turn reads only a few. */
import { deepFreeze } from '../../shared/deep-freeze.ts';
import { type HistoryMessage } from '../run/turn-request.ts';

/** `read` is called once at most, and not before the text is wanted. Frozen, so that freezing a request asks for nothing. */
export function lateMessage(facts: Omit<HistoryMessage, 'text'>, read: () => string): HistoryMessage {
  const { chatIndex, role, name, hidden, toolOutput } = facts;
  const text = once(read);
  return Object.freeze({
    ...{ chatIndex, role, name, hidden },
    ...(toolOutput ? { toolOutput: deepFreeze(toolOutput) } : {}),
    get text() {
      return text();
    },
  });
}

/** What `make` gives, made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
