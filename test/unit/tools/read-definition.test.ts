/** Tool entries as authors really write them: what is read, and what is said about the rest. */
import { describe, expect, it } from 'vitest';
import { type ToolDefinition } from '../../../src/domain/tools/tool-definition.ts';
import { type ToolLintCode } from '../../../src/domain/tools/tool-lint.ts';
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';
import { readDefinition, type ReadTool } from '../../../src/tools/definition/read-definition.ts';
import { readDefinitions } from '../../../src/tools/definition/read-definitions.ts';
import { toolEntry } from './tool-entry.ts';

async function read(content: string | object, parts: Partial<WorldbookEntry> = {}): Promise<ReadTool> {
  const tool = await readDefinition(toolEntry(content, parts));
  if (!tool) throw new Error('not a tool');
  return tool;
}

async function good(content: string | object, parts: Partial<WorldbookEntry> = {}): Promise<ToolDefinition> {
  const { definition, lints } = await read(content, parts);
  if (!definition) throw new Error(lints.map((lint) => lint.en).join('\n'));
  return definition;
}

const codes = (tool: ReadTool): ToolLintCode[] => tool.lints.map((lint) => lint.code);
const plain = { type: 'code', function: { name: 'probe', description: 'looks' }, code: 'return 1' };
const llm = { type: 'llm', function: { name: 'probe', description: 'tells' }, system_prompt: 'Tell.' };

describe('titles', () => {
  it.each([
    ['[TOOL:probe]', ''],
    ['[tool:probe]', ''],
    ['  [Tool: probe ]', ''],
    ['[TOOL：probe] 探查', '探查'],
    ['[TOOL:probe]Look closely', 'Look closely'],
    ['★ [tool:probe] x', 'x'],
  ])('%s is a tool', async (comment, title) => {
    const definition = await good(plain, { comment });
    expect([definition.name, definition.title]).toEqual(['probe', title]);
  });

  it.each(['骰子检定', '掷骰-攻击', 'calc-damage', 'calc_damage.v2', 'Ωμέγα'])('%s may be a name', async (name) => {
    const tool = await read({ ...plain, function: { name } }, { comment: `[TOOL:${name}]` });
    expect(tool.definition?.name).toBe(name);
    expect(codes(tool)).toEqual(['missing-description']);
  });

  it('takes the name from the title when the content has none', async () => {
    expect((await good({ type: 'code', code: 'return 1' })).name).toBe('probe');
  });

  it('lets function.name count and says so when the title differs', async () => {
    const tool = await read(plain, { comment: '[TOOL:other]' });
    expect(tool.definition?.name).toBe('probe');
    expect(codes(tool)).toEqual(['name-differs']);
  });

  it('reads no entry whose title is no tool', async () => {
    expect(await readDefinition(toolEntry(plain, { comment: 'TOOL probe' }))).toBeNull();
  });
});

