import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/shared/read-answer.ts';
import { corpus } from '../../fixtures/answers/corpus.ts';
import { analysisShape, mvuShape, planningShape } from '../../fixtures/answers/shapes.ts';

const shapes = { analysis: analysisShape, planning: planningShape, mvu: mvuShape };

describe('readAnswer on the corpus of bad answers', () => {
  it.each(corpus.map((entry) => [entry.name, entry] as const))('%s', (_, { text, shape, right }) => {
    const read = readAnswer(text, shapes[shape]);
    if ('problem' in right) {
      expect(read).toMatchObject({ ok: false, error: { kind: right.problem } });
      return;
    }
    expect(read.ok ? read.value.value : read.error).toEqual(right.value);
    if (!read.ok) return;
    expect(read.value.cutOff).toBe(right.cutOff ?? false);
    if (right.dropped !== undefined) expect(read.value.dropped).toBe(right.dropped);
    if (right.repaired !== undefined) expect(read.value.repaired).toBe(right.repaired);
  });

  it('has at least sixty entries, in both languages, with names of their own', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpus.map((entry) => entry.name)).size).toBe(corpus.length);
    expect(corpus.filter((entry) => /\p{Script=Han}/u.test(entry.text)).length).toBeGreaterThanOrEqual(30);
  });
});
