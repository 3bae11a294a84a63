import { describe, expect, it } from 'vitest';
import { presetUse, splitPreset } from '../../../../src/domain/prompt/split-preset.ts';
import { type PresetPrompt } from '../../../../src/domain/run/turn-request.ts';

const prompt = (identifier: string, part: Partial<PresetPrompt> = {}): PresetPrompt => ({
  identifier,
  name: identifier,
  role: 'system',
  content: `text of ${identifier}`,
  enabled: true,
  marker: false,
  triggered: true,
  ...part,
});
const list = [
  prompt('main'),
  prompt('charDescription', { marker: true }),
  prompt('style', { role: 'user' }),
  prompt('off', { enabled: false }),
  prompt('only-swipe', { triggered: false }),
  prompt('blank', { content: ' \n' }),
  prompt('prefill', { role: 'assistant' }),
  prompt('jailbreak'),
];

describe('splitPreset', () => {
  it('sends system text to planning and writing and user text to writing, in the preset order, main included', () => {
    const split = splitPreset(list);
    expect(split.planningSystem.map(({ source }) => source)).toEqual(['preset:main', 'preset:jailbreak']);
    expect(split.writingSystem).toEqual(split.planningSystem);
    expect(split.writingUser).toEqual([{ text: 'text of style', source: 'preset:style' }]);
  });
  it('says of everything else why it was left out', () => {
    expect(splitPreset(list).dropped.map(({ identifier, reason }) => [identifier, reason])).toEqual([
      ['charDescription', 'marker'],
      ['off', 'disabled'],
      ['only-swipe', 'not-triggered'],
      ['blank', 'empty'],
      ['prefill', 'assistant-role'],
    ]);
  });
  it('obeys a choice for a single entry', () => {
    const split = splitPreset(list, {
      main: 'planning',
      jailbreak: 'writing',
      style: 'none',
      off: 'both',
      prefill: 'writing',
    });
    expect(split.planningSystem.map(({ source }) => source)).toEqual(['preset:main']);
    expect(split.writingSystem.map(({ source }) => source)).toEqual(['preset:jailbreak']);
    expect(split.writingUser).toEqual([]);
    expect(split.dropped).toContainEqual({ identifier: 'style', name: 'style', reason: 'by-choice' });
    expect(split.dropped).toContainEqual({ identifier: 'off', name: 'off', reason: 'disabled' });
  });
  it('names what would be used for the offer, and what would not', () => {
    expect(presetUse(list)).toEqual({
      used: ['main', 'style', 'jailbreak'],
      dropped: ['off', 'only-swipe', 'prefill'],
    });
  });
});
