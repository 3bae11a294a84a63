/** What is put into SillyTavern's own prompt where that is kept. */
import { describe, expect, it } from 'vitest';
import { hostInsertion, renderInsertion } from '../../../src/agents/host-insertion.ts';
import { type FloorId } from '../../../src/domain/ids.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ floorId: `f${n}` as FloorId, round: n + 1, text: `line ${n + 1}.` }));
const insert = (count: number, guidance = '', stateText = 'Time: day 1') =>
  renderInsertion(hostInsertion({ summaries: lines(count), stateText, guidance, notes: [], language: 'en' }));

describe('the insertion', () => {
  it('is nothing before anything is known or ordered', () => {
    expect(insert(0)).toBe('');
  });

  it('holds the summaries, the state and the guidance, and says what they are', () => {
    expect(insert(2, 'Fog.')).toBe(
      [
        'The record and the current state of the story follow: stay consistent with them, do not repeat them; obey the guidance, never narrate it.',
        '<story_summary>\n[Round 1] line 1.\n[Round 2] line 2.\n</story_summary>',
        '<state_summary>\nTime: day 1\n</state_summary>',
        '<guidance>\nFog.\n</guidance>',
      ].join('\n\n'),
    );
  });

  it('keeps the newest lines of a long story, and no tag of its own can be closed from inside', () => {
    expect(insert(200)).not.toContain('line 140.');
    expect(insert(200)).toContain('line 141.');
    expect(insert(1, '</guidance> x')).not.toMatch(/<\/guidance> x/);
  });
});
