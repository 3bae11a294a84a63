import { describe, expect, it } from 'vitest';
import { type FloorId } from '../../../../src/domain/ids.ts';
import { bareSummary, labelledRound, renderSummaryLine } from '../../../../src/domain/history/summary-line.ts';
import {
  messageSummary,
  readMessageSummaries,
  readSummaryText,
} from '../../../../src/domain/history/read-summaries.ts';

const line = (round: number, text: string) => ({ floorId: 'f' as FloorId, round, text });

describe('a summary line', () => {
  it('has its number from the code, in the language of the chat', () => {
    expect(renderSummaryLine(line(7, '雾散了。'), 'zh')).toBe('[第7轮] 雾散了。');
    expect(renderSummaryLine(line(7, 'Fog lifts.'), 'en')).toBe('[Round 7] Fog lifts.');
  });

  it('is one line', () => {
    expect(renderSummaryLine(line(1, 'a\n b'), 'en')).toBe('[Round 1] a b');
  });

  it.each([
    ['[第9轮] 雾散了。', '雾散了。'],
    ['【第九轮】雾散了。', '雾散了。'],
    ['第9轮：雾散了。', '雾散了。'],
    ['[轮9] 雾散了。', '雾散了。'],
    ['[Round 9] Fog.', 'Fog.'],
    ['Turn 9 - Fog.', 'Fog.'],
    ['- [第9轮] 摘要：雾散了。', '雾散了。'],
    ['摘要：[第9轮] 雾散了。', '雾散了。'],
    ['[第9轮] [第10轮] 雾散了。', '雾散了。'],
    ['Summary: Fog.', 'Fog.'],
    ['雾\n散了。', '雾 散了。'],
  ])('%j is stored as %j', (written, stored) => expect(bareSummary(written)).toBe(stored));

  it.each([
    '第三轮比试在码头举行。',
    'Round 3 of the duel ended.',
    '[紧急] 雾散了。',
    '用户意图：离岸 | 叙事要点：缆绳断了',
  ])('keeps %j, which only looks a little like one', (text) => expect(bareSummary(text)).toBe(text));

  it('tells the number that was written', () => {
    expect(labelledRound('[第12轮] 雾')).toBe(12);
    expect(labelledRound('[第１２轮] 雾')).toBe(12);
    expect(labelledRound('Round 4: fog')).toBe(4);
    expect(labelledRound('fog')).toBeNull();
  });
});

describe('summaries of older versions', () => {
  it('with intent and points', () => {
    expect(readSummaryText('[第7轮] 用户意图：离岸 | 叙事要点：缆绳断了')).toEqual([
      { round: 7, text: '用户意图：离岸 | 叙事要点：缆绳断了' },
    ]);
  });

  it('with points alone', () => {
    expect(readSummaryText('[第7轮] 叙事要点：缆绳断了\n[第8轮] 叙事要点：雾散了')).toEqual([
      { round: 7, text: '叙事要点：缆绳断了' },
      { round: 8, text: '叙事要点：雾散了' },
    ]);
  });

  it('in the long form, with fields and memories', () => {
    const text = '[第7轮]状态追踪：\n时间：清晨\n区域：旧码头\n重要记忆点：\n- 艾琳：收了三枚银币|答应开船';
    expect(readSummaryText(text)).toEqual([
      { round: 7, text: '时间：清晨；区域：旧码头；艾琳：收了三枚银币|答应开船' },
    ]);
  });

  it('in English', () => {
    expect(readSummaryText('[Round 2] User intent: cast off | Key points: the rope broke')).toEqual([
      { round: 2, text: 'User intent: cast off | Key points: the rope broke' },
    ]);
  });

  it('without a number', () => expect(readSummaryText('雾散了。')).toEqual([{ round: null, text: '雾散了。' }]));

  it('are taken from the block of a message, and a plain message has none', () => {
    expect(
      readMessageSummaries('<context>\n雾。\n</context>\n\n<summary>\n[第3轮] 雾散了。\n</summary>\n\n面板'),
    ).toEqual([{ round: 3, text: '雾散了。' }]);
    expect(readMessageSummaries('[第3轮] 雾散了。')).toEqual([]);
    expect(messageSummary('雾。\n<summary>\n[第3轮] 雾散了。\n[第3轮] 船走了。\n</summary>')).toBe('雾散了。 船走了。');
    expect(messageSummary('雾散了。')).toBeNull();
  });
});