describe('contents', () => {
  const body = '"type":"code","function":{"name":"probe","description":"d"},"code":"return 1"';

  it.each([
    ['strict JSON', `{${body}}`, []],
    ['a byte order mark and blanks', `\uFEFF  {${body}}  \n`, []],
    ['a fenced block', '```json\n{' + body + '}\n```', []],
    ['a trailing comma', `{${body},}`, ['repaired']],
    ['comments', `{ // what it is\n ${body} /* end */ }`, ['repaired']],
    ['JSON5', `{type:'code',function:{name:'probe',description:'d'},code:'return 1'}`, ['repaired']],
    [
      'full-width punctuation',
      '{"type"："code"，"function"：{"name"："probe"，"description"："d"}，"code"："return 1"}',
      ['repaired'],
    ],
    ['words around the object', `Here it is:\n{${body}}`, ['repaired']],
    ['YAML', 'type: code\nfunction:\n  name: probe\n  description: d\ncode: return 1\n', []],
    ['YAML with a block of code', 'type: code\nfunction:\n  name: probe\n  description: d\ncode: |\n  return 1\n', []],
    [
      'a missing closing bracket',
      `{"code":"return 1","type":"code","function":{"name":"probe","description":"d"}`,
      ['cut-off'],
    ],
  ])('reads %s', async (_, content, lints) => {
    const tool = await read(content);
    expect(tool.definition).toMatchObject({ name: 'probe', kind: 'code', code: 'return 1' });
    expect(codes(tool)).toEqual(lints);
  });

  it('keeps real line breaks inside code and prompts', async () => {
    const tool = await read(
      '{"type":"code","function":{"name":"probe","description":"d"},"code":"const a = 1; // one\nreturn a;"}',
    );
    expect(tool.definition?.code).toBe('const a = 1; // one\nreturn a;');
    expect(tool.lints).toMatchObject([{ code: 'repaired', line: 1, severity: 'note' }]);
    expect(tool.lints[0]?.zh).toContain('换行');
  });

  it('reads quotes the author forgot to escape', async () => {
    const tool = await read(
      '{"type":"llm","function":{"name":"probe","description":"d"},"system_prompt":"Say "yes" or "no" now."}',
    );
    expect(tool.definition?.systemPrompt).toBe('Say "yes" or "no" now.');
  });

  it('joins code that is written as a list of lines, and takes a fence off code', async () => {
    expect((await good({ ...plain, code: ['const a = 1;', '  return a;'] })).code).toBe('const a = 1;\n  return a;');
    expect((await good({ ...plain, code: '```js\nreturn 2\n```' })).code).toBe('return 2');
  });

  it('says line and column where reading stopped', async () => {
    const tool = await read('{\n  "type": "code",\n  "function": {"name": "probe"},,,\n  "code": @\n}');
    const lint = tool.lints.find(({ code }) => code === 'not-readable' || code === 'repaired' || code === 'cut-off');
    expect(lint).toMatchObject({ line: 3, book: 'Harbour', uid: '1', comment: '[TOOL:probe]' });
    expect(lint?.column).toBeGreaterThan(1);
  });

  it.each(['', 'just words', '[1,2]', '"text"', '42', '{{{{'])('says that “%s” cannot be read', async (content) => {
    const tool = await read(content);
    expect(tool.definition).toBeNull();
    expect(tool.name).toBe('probe');
    expect(tool.lints[0]).toMatchObject({ severity: 'error' });
  });

  it('drops names that would reach a prototype', async () => {
    const tool = await read('{"__proto__":{"polluted":1},"constructor":{"x":1},' + body + '}');
    expect(tool.definition?.name).toBe('probe');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('kinds', () => {
  it.each([
    ['code', 'code'],
    ['CODE', 'code'],
    ['javascript', 'code'],
    ['llm', 'llm'],
    ['LLM ', 'llm'],
    ['ai', 'llm'],
  ])('type “%s” is %s', async (type, kind) => {
    const tool = await read({
      type,
      function: { name: 'probe', description: 'd' },
      system_prompt: 'p',
      code: 'return 1',
    });
    expect(tool.definition?.kind).toBe(kind);
  });

  it('takes a missing or unknown type from what is there, and says so', async () => {
    expect(codes(await read({ function: plain.function, code: 'return 1' }))).toEqual(['missing-type']);
    expect(await read({ ...plain, type: 'lua' })).toMatchObject({
      definition: { kind: 'code' },
      lints: [{ code: 'unknown-type' }],
    });
    expect((await read({ function: plain.function })).definition).toBeNull();
  });

  it('reads the OpenAI shape', async () => {
    const tool = await read({
      type: 'function',
      function: { name: 'probe', description: 'd', parameters: {} },
      code: 'return 1',
    });
    expect(tool).toMatchObject({ definition: { kind: 'code' }, lints: [] });
  });

  it('is a built-in tool when roll_dice has no code, and a code tool when it has', async () => {
    const dice = { type: 'code', function: { name: 'roll_dice', description: 'd' } };
    expect((await good(dice, { comment: '[TOOL:roll_dice]' })).kind).toBe('builtin');
    expect((await good({ ...dice, code: 'return 4' }, { comment: '[TOOL:roll_dice]' })).kind).toBe('code');
  });

  it('says what is missing', async () => {
    expect(codes(await read({ type: 'code', function: plain.function }))).toEqual(['missing-code']);
    expect(codes(await read({ type: 'llm', function: { name: 'probe' } }))).toEqual([
      'missing-description',
      'missing-prompt',
    ]);
    expect((await good({ type: 'llm', function: { name: 'probe', description: 'Tell the tide.' } })).systemPrompt).toBe(
      'Tell the tide.',
    );
  });

  it.each(['system_prompt', 'systemPrompt', 'prompt', 'instruction', 'user_persona'])(
    'takes the prompt from %s',
    async (field) => {
      expect(
        (await good({ type: 'llm', function: { name: 'probe', description: 'd' }, [field]: 'Tell.' })).systemPrompt,
      ).toBe('Tell.');
    },
  );

  it('takes function.instruction too', async () => {
    expect(
      (await good({ type: 'llm', function: { name: 'probe', description: 'd', instruction: 'Tell.' } })).systemPrompt,
    ).toBe('Tell.');
  });
});

describe('triggers', () => {
  it.each([
    [undefined, 'planning'],
    ['planning', 'planning'],
    ['plan', 'planning'],
    ['PLAN', 'planning'],
    ['规划', 'planning'],
    ['post_pipeline', 'post_pipeline'],
    ['POST_PIPELINE', 'post_pipeline'],
    ['post', 'post_pipeline'],
    ['Post-Pipeline', 'post_pipeline'],
    ['postPipeline', 'post_pipeline'],
  ])('%s means %s', async (trigger, meaning) => {
    const tool = await read({ ...plain, ...(trigger === undefined ? {} : { trigger }) });
    expect(tool).toMatchObject({ definition: { trigger: meaning }, lints: [] });
  });

  it('reads past a slip of the keyboard and says so, but does not guess further', async () => {
    expect(await read({ ...plain, trigger: 'plannning' })).toMatchObject({
      definition: { trigger: 'planning' },
      lints: [{ code: 'unknown-trigger', severity: 'warning' }],
    });
    expect(await read({ ...plain, trigger: 'every_hour' })).toMatchObject({
      definition: null,
      lints: [{ code: 'unknown-trigger', severity: 'error' }],
    });
  });

  it('points at the line of the field', async () => {
    const tool = await read(
      '{\n  "type": "code",\n  "trigger": "sometimes",\n  "function": {"name": "probe", "description": "d"},\n  "code": "return 1"\n}',
    );
    expect(tool.lints).toMatchObject([{ code: 'unknown-trigger', line: 3, column: 4 }]);
  });
});

describe('context', () => {
  it.each([
    [
      ['user_input', 'world_full'],
      ['world_full', 'user_input'],
    ],
    ['user_input', ['user_input']],
    ['user_input, state_summary', ['state_summary', 'user_input']],
    ['user_input、state_summary', ['state_summary', 'user_input']],
    ['user_input state_summary', ['state_summary', 'user_input']],
    [
      ['Narrative-Text', 'recentTurns', '<story_summary>'],
      ['story_summary', 'recent_turns', 'narrative_text'],
    ],
    [['planning_output'], ['writing_guide']],
    [{ user_input: true, dice_results: false }, ['user_input']],
    [null, []],
  ])('%j becomes canonical', async (context, keys) => {
    expect(await read({ ...llm, context })).toMatchObject({ definition: { context: keys }, lints: [] });
  });

  it('leaves out unknown keys and names the known ones', async () => {
    const tool = await read({ ...llm, context: ['user_input', 'weather'] });
    expect(tool).toMatchObject({
      definition: { context: ['user_input'] },
      lints: [{ code: 'unknown-context', severity: 'warning' }],
    });
    expect(tool.lints[0]?.en).toContain('world_full');
  });
});

describe('parameters', () => {
  it('keeps a full schema', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'number', description: 'x' } }, required: ['a'] };
    expect((await good({ ...plain, function: { ...plain.function, parameters } })).parameters).toEqual(parameters);
  });

  it.each([
    [{ a: 'number' }],
    [{ a: { type: 'number' } }],
    [[{ name: 'a', type: 'number' }]],
    [{ properties: { a: { type: '数字' } } }],
    [{ type: 'object', properties: { a: { type: 'Float' } } }],
  ])('reads %j as one number', async (parameters) => {
    expect((await good({ ...plain, function: { ...plain.function, parameters } })).parameters).toEqual({
      type: 'object',
      properties: { a: { type: 'number' } },
    });
  });

  it('lifts required out of a property', async () => {
    const parameters = { properties: { a: { type: 'string', required: true } } };
    expect((await good({ ...plain, function: { ...plain.function, parameters } })).parameters).toMatchObject({
      required: ['a'],
    });
  });

  it('keeps the good ones and names the bad', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'string' }, b: 7 }, required: ['a', 'gone'] };
    const tool = await read({ ...plain, function: { ...plain.function, parameters } });
    expect(tool.definition?.parameters).toMatchObject({ properties: { a: { type: 'string' } }, required: ['a'] });
    expect(codes(tool)).toEqual(['bad-parameters', 'bad-parameters']);
  });

  it('takes what is no object as none', async () => {
    const tool = await read({ ...plain, function: { ...plain.function, parameters: 'many' } });
    expect(tool).toMatchObject({ definition: { parameters: { properties: {} } }, lints: [{ code: 'bad-parameters' }] });
  });
});

