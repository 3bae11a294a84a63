/** Settings in SillyTavern's own settings file; what cannot be read is kept aside before anything is written over it. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { KEPT_SETTINGS_KEY, parseSettings, settingsToStore } from '../config/settings.ts';
import { type Settings } from '../domain/settings.ts';
import { type Undo } from '../shared/undo-list.ts';
import { type St } from './st-context.ts';

/** Unreadable settings that are kept, newest last. */
const KEPT_LIMIT = 5;

export interface SettingsStore {
  /** As stored now, each unreadable part at its default. */
  read(): Settings;
  save(settings: Settings): void;
  /** Paths that could not be read. */
  problems(): readonly string[];
  onChanged(handler: () => void): Undo;
}

export function makeSettingsStore(st: St): SettingsStore {
  const handlers = new Set<() => void>();
  let parsedFrom: unknown = Symbol('nothing');
  let parsedText = '';
  let parsed = parseSettings(undefined);

  /** Another extension or an import may have replaced or changed the stored object: it is compared, not trusted. */
  const current = (): typeof parsed => {
    const raw = st().extensionSettings[EXTENSION_KEY];
    const text = JSON.stringify(raw ?? null);
    if (raw !== parsedFrom || text !== parsedText) {
      parsedFrom = raw;
      parsedText = text;
      parsed = parseSettings(raw);
    }
    return parsed;
  };

  const keepAside = (unreadable: unknown): void => {
    const settings = st().extensionSettings;
    const before = settings[KEPT_SETTINGS_KEY];
    const list: unknown[] = Array.isArray(before) ? before : [];
    const text = JSON.stringify(unreadable);
    if (list.some((item) => JSON.stringify(item) === text)) return;
    settings[KEPT_SETTINGS_KEY] = [...list, structuredClone(unreadable)].slice(-KEPT_LIMIT);
  };

  return {
    read: () => current().settings,
    problems: () => current().problems,
    save(settings) {
      const { kept } = current();
      const all = st().extensionSettings;
      if (kept !== null) keepAside(kept);
      all[EXTENSION_KEY] = settingsToStore(all[EXTENSION_KEY], settings);
      st().saveSettingsDebounced();
      for (const handler of [...handlers]) handler();
    },
    onChanged(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
  };
}
