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
  it('keeps its version when only the reply controls differ, and has one per agent and language', () => {
    const versions = (['merged-writing', 'writing', 'planning', 'analysis'] as const).flatMap((agent) =>
      (['zh', 'en'] as const).map((language) => builtInVersion(agent, language)),
    );
    expect(new Set(versions).size).toBe(8);
    expect(builtInInstructions('writing', 'en', { ...reply, playerSpeaks: 'free' })).not.toBe(
      builtInInstructions('writing', 'en', reply),
    );
  });
});