describe('output and limits', () => {
  it('reads tag and lookback, also as text', async () => {
    expect(await good({ ...llm, output_tag: '<board>', tag_lookback: '3' })).toMatchObject({
      outputTag: 'board',
      tagLookback: 3,
    });
  });

  it.each(['(a+)+$', 'a b', '<', '1'])('does not use “%s” as a tag', async (output_tag) => {
    expect(await read({ ...llm, output_tag })).toMatchObject({
      definition: { outputTag: null },
      lints: [{ code: 'bad-output-tag' }],
    });
  });

  it.each([
    [-1, 0],
    [99, 20],
    ['many', 0],
    [2.5, 3],
  ])('brings a lookback of %s to %i and says so', async (tag_lookback, used) => {
    expect(await read({ ...llm, tag_lookback })).toMatchObject({
      definition: { tagLookback: used },
      lints: [{ code: 'bad-value' }],
    });
  });

  it('reads placement, history, side effects and limits', async () => {
    const definition = await good({
      ...plain,
      placement: 'Folded',
      keepInHistory: 'yes',
      side_effect: 'none',
      timeout: 2,
      max_tokens: 300,
      after_analysis: false,
    });
    expect(definition).toMatchObject({
      placement: 'folded',
      keepInHistory: true,
      sideEffect: 'none',
      limitMs: 2_000,
      maxTokens: 300,
      afterAnalysis: false,
    });
  });

  it('has the documented defaults', async () => {
    expect(await good(plain)).toMatchObject({
      trigger: 'planning',
      context: [],
      outputTag: null,
      tagLookback: 0,
      placement: 'message',
      keepInHistory: false,
      sideEffect: 'sandbox',
      limitMs: null,
      maxTokens: null,
      afterAnalysis: null,
    });
  });

  it('says which fields and values it does not know', async () => {
    expect(codes(await read({ ...plain, placment: 'panel' }))).toEqual(['unknown-field']);
    expect(codes(await read({ ...plain, placement: 'ceiling' }))).toEqual(['bad-value']);
  });

  it.each([
    'return window.alert(1)',
    'const c = SillyTavern.getContext(); return c',
    'return _.get(state, "a")',
    'return $("#x").val()',
  ])('says that “%s” needs the page', async (code) => {
    expect(codes(await read({ ...plain, code }))).toEqual(['needs-page']);
  });

  it.each(['const window_size = 2; return window_size', 'return state.document.pages', 'return params._ ?? 1'])(
    'does not say so of “%s”',
    async (code) => {
      expect(codes(await read({ ...plain, code }))).toEqual([]);
    },
  );
});

