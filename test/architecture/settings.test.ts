/** Every setting has a label and a hint in both languages and an input, or a reason why it has none. */
import { readFileSync, readdirSync } from 'node:fs';
import { coveredBy } from './settings-covered.ts';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/config/settings.ts';
import { fieldsNotShown, settingFields, settingGroups } from '../../src/ui/settings/setting-fields.ts';
import { readSetting, type SettingPath } from '../../src/ui/settings/setting-path.ts';
import { fieldText, settingsText } from '../../src/ui/settings/settings-text.ts';

const records = new Set(['cards', 'presetChoices', 'presetTargets', 'tools.allow', 'tools.deny']);

function leaves(value: object, at = ''): string[] {
  return Object.entries(value).flatMap(([key, child]) => {
    const path = at === '' ? key : `${at}.${key}`;
    return typeof child === 'object' && child !== null && !records.has(path) ? leaves(child, path) : [path];
  });
}

const paths = leaves(defaultSettings()) as SettingPath[];
const shown = settingGroups.flatMap((group) => settingFields[group]);

describe('the settings', () => {
  it('each stand in the drawer once, or have a reason not to', () => {
    const placed = [...shown.map((field) => field.path), ...Object.keys(fieldsNotShown)];

    expect(placed.toSorted()).toEqual(paths.toSorted());
  });

  it.each(paths)('have a label and a hint in both languages: %s', (path) => {
    for (const language of ['zh', 'en'] as const) {
      const text = fieldText(settingsText(language), path);

      expect(text?.label, language).toBeTruthy();
      expect(text?.hint, language).toMatch(/[.。]/);
    }
  });

  it.each(['zh', 'en'] as const)('have a word for every choice (%s)', (language) => {
    for (const { path, input } of shown) {
      if (input.kind !== 'choice') continue;
      expect(Object.keys(fieldText(settingsText(language), path)?.options ?? {}), path).toEqual(input.options);
      expect(input.options).toContain(readSetting(defaultSettings(), path));
    }
  });

  it.each(paths)('change something that a test would miss: %s', (path) => {
    const file = coveredBy(path);
    const key = path.split('.').at(-1) ?? '';

    expect(file, `no test is named for ${path} in settings-covered.ts`).not.toBe('');
    expect(readFileSync(`test/${file}`, 'utf8')).toContain(key);
  });

  it('have the same words around them in both languages', () => {
    const keys = (words: object): string[] => Object.keys(words).toSorted();

    expect(keys(settingsText('zh').drawer)).toEqual(keys(settingsText('en').drawer));
    expect(keys(settingsText('zh').groups)).toEqual(keys(settingsText('en').groups));
  });
});

/** Every source file in which a setting can have an effect. */
const readers = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/^(ui|config)\/|^domain\/settings\.ts$|^main\.ts$/.test(file))
  .concat('config/effective-settings.ts')
  .map((file) => readFileSync(`src/${file}`, 'utf8'))
  .join('\n');

describe('a setting', () => {
  it.each(paths.filter((path) => !(path in fieldsNotShown)))('is read by something: %s', (path) => {
    const key = path.split('.').at(-1)!;
    expect(new RegExp(`[.{,\\s]${key}\\b(?!['"(])`).test(readers)).toBe(true);
  });
});

describe('settings.html', () => {
  const html = readFileSync('settings.html', 'utf8');

  it('has its words in i18n/zh-cn.json, and no others stand there', () => {
    const inHtml = [...html.matchAll(/data-i18n="([^"]+)"/g)].map((match) => match[1]);
    const translated = Object.keys(JSON.parse(readFileSync('i18n/zh-cn.json', 'utf8')));

    expect(inHtml.length).toBeGreaterThan(0);
    expect(translated.toSorted()).toEqual(inHtml.toSorted());
  });

  it('is a drawer with a body to fill', () => {
    expect(html).toContain('inline-drawer-header');
    expect(html).toContain('narrative-agent-settings-body');
  });
});
