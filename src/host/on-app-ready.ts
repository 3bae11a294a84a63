/** Runs something once SillyTavern is ready to play; at once when it is ready already. */
import { currentSt } from './st-context.ts';

export function onAppReady(run: () => void): void {
  const { eventSource, eventTypes } = currentSt();
  // Not through `listen`: SillyTavern calls late listeners of this event by itself.
  eventSource.on(eventTypes['APP_READY'] ?? 'app_ready', run);
}
