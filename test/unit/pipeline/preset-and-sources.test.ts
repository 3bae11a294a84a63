/** The offer to use a preset, and the look at where each text of preset and books goes. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { type PresetPrompt } from '../../../src/domain/run/turn-request.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { inspectSources } from '../../../src/pipeline/inspect-sources.ts';
import { offerPreset } from '../../../src/pipeline/offer-preset.ts';
import { type PresetOffer } from '../../../src/ports/player-questions.ts';
import { anEntry } from '../domain/worldbook/an-entry.ts';

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
const preset = {
  name: 'Dusk',
  stock: false,
  prompts: [
    prompt('main'),
    prompt('thinking', { content: '先在<think>里思考' }),
    prompt('off', { enabled: false }),
    prompt('chatHistory', { marker: true }),
  ],
};

async function offer(part: Partial<Settings> = {}, shown: Partial<typeof preset> = {}) {
  const asked: PresetOffer[] = [];
  const answer = await offerPreset(
    {
      settings: { ...defaultSettings(), ...part },
      language: 'en',
      questions: {
        mayRun: () => Promise.resolve(null),
        usePreset(question) {
          asked.push(question);
          return Promise.resolve('split');
        },
      },
    },
    { ...preset, ...shown },
    new AbortController().signal,
  );
  return { answer, asked };
}

describe('the offer to use a preset', () => {
  it('names what would be used, what would not, and what fights the turn', async () => {
    const { answer, asked } = await offer();
    expect(answer).toBe('split');
    expect(asked).toEqual([
      {
        preset: 'Dusk',
        used: ['main', 'thinking'],
        dropped: ['off'],
        lint: [expect.stringMatching(/^thinking: Demands a fixed chain of thought/)],
      },
    ]);
  });

  it.each([
    ['a stock preset', {}, { stock: true }],
    ['a preset that was answered for', { presetChoices: { Dusk: 'none' } as const }, {}],
    ['a player who uses presets anyway', { presetMode: 'split' } as const, {}],
    ['a preset without text', {}, { prompts: [prompt('chatHistory', { marker: true })] }],
  ])('is not made for %s', async (_, settings, shown) => {
    expect(await offer(settings, shown)).toEqual({ answer: null, asked: [] });
  });
});

describe('the look at the sources', () => {
  const look = (settings: Partial<Settings>, entries: Parameters<typeof inspectSources>[1]['entries'] = []) =>
    inspectSources(
      { settings: { ...defaultSettings(), ...settings }, language: 'en', estimate: (text) => text.length },
      { preset, entries },
    );

  it('shows for each preset entry who gets it, why not, and its findings', () => {
    const { blocks } = look({ presetTargets: { Dusk: { main: 'planning', thinking: 'none' } } }).preset;
    expect(blocks.map(({ identifier, target, chosen, drop }) => [identifier, target, chosen, drop])).toEqual([
      ['main', 'planning', true, null],
      ['thinking', 'none', true, 'by-choice'],
      ['off', 'both', false, 'disabled'],
    ]);
    expect(blocks[1]?.lint[0]).toMatch(/chain of thought/);
    expect(blocks[0]?.tokens).toBe('text of main'.length);
  });

  it('gives every worldbook entry one place or one reason, keyed ones as if their keys matched', () => {
    const { entries } = look({}, [
      anEntry({ uid: '1', constant: true, position: 0, content: 'The quay.' }),
      anEntry({ uid: '2', constant: false, keys: ['bell'], content: 'The bell.' }),
      anEntry({ uid: '3', constant: false, keys: [], content: 'Nobody calls me.' }),
      anEntry({ uid: '4', constant: true, enabled: false, content: 'Off.' }),
      anEntry({ uid: '5', constant: false, keys: ['/(a+)+b/'], content: 'Heavy.' }),
      anEntry({ uid: '6', constant: true, content: '{"type":"llm","function":{"name":"x"}}' }),
    ]);
    const of = new Map(entries.map((entry) => [entry.uid, entry]));
    expect(entries).toHaveLength(6);
    expect(of.get('1')?.place).toMatchObject({ bucket: 'worldinfo2', planning: true, writing: true });
    expect(of.get('2')?.place).toMatchObject({ bucket: 'worldinfo3_keyword' });
    expect(of.get('3')).toMatchObject({ place: null, reason: 'never-activates' });
    expect(of.get('4')).toMatchObject({ place: null, reason: 'disabled' });
    expect(of.get('5')?.lint[0]).toMatch(/repeats a repeat/);
    expect(of.get('6')).toMatchObject({ place: null, reason: 'filtered-tool-by-content' });
    expect(of.get('6')?.lint[0]).toMatch(/\[TOOL:name\]/);
  });
});
