/** Puts our stand-in for MVU on the page while it is wanted, and takes it away when it no longer is. */
import { type MvuHost, type UpdateEngine } from '../ports/mvu-host.ts';
import { type Log } from '../ports/log.ts';
import { type Undo } from '../shared/undo-list.ts';

/** The answer says whether it is wanted from now on; the engine is loaded the first time. */
export function placeStandIn(host: MvuHost, reload: UpdateEngine['reload'], log: Log): (wanted: boolean) => void {
  let wanted = false;
  let remove: Undo | null = null;
  const place = async (): Promise<void> => {
    const { makeUpdateEngine } = await import('../mvu/update-engine.ts');
    if (wanted) remove ??= host.standIn(makeUpdateEngine(reload));
  };
  return (next) => {
    if (next === wanted) return;
    wanted = next;
    if (next) {
      place().catch((error: unknown) => log.warn('The stand-in for MVU could not be placed.', error));
    } else {
      remove?.();
      remove = null;
    }
  };
}
