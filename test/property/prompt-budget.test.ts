import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBudget } from '../../src/domain/prompt/budget.ts';
import { neutraliseTags } from '../../src/domain/prompt/neutralise-tags.ts';
import { promptTags } from '../../src/domain/prompt/prompt-tags.ts';
import { joinPieces } from '../../src/domain/prompt/render-prompt.ts';
import { type Segment } from '../../src/domain/prompt/segment.ts';

const words = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', '潮', '\n'), maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('a', '. ', '潮。', '\n'), minLength: 200, maxLength: 400 }),
);
const segment: fc.Arbitrary<Segment> = fc
  .record({
    role: fc.constantFrom('system' as const, 'user' as const),
    tag: fc.constantFrom(null, 'card', 'worldinfo2'),
    priority: fc.integer({ min: 0, max: 5 }),
    texts: fc.array(words, { minLength: 1, maxLength: 5 }),
    middleMark: fc.option(fc.constant('[…]'), { nil: undefined, freq: 3 }),
  })
  .map(({ texts, middleMark, ...part }) => {
    const pieces = texts.map((text, i) => ({ text, source: `piece:${i}` }));
    const base: Segment = {
      ...part,
      ...(middleMark ? { middleMark } : {}),
      key: 'card',
      source: 'test',
      text: joinPieces({}, pieces),
    };
    return texts.length > 1 ? { ...base, pieces } : base;
  });

describe('fitBudget', () => {
  it('never exceeds the limit, never loses what must stay, and says what it cut', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 10 }), fc.integer({ min: 0, max: 900 }), (segments, limit) => {
        const result = fitBudget(segments, { limit, count: (text) => text.length });
        const hard = segments.filter(({ priority, text }) => priority === 0 && text.trim() !== '');
        if (!result.ok) {
          expect(Number(result.error.details['needed'])).toBeGreaterThan(limit);
          return;
        }
        const { value } = result;
        expect(value.tokens).toBeLessThanOrEqual(limit);
        for (const kept of hard) {
          if (kept.middleMark === undefined) expect(value.segments).toContain(kept);
          else expect(value.segments.some(({ text }) => text === kept.text || text.includes('\n[…]\n'))).toBe(true);
        }
        const whole = value.segments.length === segments.filter(({ text }) => text.trim() !== '').length;
        if (value.cut.length === 0) expect(whole).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('neutraliseTags', () => {
  it('leaves no tag of ours, changes nothing for the eye, and is done after one pass', () => {
    const part = fc.oneof(fc.constantFrom('<', '>', '/', ' ', '</', ...promptTags, 'b', '\u200b'), words);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const clean = neutraliseTags(text);
        expect(clean).not.toMatch(new RegExp(`</?(?:${promptTags.join('|')})>`, 'i'));
        expect(clean.replaceAll('\u200b', '')).toBe(text.replaceAll('\u200b', ''));
        expect(neutraliseTags(clean)).toBe(clean);
      }),
      { numRuns: 2_000 },
    );
  });
});
