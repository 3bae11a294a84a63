/** Chooses the words of the settings drawer. */
import { type ScreenLanguage } from '../text.ts';
import { type SettingPath } from './setting-path.ts';
import { settingsEn } from './settings-text-en.ts';
import { settingsZh } from './settings-text-zh.ts';
import { type FieldText, type SettingsWords } from './settings-words.ts';

export function settingsText(language: ScreenLanguage): SettingsWords {
  return language === 'zh' ? settingsZh : settingsEn;
}

/** Label and hint of one setting; `null` only for a path that is no setting. */
export function fieldText(text: SettingsWords, path: SettingPath): FieldText | null {
  const own = (text.fields as Readonly<Record<string, FieldText>>)[path];
  if (own !== undefined) return own;
  const [, agent, key] = path.split('.');
  const shared = (text.agentFields as Readonly<Record<string, FieldText>>)[key ?? ''];
  const name = (text.agents as Readonly<Record<string, string>>)[agent ?? ''];
  return shared === undefined || name === undefined ? null : { ...shared, label: `${name} · ${shared.label}` };
}
