/** Which steps a turn runs: serial when something has to be planned first, merged otherwise; parallel overlaps the tail. */
import { type Schedule } from '../domain/run/run.ts';
import { type Settings } from '../domain/settings.ts';

/**
 * @param planningTools names of the enabled planning `[TOOL:]` entries in the active books, keyed ones included, so
 *   that a keyword does not flip the schedule from turn to turn; built-in tools do not count
 */
export function chooseSchedule(settings: Settings, planningTools: readonly string[]): Schedule {
  const { enableTextRecall, parallelExecutionEnabled } = settings.pipeline;
  if (!enableTextRecall && planningTools.length === 0) return 'merged';
  return parallelExecutionEnabled ? 'parallel' : 'serial';
}
