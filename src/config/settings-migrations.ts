/** Numbered steps from older stored settings to today's; append only. */
import { isPlainObject } from './raw-object.ts';

/** Written into the stored settings as `version`. */
export const SETTINGS_VERSION = 1;

type Stored = Readonly<Record<string, unknown>>;

/** `steps[n]` turns version n into n + 1; version 0 is an object without a version. */
const steps: readonly ((stored: Stored) => Stored)[] = [(stored) => stored];

export function settingsVersion(stored: Stored): number | 'newer' {
  const version = stored['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) return 0;
  return version > SETTINGS_VERSION ? 'newer' : version;
}

/** Newer settings are handed on as they are: what is still understood is read. */
export function migrateSettings(stored: Stored): Stored {
  const version = settingsVersion(stored);
  if (version === 'newer') return stored;
  return steps.slice(version).reduce((current, step) => {
    const next = step(current);
    return isPlainObject(next) ? next : current;
  }, stored);
}
