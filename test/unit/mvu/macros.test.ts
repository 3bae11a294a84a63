/** Variable macros of card makers in our own prompts. */
import { describe, expect, it } from 'vitest';
import { expandVariableMacros } from '../../../src/mvu/macros.ts';
import { renderYaml } from '../../../src/mvu/render-yaml.ts';
import { parseYaml } from '../../../src/shared/parse-yaml.ts';

const message = {
  stat_data: { 地点: '码头', 金币: 5, $秘: 1, 人: [{ 名: '阿芜', $心: 1 }, { 名: '老秤' }], 注: '第一行\n第二行' },
};
const expand = (text: string) => expandVariableMacros(text, { message });

describe('expandVariableMacros', () => {
  it('puts texts in as they are and the rest as JSON, without `$` keys', () => {
    expect(expand('在{{get_message_variable::stat_data.地点}}')).toBe('在码头');
    expect(expand('{{get_message_variable::stat_data.金币}}')).toBe('5');
    expect(expand('{{get_message_variable::stat_data.人}}')).toBe('[{"名":"阿芜"},{"名":"老秤"}]');
    expect(expand('{{get_message_variable::stat_data.人[0].名}} {{GET_MESSAGE_VARIABLE::stat_data["金币"]}}')).toBe(
      '阿芜 5',
    );
  });

  it('writes YAML, indented to where the macro stands', () => {
    expect(expand('表：{{format_message_variable::stat_data.人}}')).toBe('表：- 名: 阿芜\n  - 名: 老秤');
    expect(expand('{{format_message_variable::stat_data.地点}}')).toBe('码头');
  });

  it('says null for what is missing, and for a chat without a record', () => {
    expect(expand('{{get_message_variable::stat_data.无}}{{format_message_variable::a.b}}')).toBe('nullnull');
    expect(expandVariableMacros('{{get_message_variable::stat_data}}', { message: null })).toBe('null');
  });

  it('reads HTML-escaped paths, leaves other macros and unknown kinds alone, and follows no prototype', () => {
    expect(expand('{{get_message_variable::stat_data[&quot;地点&quot;]}}')).toBe('码头');
    expect(expand('{{user}} {{get_global_variable::x}}')).toBe('{{user}} {{get_global_variable::x}}');
    expect(expand('{{get_message_variable::constructor.name}}{{get_message_variable::stat_data.__proto__}}')).toBe(
      'nullnull',
    );
  });

  it('does not expand what a value brings', () => {
    const tricky = { message: { a: '{{get_message_variable::b}}', b: 'x' } };
    expect(expandVariableMacros('{{get_message_variable::a}}', tricky)).toBe('{{get_message_variable::b}}');
  });
});

describe('renderYaml', () => {
  it.each([
    [{ a: 'true', b: 'x: y', c: ' pad', d: '- x', e: '', f: '1', g: '#x', h: 'a #b', i: "it's", j: 'null', k: 'x:' }],
    [{ 注: '第一行\n\n第二行', 缩: '  x\ny', 尾: 'x\n', 空: {}, 无: [], 层: [[1, [2]], { a: [{ b: null }] }] }],
    [[1, 'two', { three: 3, four: [] }]],
    [{ 'key: odd': 1, '123': 2, '- k': 3, '': 4, '~': 5 }],
    [{ v: ['@x', '&y', '*z', '!t', '|', '>', '%p', '`q', '"r"', "'s'", '[', '{', '?', ','] }],
  ])('is read back by YAML as it was: %j', async (value) => {
    expect(await parseYaml(renderYaml(value))).toEqual({ ok: true, value });
  });
});
