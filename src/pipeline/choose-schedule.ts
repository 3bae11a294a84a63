/** Which steps a turn runs: serial when something has to be planned first, merged otherwise; parallel overlaps the tail. */
import { type Schedule } from '../domain/run/run.ts';
import { type Settings } from '../domain/settings.ts';

/**
 * @param planningTools an enabled planning `[TOOL:]` entry is in the active books, keyed ones included, so that a
 *   keyword does not flip the schedule from turn to turn; built-in tools do not count
 * @param skipPlanning the player wants no plan this turn
 */
export function chooseSchedule(settings: Settings, planningTools: boolean, skipPlanning = false): Schedule {
  if (skipPlanning) return 'merged';
  const { enableTextRecall, parallelExecutionEnabled } = settings.pipeline;
  if (!enableTextRecall && !planningTools) return 'merged';
  return parallelExecutionEnabled ? 'parallel' : 'serial';
}
