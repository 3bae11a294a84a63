import { describe, expect, it } from 'vitest';
import { builtInInstructions, builtInVersion } from '../../../src/agents/built-in-instructions.ts';
import { defaultSettings } from '../../../src/config/settings.ts';

const { reply } = defaultSettings();

describe('builtInInstructions', () => {
  it.each(['merged-writing', 'writing', 'planning', 'analysis'] as const)('shows %s without open places', (agent) => {
    for (const language of ['zh', 'en'] as const) {
      for (const lite of [true, false]) {
        const text = builtInInstructions(agent, language, reply, lite);
        expect(text.length).toBeGreaterThan(100);
        expect(text).not.toContain('{{');
      }
    }
  });
  it('has a version per agent, which the reply controls do not change', () => {
    const versions = (['merged-writing', 'writing', 'planning', 'analysis'] as const).map((agent) =>
      builtInVersion([agent]),
    );
    expect(new Set(versions).size).toBe(4);
    expect(versions).not.toContain(builtInVersion(['merged-writing', 'writing']));
    expect(builtInInstructions('writing', 'en', { ...reply, playerSpeaks: 'free' })).not.toBe(
      builtInInstructions('writing', 'en', reply),
    );
  });
});
