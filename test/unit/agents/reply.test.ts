import { describe, expect, it } from 'vitest';
import { replyLengthLine } from '../../../src/agents/reply-length.ts';
import { playerSpeaksLine, styleLine } from '../../../src/agents/reply-lines.ts';

const reply = { length: 'auto', person: 'auto', tense: 'auto', playerSpeaks: 'never' } as const;

describe('replyLengthLine', () => {
  it('takes the median of the last three replies, 30 % either way', () => {
    const replies = ['字'.repeat(9_000), '字'.repeat(100), '字'.repeat(200), '字'.repeat(300)];
    expect(replyLengthLine('auto', replies, 'zh')).toBe('篇幅约 140 到 260 字。');
  });
  it('counts words in English', () => {
    expect(replyLengthLine('auto', ['word '.repeat(100)], 'en')).toBe('Length: about 70 to 130 words.');
  });
  it('counts a Latin word inside Chinese as one', () => {
    expect(replyLengthLine('auto', ['Wren走'.repeat(100)], 'zh')).toBe('篇幅约 140 到 260 字。');
  });
  it('has a start without replies and bounds for odd ones', () => {
    expect(replyLengthLine('auto', [], 'zh')).toBe('篇幅约 280 到 520 字。');
    expect(replyLengthLine('auto', ['', '嗯'], 'zh')).toBe('篇幅约 80 到 160 字。');
    expect(replyLengthLine('auto', ['字'.repeat(50_000)], 'zh')).toBe('篇幅约 1400 到 2600 字。');
  });
  it('obeys the player, and is silent when the preset rules the length', () => {
    expect(replyLengthLine(1_000, ['x'], 'en')).toBe('Length: about 700 to 1300 words.');
    expect(replyLengthLine('preset', ['x'], 'en')).toBe('');
  });
});

describe('styleLine', () => {
  it('follows the story when nothing is set', () => {
    expect(styleLine(reply, 'en')).toMatch(/follow the greeting/);
    expect(styleLine(reply, 'zh')).toMatch(/开场白/);
  });
  it('says person and tense when they are set, and the rest follows', () => {
    const line = styleLine({ ...reply, person: 'second', tense: 'past' }, 'en');
    expect(line).toMatch(/"you"/);
    expect(line).toMatch(/past tense/);
    expect(line).toMatch(/quotation marks/);
  });
});

describe('playerSpeaksLine', () => {
  it('says a different thing for each choice', () => {
    const lines = (['never', 'gestures', 'free'] as const).map((playerSpeaks) =>
      playerSpeaksLine({ ...reply, playerSpeaks }, 'zh'),
    );
    expect(new Set(lines).size).toBe(3);
  });
});
