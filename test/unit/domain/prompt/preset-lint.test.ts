import { describe, expect, it } from 'vitest';
import { lintPreset, type PresetFault } from '../../../../src/domain/prompt/preset-lint.ts';
import { type PresetPrompt } from '../../../../src/domain/run/turn-request.ts';

const prompt = (content: string, part: Partial<PresetPrompt> = {}): PresetPrompt => ({
  identifier: 'x',
  name: 'X',
  role: 'system',
  content,
  enabled: true,
  marker: false,
  triggered: true,
  ...part,
});
const faults = (content: string, part: Partial<PresetPrompt> = {}) =>
  lintPreset([prompt(content, part)], 'zh').map(({ fault }) => fault);

describe('lintPreset', () => {
  it.each<[string, PresetFault]>([
    ['请先在<thinking>内思考，再写正文', 'thinking'],
    ['遵循以下思维链：1. 情绪 2. 动作', 'thinking'],
    ['Use chain-of-thought before the reply.', 'thinking'],
    ['Think step by step.', 'thinking'],
    ['正文必须包裹在<content>标签内', 'wrapping'],
    ['Wrap your whole reply inside <story> tags.', 'wrapping'],
    ['<content>\n正文\n</content>', 'wrapping'],
    ['正文不少于800字', 'length'],
    ['每次回复控制在 300-500 字', 'length'],
    ['Write at least 400 words.', 'length'],
    ['between 200 and 300 words per reply', 'length'],
    ['每次输出都要在结尾附上状态栏', 'panel'],
    ['End every reply with three options.', 'panel'],
  ])('%s → %s', (content, fault) => {
    expect(faults(content)).toContain(fault);
  });
  it.each([
    '文风：克制，短句，少用比喻。',
    'You write like a noir novelist. Keep the tension low.',
    '对话用「」，心理活动不加引号。',
    '雨下了300天，镇上没人说话。',
    'She waited 30 years for the ferry.',
    '<b>重要</b>：不要替玩家说话。',
  ])('finds nothing in: %s', (content) => {
    expect(faults(content)).toEqual([]);
  });
  it('says of an assistant entry only that it is sent to no one', () => {
    expect(faults('好的，<thinking>', { role: 'assistant' })).toEqual(['prefill']);
  });
  it('leaves out entries that would not be sent anyway', () => {
    expect(faults('思维链', { enabled: false })).toEqual([]);
    expect(faults('思维链', { triggered: false })).toEqual([]);
  });
  it('finds no fault in a length when length is left to the preset', () => {
    expect(lintPreset([prompt('不少于800字')], 'zh', 'preset')).toEqual([]);
  });
  it('speaks the language it is asked for', () => {
    expect(lintPreset([prompt('思维链')], 'en')[0]?.message).toMatch(/chain of thought/);
    expect(lintPreset([prompt('思维链')], 'zh')[0]?.message).toMatch(/思维链/);
  });
});
