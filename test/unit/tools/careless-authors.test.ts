/** Definitions as authors really write them, in both languages: what is meant is read, what is not is said with its place. */
import { describe, expect, it } from 'vitest';
import { readDefinitions } from '../../../src/tools/definition/read-definitions.ts';
import { toolEntry } from './tool-entry.ts';

const read = async (content: string | object, comment = '[TOOL:probe]') =>
  (await readDefinitions([toolEntry(content, { comment })]))[0];
const code = (body: string, more: object = {}) => ({
  type: 'code',
  function: { name: 'probe', description: 'd' },
  code: body,
  ...more,
});
const llm = (more: object) => ({
  type: 'llm',
  function: { name: 'probe', description: 'd' },
  system_prompt: 'p',
  ...more,
});

describe('careless definitions that are understood without a word', () => {
  it.each<[string, string | object, object, string?]>([
    [
      'Chinese field names',
      '{"类型":"代码","名称":"probe","描述":"掷骰","代码":"return 1"}',
      { name: 'probe', kind: 'code', description: '掷骰' },
    ],
    ['full-width brackets in the title', code('return 1'), { name: 'probe' }, '【TOOL:probe】 工具'],
    ['后置', llm({ trigger: '后置' }), { trigger: 'post_pipeline' }],
    ['正文后', llm({ trigger: '正文后' }), { trigger: 'post_pipeline' }],
    ['post_writing', llm({ trigger: 'post_writing' }), { trigger: 'post_pipeline' }],
    ['前置', llm({ trigger: '前置' }), { trigger: 'planning' }],
    ['a trigger in a list', llm({ trigger: ['post_pipeline'] }), { trigger: 'post_pipeline' }],
    ['keys in macro brackets', llm({ context: ['{{user_persona}}'] }), { context: ['user_persona'] }],
    ['a Chinese list of keys', llm({ context: '正文、状态' }), { context: ['narrative_text', 'state_summary'] }],
    ['variables as the state', llm({ context: ['mvu', '变量'] }), { context: ['state_summary'] }],
    ['a limit with a unit', code('return 1', { timeout: '2s' }), { limitMs: 2_000 }],
    ['a limit in milliseconds', code('return 1', { timeout: '500ms' }), { limitMs: 500 }],
    [
      'a lookback with a unit',
      llm({ output_tag: '<状态栏>', tag_lookback: '3轮' }),
      { outputTag: '状态栏', tagLookback: 3 },
    ],
    ['hidden', llm({ trigger: 'post', placement: 'hidden' }), { placement: 'panel' }],
    [
      'choices as a list',
      code('return 1', { parameters: { mode: ['calm', 'wild'] } }),
      { parameters: { type: 'object', properties: { mode: { enum: ['calm', 'wild'] } } } },
    ],
    [
      'a whole function',
      code('function run(params, state) { return params.a; }'),
      { code: 'return (function run(params, state) { return params.a; })(params, state);' },
    ],
    [
      'an arrow function',
      code('(params) => params.a + 1;'),
      { code: 'return ((params) => params.a + 1)(params, state);' },
    ],
    [
      'a helper and a return',
      code('function twice(n) { return n * 2; }\nreturn twice(params.a);'),
      { code: 'function twice(n) { return n * 2; }\nreturn twice(params.a);' },
    ],
  ])('%s', async (_, content, expected, comment) => {
    const tool = await read(content, comment);
    expect(tool?.definition).toMatchObject(expected);
    expect(tool?.lints).toEqual([]);
  });

  it('all means every key', async () => {
    expect((await read(llm({ context: 'all' })))?.definition?.context).toHaveLength(10);
  });
});

describe('careless definitions that are told of', () => {
  it.each<[string, string | object, object]>([
    ['bare code', 'return roll("1d6").total', { code: 'not-readable', severity: 'error', zh: /"type":"code"/ }],
    ['a bare prompt', '你是状态栏助手。', { code: 'not-readable', severity: 'error', zh: /"type":"llm"/ }],
    ['an empty entry', '  ', { code: 'not-readable', severity: 'error', en: /is empty/ }],
    ['code without a result', code('Math.random()'), { code: 'no-return', severity: 'warning', line: 1 }],
    [
      'two definitions in one entry',
      `${JSON.stringify(code('return 1'))}\n${JSON.stringify(code('return 2'))}`,
      { code: 'more-than-one', severity: 'warning', line: 2 },
    ],
    ['a list of two', JSON.stringify([code('return 1'), code('return 2')]), { code: 'more-than-one' }],
  ])('%s', async (_, content, { zh, en, ...expected }: { zh?: RegExp; en?: RegExp }) => {
    const [lint] = (await read(content))?.lints ?? [];
    expect(lint).toMatchObject(expected);
    if (zh) expect(lint?.zh).toMatch(zh);
    if (en) expect(lint?.en).toMatch(en);
  });

  it('a trigger nobody can place, with what was expected', async () => {
    const tool = await read(llm({ trigger: 'every turn' }));
    expect(tool?.definition).toBeNull();
    expect(tool?.lints).toMatchObject([{ code: 'unknown-trigger', severity: 'error', line: 1 }]);
  });
});
