import { describe, expect, it } from 'vitest';
import { fitBudget } from '../../../../src/domain/prompt/budget.ts';
import { type Segment } from '../../../../src/domain/prompt/segment.ts';
import { wellFormed } from '../../../../src/shared/well-formed.ts';

const count = (text: string) => text.length;
const segment = (part: Partial<Segment>): Segment => ({
  key: 'worldinfo2',
  role: 'user',
  text: 'text',
  tag: null,
  source: 'test',
  priority: 0,
  ...part,
});
const pieces = (key: Segment['key'], priority: number, texts: string[]): Segment =>
  segment({
    key,
    priority,
    tag: 'worldinfo2',
    text: texts.join('\n\n'),
    pieces: texts.map((text, i) => ({ text, source: `${key}#${i}` })),
  });

const fit = (segments: Segment[], limit: number) => {
  const result = fitBudget(segments, { limit, count });
  if (!result.ok) throw result.error;
  return result.value;
};

describe('fitBudget', () => {
  it('changes nothing when all of it fits', () => {
    const all = [segment({ text: 'x'.repeat(50), priority: 9 }), segment({ key: 'task', text: 'go' })];
    const prompt = fit(all, 1_000);
    expect(prompt.segments).toEqual(all);
    expect(prompt.cut).toEqual([]);
  });
  it('cuts the highest priority first, and only as much as it must, from the front', () => {
    const prompt = fit(
      [
        pieces('worldinfo1', 10, ['A'.repeat(100)]),
        pieces('worldinfo2', 50, ['B'.repeat(100), 'C'.repeat(100), 'D'.repeat(100)]),
        segment({ key: 'user_input', text: 'go' }),
      ],
      270,
    );
    expect(prompt.cut.map(({ source, reason }) => `${source} ${reason}`)).toEqual([
      'worldinfo2#0 budget_exceeded',
      'worldinfo2#1 budget_exceeded',
    ]);
    expect(prompt.messages[0]?.content).toContain('D'.repeat(100));
    expect(prompt.tokens).toBeLessThanOrEqual(270);
  });
  it('never cuts priority 0, and says so when that alone is too long', () => {
    const result = fitBudget(
      [segment({ text: 'x'.repeat(90), priority: 5 }), segment({ key: 'user_input', text: 'y'.repeat(200) })],
      { limit: 100, count },
    );
    expect(result.ok).toBe(false);
    if (!result.ok) {
      expect(result.error.code).toBe('model.overflow');
      expect(result.error.details).toEqual({ needed: 208, limit: 100 });
    }
  });
  it('holds the limit for every limit, whatever the pieces weigh', () => {
    const all = [
      pieces('recent_turns', 60, ['one', 'two two', 'three three three']),
      pieces('worldinfo3', 75, ['k'.repeat(31), '', 'm'.repeat(7)]),
      segment({ key: 'examples', text: 'e'.repeat(20), priority: 95 }),
      segment({ key: 'instructions', role: 'system', text: 'rules' }),
      segment({ key: 'task', text: 'go' }),
    ];
    for (let limit = 20; limit < 260; limit += 1) {
      const prompt = fit(all, limit);
      expect(prompt.tokens).toBeLessThanOrEqual(limit);
      const text = prompt.messages.map((message) => message.content as string).join('');
      expect(text).toContain('rules');
      expect(text).toContain('go');
    }
  });
  it('keeps a context of 3,072 with 6,000 tokens of constant lore and names what went', () => {
    const prompt = fit(
      [
        pieces(
          'worldinfo1',
          25,
          Array.from({ length: 20 }, (_, i) => `${i}`.padEnd(300, 'w')),
        ),
        pieces(
          'recent_turns',
          60,
          Array.from({ length: 10 }, (_, i) => `${i}`.padEnd(300, 't')),
        ),
        segment({ key: 'user_input', text: 'u'.repeat(120) }),
      ],
      3_072,
    );
    expect(prompt.tokens).toBeLessThanOrEqual(3_072);
    expect(prompt.cut.filter(({ key }) => key === 'recent_turns')).toHaveLength(10);
    expect(prompt.cut.filter(({ key }) => key === 'worldinfo1').length).toBeGreaterThan(9);
    expect(prompt.messages[0]?.content).toContain('u'.repeat(120));
  });
});

describe('a text that must stay but does not fit', () => {
  const story = Array.from({ length: 60 }, (_, i) => `Sentence ${i} of the story.`).join(' ');
  const prose = segment({ key: 'turn_text', text: story, middleMark: '[left out]' });
  const task = segment({ key: 'task', text: 'go' });

  it('loses its middle last of all, in whole sentences, with a mark, and the record says so', () => {
    const prompt = fit([segment({ text: 'x'.repeat(400), priority: 9 }), prose, task], 700);
    const [kept] = prompt.segments;
    expect(prompt.segments.map(({ key }) => key)).toEqual(['turn_text', 'task']);
    expect(prompt.tokens).toBeLessThanOrEqual(700);
    expect(prompt.tokens).toBeGreaterThan(600);
    expect(kept?.text).toMatch(
      /^Sentence 0 of the story\..*of the story\.\n\[left out\]\nSentence \d+ .*Sentence 59 of the story\.$/s,
    );
    expect(prompt.cut.map(({ key }) => key)).toEqual(['worldinfo2', 'turn_text']);
    expect(prompt.cut[1]?.tokens).toBe(story.length - (kept?.text.length ?? 0));
  });
  it('stays whole while anything else may go', () => {
    const prompt = fit([segment({ text: 'x'.repeat(400), priority: 1 }), prose, task], story.length + 50);
    expect(prompt.segments).toContain(prose);
  });
  it('of several the longest is shortened first, and the next only when that is not enough', () => {
    const input = segment({ key: 'user_input', text: story.slice(0, 500), middleMark: '[left out]' });
    expect(fit([input, prose, task], 1_200).segments).toContain(input);
    const both = fit([input, prose, task], 700);
    expect(both.segments.filter(({ text }) => text.includes('[left out]'))).toHaveLength(2);
  });
  it.each([
    ['without any punctuation', '潮'.repeat(3_000)],
    ['of characters that are two', '🚢'.repeat(1_500)],
    ['of line breaks', 'a\n'.repeat(1_500)],
  ])('a text %s is cut between characters', (_, text) => {
    const prompt = fit([segment({ key: 'turn_text', text, middleMark: '[left out]' }), task], 600);
    expect(prompt.tokens).toBeLessThanOrEqual(600);
    expect(wellFormed(prompt.segments[0]?.text ?? '')).toBe(prompt.segments[0]?.text);
    expect(prompt.segments[0]?.text).toContain('\n[left out]\n');
  });
  it('is an overflow when even the shortest does not fit, and says how much it takes', () => {
    const result = fitBudget([prose, task], { limit: 100, count });
    expect(result.ok ? 0 : Number(result.error.details['needed'])).toBeGreaterThan(100);
    expect(result.ok ? 0 : Number(result.error.details['needed'])).toBeLessThan(400);
  });
});
