/** Settings: defaults, falling back field by field, keeping what is not understood. */
import { describe, expect, it } from 'vitest';
import { defaultSettings, parseSettings, settingsToStore } from '../../../src/config/settings.ts';
import { SETTINGS_VERSION } from '../../../src/config/settings-migrations.ts';

describe('default settings', () => {
  it('are the documented ones', () => {
    expect(defaultSettings()).toMatchObject({
      enabled: true,
      presetMode: 'none',
      worldbookSource: 'auto',
      swipe: 'rewrite',
      pipeline: {
        recentTurnsForPlanning: 4,
        planningGrowthMargin: 4,
        recentTurnsForWriting: 3,
        writingGrowthMargin: 4,
        parallelExecutionEnabled: false,
        enableTextRecall: false,
        tail: 'auto',
      },
      agents: { mergedAnalysis: { antiHallucination: true } },
      state: { autoSyncWorldInfo: true, persistToLocalStorage: true },
      tools: { maxCallsPerTurn: 8, maxSteps: 5, allowIrreversible: false },
    });
  });

  it('are given for nothing stored, without keeping anything aside', () => {
    for (const nothing of [undefined, null, {}]) {
      expect(parseSettings(nothing)).toEqual({ settings: defaultSettings(), kept: null, problems: [] });
    }
  });

  it('do not share objects between two calls', () => {
    expect(defaultSettings().tools.allow).not.toBe(defaultSettings().tools.allow);
  });
});

describe('stored settings', () => {
  it.each([
    ['a wrong type', { enabled: 'yes' }, 'enabled'],
    ['an unknown choice', { presetMode: 'merge' }, 'presetMode'],
    ['a number out of bounds', { pipeline: { retries: 99 } }, 'pipeline.retries'],
    [
      'a fraction where a whole number is due',
      { pipeline: { recentTurnsForWriting: 2.5 } },
      'pipeline.recentTurnsForWriting',
    ],
    ['not a number', { pipeline: { retries: Number.NaN } }, 'pipeline.retries'],
    ['a group that is no object', { pipeline: 7 }, 'pipeline'],
    ['a list for a group', { sources: [] }, 'sources'],
    ['a deep field', { agents: { planning: { temperature: 'hot' } } }, 'agents.planning.temperature'],
    ['a union', { reply: { length: 'long' } }, 'reply.length'],
    ['one name of a record', { tools: { deny: { planning: ['a'], writing: [1] } } }, 'tools.deny.writing'],
  ])('fall back alone for %s', (_what, raw, path) => {
    const parsed = parseSettings({ ...raw, swipe: 'replan' });

    expect(parsed.problems).toEqual([path]);
    expect(parsed.settings.swipe).toBe('replan');
    expect(parsed.kept).toEqual({ ...raw, swipe: 'replan' });
  });

  it('keep the good neighbours of a bad field and of a bad record name', () => {
    const parsed = parseSettings({
      pipeline: { retries: 'x', recentTurnsForWriting: 9 },
      tools: { deny: { planning: ['roll_dice'], writing: 3 } },
    });

    expect(parsed.settings.pipeline).toMatchObject({ retries: 2, recentTurnsForWriting: 9 });
    expect(parsed.settings.tools.deny).toEqual({ planning: ['roll_dice'] });
  });

  it.each([['text'], [5], [[]], [true]])('that are no object at all (%j) are kept aside', (raw) => {
    expect(parseSettings(raw)).toEqual({ settings: defaultSettings(), kept: raw, problems: [''] });
  });

  it('of a newer version are read as far as they are understood and kept aside', () => {
    const raw = { version: SETTINGS_VERSION + 1, swipe: 'replan', presetMode: 'woven' };

    const parsed = parseSettings(raw);

    expect(parsed.settings).toMatchObject({ swipe: 'replan', presetMode: 'none' });
    expect(parsed.kept).toBe(raw);
    expect(parsed.problems).toContain('version');
  });

  it.each([[-1], [1.5], ['2'], [Number.NaN]])('with the version %j count as the oldest', (version) => {
    expect(parseSettings({ version, swipe: 'replan' }).settings.swipe).toBe('replan');
  });

  it('are never changed by reading', () => {
    const raw = { pipeline: { retries: 'x' }, tools: { deny: { writing: 3 } } };
    const before = structuredClone(raw);

    parseSettings(raw);

    expect(raw).toEqual(before);
  });

  it('with names that reach a prototype leave it alone', () => {
    const raw = JSON.parse('{"__proto__":{"enabled":false},"tools":{"deny":{"__proto__":["a"],"constructor":["b"]}}}');

    const stored = settingsToStore(raw, parseSettings(raw).settings);

    expect(({} as Record<string, unknown>)['enabled']).toBeUndefined();
    expect(Object.hasOwn(stored, '__proto__')).toBe(false);
  });
});

describe('settings to store', () => {
  it('read back as they were', () => {
    const settings = { ...defaultSettings(), swipe: 'replan' as const, cards: { 'a.png': false } };

    expect(parseSettings(settingsToStore(undefined, settings))).toEqual({ settings, kept: null, problems: [] });
  });

  it('keep unknown keys at every depth and carry the version', () => {
    const raw = { later: 1, pipeline: { later: 2 }, agents: { critic: { on: true } } };

    const stored = settingsToStore(raw, parseSettings(raw).settings);

    expect(stored).toMatchObject({ ...raw, version: SETTINGS_VERSION });
  });

  it('forget a name that was removed from a record', () => {
    const raw = settingsToStore(undefined, { ...defaultSettings(), cards: { 'a.png': false, 'b.png': true } });

    expect(settingsToStore(raw, { ...defaultSettings(), cards: { 'b.png': true } })['cards']).toEqual({
      'b.png': true,
    });
  });
});
