/** The planning tools as the planner reads them: name, purpose, every parameter with type, choices and whether it must be given. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';

const words = {
  zh: {
    head: '可用工具（写在 tool_calls 里，只用下面的名字）：',
    types: {
      string: '文本',
      number: '数字',
      integer: '整数',
      boolean: '真假',
      array: '列表',
      object: '对象',
      null: '空',
    },
    of: (item: string) => `${item}列表`,
    or: ' 或 ',
    required: '必填',
    optional: '可选',
    choices: '取值 ',
    byDefault: '默认 ',
    colon: '：',
    comma: '，',
    open: '（',
    close: '）',
  },
  en: {
    head: 'Tools you may call (in tool_calls, by these names only):',
    types: {
      string: 'text',
      number: 'number',
      integer: 'whole number',
      boolean: 'true or false',
      array: 'list',
      object: 'object',
      null: 'null',
    },
    of: (item: string) => `list of ${item}`,
    or: ' or ',
    required: 'required',
    optional: 'optional',
    choices: 'one of ',
    byDefault: 'default ',
    colon: ': ',
    comma: ', ',
    open: ' (',
    close: ')',
  },
} as const;

const MAX_NESTING = 4;
const MAX_TEXT = 400;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

function typeName(schema: JsonObject, language: StoryLanguage): string {
  const say = words[language];
  const names = (isList(schema['type']) ? schema['type'] : [schema['type']]).flatMap((type) => {
    if (typeof type !== 'string') return [];
    if (type === 'array' && isObject(schema['items']))
      return [say.of(typeName(schema['items'], language) || say.types.object)];
    return [Object.hasOwn(say.types, type) ? say.types[type as keyof typeof say.types] : type];
  });
  return names.join(say.or);
}

const spellChoice = (choice: JsonValue): string => (typeof choice === 'string' ? choice : JSON.stringify(choice));

function bounds(schema: JsonObject): string {
  const [min, max] = [schema['minimum'], schema['maximum']];
  if (typeof min === 'number' && typeof max === 'number') return `${min}–${max}`;
  if (typeof min === 'number') return `≥ ${min}`;
  return typeof max === 'number' ? `≤ ${max}` : '';
}

function parameterLine(name: string, schema: JsonObject, required: boolean, language: StoryLanguage): string {
  const say = words[language];
  const choices = isList(schema['enum']) ? say.choices + schema['enum'].map(spellChoice).join(' | ') : '';
  const byDefault = schema['default'] === undefined ? '' : say.byDefault + JSON.stringify(schema['default']);
  const facts = [
    typeName(schema, language),
    required ? say.required : say.optional,
    choices,
    bounds(schema),
    byDefault,
  ];
  const description = typeof schema['description'] === 'string' ? say.colon + oneLine(schema['description']) : '';
  return `${name}${say.open}${facts.filter((fact) => fact !== '').join(say.comma)}${say.close}${description}`;
}

function parameterLines(schema: JsonObject, indent: string, language: StoryLanguage): string[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = isList(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const line = `${indent}- ${parameterLine(name, property, required.includes(name), language)}`;
    const nested = isObject(property['items']) ? property['items'] : property;
    return indent.length / 2 < MAX_NESTING ? [line, ...parameterLines(nested, `${indent}  `, language)] : [line];
  });
}

/** By code point, the same on every machine, so that the prompt's front part stays cached. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** @returns the list in the order of the names; empty without tools */
export function renderToolList(tools: readonly ToolDefinition[], language: StoryLanguage): string {
  if (tools.length === 0) return '';
  const say = words[language];
  const lines = [...tools].sort(byName).flatMap((tool) => {
    const purpose = oneLine(tool.description || tool.title);
    return [
      `- ${tool.name}${purpose === '' ? '' : say.colon + purpose}`,
      ...parameterLines(tool.parameters, '  ', language),
    ];
  });
  return [say.head, ...lines].join('\n');
}
