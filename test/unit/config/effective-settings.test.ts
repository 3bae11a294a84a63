/** Which settings count: the chat's choice before the card's, the card's before the main switch; a preset's answer before the preset mode. */
import { describe, expect, it } from 'vitest';
import { effectiveSettings } from '../../../src/config/effective-settings.ts';
import { defaultSettings } from '../../../src/config/settings.ts';

const settings = {
  ...defaultSettings(),
  cards: { 'Wren.png': false },
  presetChoices: { Dusk: 'split', Dawn: 'none' },
} as const;

describe('the settings that count', () => {
  it('take the choice of the chat, then of the card', () => {
    expect(effectiveSettings(settings, null, null).enabled).toBe(true);
    expect(effectiveSettings(settings, 'Wren.png', null).enabled).toBe(false);
    expect(effectiveSettings(settings, 'Wren.png', { enabled: true }).enabled).toBe(true);
    expect(effectiveSettings(settings, null, { promptMode: 'compat_plus' }).promptMode).toBe('compat_plus');
    expect(effectiveSettings(settings, null, { promptMode: 'nonsense' }).promptMode).toBe('native');
  });

  it('take what was answered for the selected preset before the preset mode', () => {
    expect(effectiveSettings(settings, null, null, 'Dusk').presetMode).toBe('split');
    expect(effectiveSettings({ ...settings, presetMode: 'split' }, null, null, 'Dawn').presetMode).toBe('none');
    expect(effectiveSettings({ ...settings, presetMode: 'split' }, null, null, 'Noon').presetMode).toBe('split');
    expect(effectiveSettings(settings, null, null, 'constructor').presetMode).toBe('none');
  });
});
