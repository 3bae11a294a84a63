import { describe, expect, it } from 'vitest';
import { hanShare, storyLanguage } from '../../../../src/domain/prompt/story-language.ts';

describe('storyLanguage', () => {
  it.each([
    ['a Chinese card', ['雾港的渡船只在退潮时开。', '阿芜把灯挂上船头。'], 'zh'],
    ['a Chinese card full of markup', ['<div class="panel">雾港</div> {{user}} 走上码头，潮声很近。'], 'zh'],
    ['a Chinese card with an English name', ['Wren 是摆渡人，沉默寡言。'], 'zh'],
    ['an English card', ['The ferry leaves at ebb.', 'Wren hangs the lantern.'], 'en'],
    [
      'an English card that quotes a sign',
      ['The sign reads 雾港. '.repeat(1) + 'Wren walks on, slowly, past the pier.'],
      'en',
    ],
    ['a card without a letter', ['…', '123'], 'en'],
    ['no text', [], 'en'],
  ] as const)('%s', (_, texts, expected) => {
    expect(storyLanguage('auto', texts)).toBe(expected);
  });
  it('obeys the player', () => {
    expect(storyLanguage('en', ['雾港'])).toBe('en');
    expect(storyLanguage('zh', ['harbour'])).toBe('zh');
  });
  it('counts rare Han characters as one letter each', () => {
    expect(hanShare('𠮷a')).toBe(0.5);
  });
});