describe('many entries', () => {
  it('hides no tool behind a broken one, and reads them in order', async () => {
    const tools = await readDefinitions([
      toolEntry({ ...plain, function: { name: 'b' } }, { uid: '3', order: 300, comment: '[TOOL:b]' }),
      toolEntry('{', { uid: '2', order: 200, comment: '[TOOL:a]' }),
      toolEntry('lore', { uid: '9', comment: 'Harbour' }),
      toolEntry({ ...plain, function: { name: 'a' } }, { uid: '1', order: 250, comment: '[TOOL:a]' }),
    ]);
    expect(tools.map((tool) => [tool.entry.uid, tool.definition?.name ?? null])).toEqual([
      ['2', null],
      ['1', 'a'],
      ['3', 'b'],
    ]);
  });

  it('lets the first enabled of two with one name count', async () => {
    const tools = await readDefinitions([
      toolEntry(plain, { uid: '1', enabled: false }),
      toolEntry(plain, { uid: '2' }),
      toolEntry(plain, { uid: '3', book: 'Sea' }),
    ]);
    expect(tools.map((tool) => tool.definition !== null)).toEqual([true, true, false]);
    expect(tools[2]?.lints).toMatchObject([{ code: 'duplicate-name', severity: 'error', book: 'Sea' }]);
  });

  it('says that a keyed entry without keys is never reached', async () => {
    expect(codes(await read(plain, { constant: false, keys: [' '] }))).toEqual(['unreachable']);
    expect(codes(await read(plain, { constant: false, keys: ['attack'] }))).toEqual([]);
  });

  it('has every message in both languages', async () => {
    const broken = [
      {},
      { type: 'x' },
      '{',
      { ...plain, trigger: 'x', context: 'x', output_tag: '(', tag_lookback: 'x', parameters: 3, extra: 1 },
    ];
    for (const content of broken) {
      for (const lint of (await read(content)).lints) {
        expect(lint.zh).toMatch(/\p{Script=Han}/u);
        expect(lint.en).not.toMatch(/\p{Script=Han}/u);
      }
    }
  });
});
