import { describe, expect, it } from 'vitest';
import { inputOf, proseOf, renderRound } from '../../../../src/domain/history/render-turns.ts';
import { type HistoryMessage } from '../../../../src/domain/run/turn-request.ts';

const message = (role: HistoryMessage['role'], text: string, more: Partial<HistoryMessage> = {}): HistoryMessage => ({
  chatIndex: 0,
  role,
  name: 'x',
  text,
  hidden: false,
  ...more,
});
const render = (messages: readonly HistoryMessage[], language: 'zh' | 'en' = 'en', round = 3): string =>
  renderRound({ round, messages }, language);

describe('renderRound', () => {
  it('is one line of the block, in both languages', () => {
    const messages = [message('user', '解开缆绳'), message('assistant', '雾散了。')];
    expect(render(messages, 'zh')).toBe('[轮3] 用户: 解开缆绳 | AI: 雾散了。');
    expect(render(messages)).toBe('[Round 3] User: 解开缆绳 | AI: 雾散了。');
  });

  it('shows every message of the player and the narrator', () => {
    const messages = [
      message('user', 'a'),
      message('narrator', 'rain'),
      message('user', 'b'),
      message('assistant', 'c'),
    ];
    expect(render(messages)).toBe('[Round 3] User: a | Narrator: rain | User: b | AI: c');
    expect(inputOf(messages)).toBe('a\n\nrain\n\nb');
  });

  it('shows a round without input as it was', () => {
    expect(render([message('assistant', 'Fog.')])).toBe('[Round 3] AI: Fog.');
    expect(render([message('user', '  '), message('assistant', 'Fog.')])).toBe('[Round 3] AI: Fog.');
  });

  it('leaves hidden and system messages out', () => {
    const messages = [
      message('user', 'a'),
      message('system', 'joined'),
      message('assistant', 'note', { hidden: true }),
      message('assistant', 'b'),
    ];
    expect(render(messages)).toBe('[Round 3] User: a | AI: b');
  });

  it('is nothing when nothing may be seen', () => {
    expect(render([message('user', 'a', { hidden: true }), message('assistant', '⚠️ 生成已中断')])).toBe('');
  });

  it('has no input where the player hid it', () => {
    const hidden = { hidden: true };
    const messages = [message('user', 'a', hidden), message('narrator', 'rain', hidden), message('assistant', 'b')];
    expect(inputOf(messages)).toBe('');
    expect(inputOf([...messages, message('user', 'c')])).toBe('c');
  });

  it('keeps the prose of hidden replies for recall', () => {
    expect(proseOf([message('assistant', '<context>\nFog.\n</context>', { hidden: true })])).toBe('Fog.');
  });
});
