/** The seven tools that are always there: how they are offered, and which function runs each. */
import { type ToolDefinition } from '../../domain/tools/tool-definition.ts';
import { type JsonObject } from '../../shared/json-value.ts';
import { type BuiltInName, builtInNames } from './built-in-names.ts';
import { type BuiltInRun } from './built-in-run.ts';
import { randomChoiceTool } from './random-choice-tool.ts';
import { rollDiceTool } from './roll-dice-tool.ts';
import { getCharacterInfoTool, getTimeTool, queryMemoryTool } from './story-tools.ts';
import { getVariableTool, setVariableTool } from './variable-tools.ts';

export const builtInRuns: Readonly<Record<BuiltInName, BuiltInRun>> = {
  get_variable: getVariableTool,
  set_variable: setVariableTool,
  roll_dice: rollDiceTool,
  random_choice: randomChoiceTool,
  get_time: getTimeTool,
  query_memory: queryMemoryTool,
  get_character_info: getCharacterInfoTool,
};

const text = (description: string): JsonObject => ({ type: 'string', description });
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

const offers: Readonly<Record<BuiltInName, readonly [string, JsonObject]>> = {
  get_variable: [
    '读取变量、MVU 变量或状态 / read a variable, an MVU variable or the state',
    object({ key: text('名称或路径 / name or path') }, ['key']),
  ],
  set_variable: [
    '写入变量，正文确定后生效 / write a variable; it counts once the reply is kept',
    object(
      {
        key: text('名称或路径 / name or path'),
        value: { description: '任意值 / any value' },
        scope: { type: 'string', enum: ['page', 'branch', 'chat'], default: 'page' },
        policy: { type: 'string', enum: ['replace', 'if_absent', 'add', 'max', 'min', 'append_unique'] },
      },
      ['key', 'value'],
    ),
  ],
  roll_dice: [
    '掷骰检定 / roll dice',
    object(
      {
        expr: text('1d20+3, 2d6, 4d6kh3'),
        mode: { type: 'string', enum: ['normal', 'advantage', 'disadvantage', 'exploding'], default: 'normal' },
        dc: { type: 'number', description: '难度，总点数不低于它为成功 / success at this total or above' },
      },
      ['expr'],
    ),
  ],
  random_choice: [
    '从列表中随机选取 / pick from a list by chance',
    object(
      {
        options: { type: 'array', items: { type: 'string' }, minItems: 1 },
        weights: { type: 'array', items: { type: 'number' } },
        count: { type: 'integer', minimum: 1, default: 1 },
      },
      ['options'],
    ),
  ],
  get_time: ['故事里的时间与地点 / time and place of the story', object({})],
  query_memory: [
    '在前情摘要中查找 / search the summaries',
    object(
      {
        query: text('关键词，空格分隔 / words, by spaces'),
        limit: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
      },
      ['query'],
    ),
  ],
  get_character_info: [
    '人物资料 / what is known about a person',
    object({ name: text('人名，默认主角色 / name; the main character by default') }),
  ],
};

/** Sorted by name. */
export const builtInTools: readonly ToolDefinition[] = [...builtInNames].sort().map((name) => ({
  name,
  title: '',
  kind: 'builtin',
  trigger: 'planning',
  description: offers[name][0],
  parameters: offers[name][1],
  context: [],
  systemPrompt: '',
  code: '',
  outputTag: null,
  tagLookback: 0,
  placement: 'message',
  keepInHistory: false,
  sideEffect: name === 'set_variable' ? 'sandbox' : 'none',
  limitMs: null,
  maxTokens: null,
  afterAnalysis: null,
  source: { origin: 'builtin' },
}));
