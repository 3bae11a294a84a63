import { describe, expect, it } from 'vitest';
import { classifyEntry, lintEntries } from '../../../../src/domain/worldbook/classify.ts';
import { anEntry } from './an-entry.ts';

const kind = (comment: string, content = 'lore') => classifyEntry({ comment, content }).kind;
const tool = { type: 'llm', function: { name: 'board' } };

describe('classifyEntry', () => {
  it.each([
    ['[TOOL:roll_dice]', 'tool'],
    ['  [tool:状态栏] 面板', 'tool'],
    ['面板 [Tool: state-panel]', 'tool'],
    ['[ TOOL：骰子 ]', 'tool'],
    ['[UI]', 'ui'],
    ['正文美化[ui]', 'ui'],
    ['[initvar]', 'initvar'],
    ['变量初始化 [InitVar] 勿动', 'initvar'],
    ['[mvu_update]', 'mvu-update'],
    ['变量规则[MVU_UPDATE]', 'mvu-update'],
    ['[mvu_plot]', 'lore'],
    ['[LOCATION] 码头', 'lore'],
    ['[NPC] 阿芜', 'lore'],
    ['[RULE] fog', 'lore'],
    ['toolbox', 'lore'],
    ['[tools of the trade]', 'lore'],
    ['[UIX]', 'lore'],
    ['', 'lore'],
  ])('%s is %s', (comment, expected) => {
    expect(kind(comment)).toBe(expected);
  });
  it('keeps an entry with both MVU markers for the story and for the variables', () => {
    expect(classifyEntry({ comment: '[mvu_plot][mvu_update] tides', content: 'x' })).toEqual({
      kind: 'lore',
      mvuPlot: true,
      mvuUpdate: true,
    });
  });
  it.each([
    ['compact', JSON.stringify(tool), 'tool-by-content'],
    ['pretty', JSON.stringify({ ...tool, type: 'code' }, null, 2), 'tool-by-content'],
    ['fenced', '```json\n' + JSON.stringify(tool) + '\n```', 'tool-by-content'],
    ['broken by a trailing comma', '{"type":"llm","function":{"name":"x",},}', 'tool-by-content'],
    ['broken by a raw line break', '{"type": "code", "function": {"name":"x"}, "code":"a\nb"}', 'tool-by-content'],
    ['of another type', '{"type":"npc","function":{"name":"x"}}', 'lore'],
    ['without a function name', '{"type":"llm","function":{}}', 'lore'],
    ['with a function that is text', '{"type":"llm","function":"cook"}', 'lore'],
    ['prose about a tool', 'The type: "llm" of sailor…', 'lore'],
    ['a list', '[{"type":"llm","function":{"name":"x"}}]', 'lore'],
  ])('reads content that is %s', (_, content, expected) => {
    expect(kind('no marker', content)).toBe(expected);
  });
  it('reports enabled entries that are tools by content only, in the language asked for', () => {
    const content = JSON.stringify(tool);
    const lints = lintEntries(
      [anEntry({ uid: '7', content }), anEntry({ content, enabled: false }), anEntry({ content, comment: '[TOOL:x]' })],
      'en',
    );
    expect(lints.map(({ uid, code }) => [uid, code])).toEqual([['7', 'tool-by-content']]);
    expect(lints[0]?.message).toContain('[TOOL:name]');
  });
});
