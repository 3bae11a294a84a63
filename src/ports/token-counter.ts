/** Counts tokens the way the current connection does. */
export interface TokenCounter {
  /** Contract: never throws; falls back to an estimate. Cached by text. */
  count(text: string): Promise<number>;
  /** Without waiting: an upper-biased estimate. */
  estimate(text: string): number;
}
