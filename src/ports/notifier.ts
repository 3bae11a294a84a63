/** One-line messages to the player that pass by themselves, and questions that wait for an answer. */
export interface Notifier {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
  /** Says `text` once per `key` and page load. */
  once(key: string, text: string): void;
  /** Contract: resolves false when the player dismisses it or the signal aborts; never throws. */
  confirm(text: string, signal?: AbortSignal): Promise<boolean>;
}
