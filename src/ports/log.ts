/** The developer's console; never shown to players. */
export interface Log {
  debug(message: string, details?: unknown): void;
  warn(message: string, details?: unknown): void;
}
