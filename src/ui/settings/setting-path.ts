/** The dotted name of one setting, and how to read and replace its value. */
import { type AgentSettings, type Settings } from '../../domain/settings.ts';

/** A record by free names (`cards`, `tools.deny`) is one setting, not a group. */
export type SettingPath<T = Settings> = {
  [K in keyof T & string]: T[K] extends object ? (string extends keyof T[K] ? K : `${K}.${SettingPath<T[K]>}`) : K;
}[keyof T & string];

export type AgentName = keyof Settings['agents'];
export type AgentSettingPath = `agents.${AgentName}.${keyof AgentSettings}`;

export function readSetting(settings: Settings, path: SettingPath): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings);
}

/** A copy with another value at `path`; the value is not checked here. */
export function withSetting(settings: Settings, path: SettingPath, value: unknown): unknown {
  const put = (holder: Record<string, unknown>, keys: readonly string[]): unknown => {
    const [key, ...deeper] = keys;
    if (key === undefined) return value;
    return { ...holder, [key]: put(holder[key] as Record<string, unknown>, deeper) };
  };
  return put(settings as unknown as Record<string, unknown>, path.split('.'));
}
