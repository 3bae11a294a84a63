/** Reads one worldbook entry as a tool: keeps what is good and says exactly what is not. */
import { type ToolDefinition } from '../../domain/tools/tool-definition.ts';
import { type ToolLint } from '../../domain/tools/tool-lint.ts';
import { type WorldbookEntry } from '../../domain/worldbook/entry.ts';
import { type JsonObject } from '../../shared/json-value.ts';
import { isBuiltInName } from '../built-in/built-in-names.ts';
import { makeFieldReader } from './field-reader.ts';
import { type LintPad, makeLintPad } from './make-lint.ts';
import { readEntryText } from './read-entry-text.ts';
import {
  type Fields,
  readCode,
  readKind,
  readName,
  readPrompt,
  readSchema,
  readTrigger,
  textOf,
} from './read-function.ts';
import { readOutput } from './read-output.ts';
import { isObject } from './read-parameters.ts';
import { readToolMarker, type ToolMarker } from './read-tool-marker.ts';

export interface ReadTool {
  readonly entry: WorldbookEntry;
  /** For lists, also when nothing could be read. */
  readonly name: string;
  /** Null when the tool cannot be used; the lints say why. */
  readonly definition: ToolDefinition | null;
  readonly lints: readonly ToolLint[];
}

/** @returns null when the entry's title is no tool's */
export async function readDefinition(entry: WorldbookEntry): Promise<ReadTool | null> {
  const marker = readToolMarker(entry.comment);
  if (!marker) return null;
  const pad = makeLintPad(entry);
  const { value, problem } = await readEntryText(entry.content);
  if (problem) {
    const severity = {
      'not-readable': 'error',
      'cut-off': 'warning',
      'more-than-one': 'warning',
      repaired: 'note',
    } as const;
    pad.add(severity[problem.code], problem.code, problem, problem.place);
  }
  const definition = value ? readObject(entry, marker, value, pad) : null;
  if (definition && !entry.constant && entry.keys.every((key) => key.trim() === '')) {
    pad.add('warning', 'unreachable', {
      zh: '条目既不是常驻（蓝灯）也没有关键词，工具永远不会启用',
      en: 'the entry is neither constant nor has it a key: the tool never becomes active',
    });
  }
  return { entry, name: definition?.name ?? (marker.name || entry.comment), definition, lints: pad.lints };
}

function readObject(entry: WorldbookEntry, marker: ToolMarker, value: JsonObject, pad: LintPad): ToolDefinition | null {
  const whole = makeFieldReader(value);
  const nested = whole.take('function', 'func', 'tool')?.value;
  const inner = isObject(nested) ? makeFieldReader(nested) : whole;
  const fields: Fields = { whole, inner };
  const name = readName(fields, marker, pad);
  const body = readBody(fields, name, pad);
  const trigger = readTrigger(fields, pad);
  const parameters = readSchema(fields, pad);
  const output = readOutput(whole, pad);
  for (const field of new Set([...whole.rest(), ...(inner === whole ? [] : inner.rest())])) {
    const words = { zh: `不认识的字段“${field}”，未使用`, en: `unknown field “${field}”, not used` };
    pad.add('note', 'unknown-field', words, [field]);
  }
  if (name === null || trigger === null || !body) return null;
  const { book, uid, comment, order, constant } = entry;
  const source = { origin: 'entry', book, uid, comment, order, constant } as const;
  return { name, title: marker.title, trigger, parameters, ...body, ...output, source };
}

const descriptionNames = ['description', 'desc', '描述', '说明'] as const;

type ToolBody = Pick<ToolDefinition, 'kind' | 'description' | 'systemPrompt' | 'code'>;

/** Null when the tool has nothing to run. */
function readBody(fields: Fields, name: string | null, pad: LintPad): ToolBody | null {
  const { inner, whole } = fields;
  const code = readCode(fields);
  const prompt = readPrompt(fields);
  const description = textOf((inner.take(...descriptionNames) ?? whole.take(...descriptionNames))?.value);
  const builtin = code === '' && name !== null && isBuiltInName(name);
  const kind = readKind(whole, { code: code !== '', prompt: prompt !== '', builtin }, pad);
  if (!kind || !hasBody({ kind, code, prompt, description, builtin }, pad)) return null;
  if (kind === 'llm') return { kind, description, systemPrompt: prompt || description, code: '' };
  lintCode(code, pad);
  return { kind: builtin ? 'builtin' : 'code', description, systemPrompt: '', code };
}

interface Body {
  readonly kind: 'code' | 'llm';
  readonly code: string;
  readonly prompt: string;
  readonly description: string;
  readonly builtin: boolean;
}

/** Code tools need code, llm tools something to go by. */
function hasBody({ kind, code, prompt, description, builtin }: Body, pad: LintPad): boolean {
  if (description === '' && !builtin) {
    pad.add('note', 'missing-description', {
      zh: '没有 description：规划时不知道何时该用它',
      en: 'no description: the planner cannot tell when to use it',
    });
  }
  if (kind === 'code') {
    if (code !== '' || builtin) return true;
    pad.add('error', 'missing-code', { zh: 'code 工具没有 code', en: 'a code tool without code' });
    return false;
  }
  if (prompt !== '') return true;
  const usable = description !== '';
  pad.add(usable ? 'warning' : 'error', 'missing-prompt', {
    zh: `llm 工具没有 system_prompt${usable ? '，改用 description' : ''}`,
    en: `an llm tool without system_prompt${usable ? '; its description is used' : ''}`,
  });
  return usable;
}

/** Names of the page that old code tools use and the sandbox does not have. */
const pageName =
  /(?<![\w$.'"`])(window|document|SillyTavern|Mvu|TavernHelper|jQuery|localStorage|sessionStorage|fetch|XMLHttpRequest|setTimeout|setInterval|eventOn|getContext|triggerSlash|\$|_)\s*(?:\.|\(|\[)/;

function lintCode(code: string, pad: LintPad): void {
  if (code !== '' && !/\breturn\b/.test(code)) {
    pad.add(
      'warning',
      'no-return',
      {
        zh: '代码里没有 return：工具不会有结果。写成 return …;',
        en: 'the code has no return: the tool gives no result. Write return …;',
      },
      ['code'],
    );
  }
  const found = pageName.exec(code);
  if (!found) return;
  pad.add(
    'warning',
    'needs-page',
    {
      zh: `代码用到了页面上的“${found[1] ?? ''}”；代码工具在沙盒里运行，只有 params、state、roll 和普通 JavaScript`,
      en: `the code uses “${found[1] ?? ''}” of the page; code tools run in a sandbox with params, state, roll and plain JavaScript`,
    },
    ['code'],
  );
}
