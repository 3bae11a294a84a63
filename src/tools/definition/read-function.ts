/** The fields about what a tool is: its name, kind, trigger, description, parameters, prompt and code. */
import { type ToolTrigger } from '../../domain/tools/tool-definition.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type FieldReader } from './field-reader.ts';
import { type LintPad } from './make-lint.ts';
import { emptyParameters, readParameters } from './read-parameters.ts';
import { isToolName, type ToolMarker } from './read-tool-marker.ts';
import { kindWords, lookUp, plainWord, triggerWords } from './spellings.ts';

/** The whole definition and the object under `function`, which may be the same. */
export interface Fields {
  readonly whole: FieldReader;
  readonly inner: FieldReader;
}

/** A word, or the text `null` stands for none. */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((line) => textOf(line)).join('\n');
  return '';
}

/** Joined lines, or the text as it is: white space inside code and prompts counts. */
function bodyOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((line) => bodyOf(line)).join('\n');
  return typeof value === 'string' ? value : '';
}

export function readName({ inner, whole }: Fields, marker: ToolMarker, pad: LintPad): string | null {
  const given = textOf((inner.take('name', '名称', '名字') ?? whole.take('name', 'tool_name', '名称', '名字'))?.value);
  const written = given || marker.name;
  const name = written.normalize('NFC').replace(/\s+/g, '_');
  if (name === '') {
    pad.add('error', 'missing-name', {
      zh: '没有工具名：请写 function.name，或写在标题 [TOOL:名称] 里',
      en: 'no tool name: write function.name, or put it into the title [TOOL:name]',
    });
    return null;
  }
  if (!isToolName(name)) {
    const words = {
      zh: `工具名“${written}”不能用：只可用文字、数字、_ 和 -，最多 64 字`,
      en: `the tool name “${written}” cannot be used: letters, digits, _ and -, 64 at most`,
    };
    pad.add('error', 'bad-name', words, ['function', 'name']);
    return null;
  }
  if (name !== written) {
    const words = { zh: `工具名里的空格改成了 _：${name}`, en: `spaces in the tool name became _: ${name}` };
    pad.add('note', 'bad-name', words, ['function', 'name']);
  }
  if (given !== '' && marker.name !== '' && marker.name.replace(/\s+/g, '_') !== name) {
    const words = {
      zh: `标题里的名称“${marker.name}”与 function.name“${name}”不同，以后者为准`,
      en: `the title says “${marker.name}”, function.name says “${name}”; the latter counts`,
    };
    pad.add('warning', 'name-differs', words, ['function', 'name']);
  }
  return name;
}

interface Parts {
  readonly code: boolean;
  readonly prompt: boolean;
  readonly builtin: boolean;
}

function guessKind(has: Parts): 'code' | 'llm' | null {
  if (has.code || has.builtin) return 'code';
  return has.prompt ? 'llm' : null;
}

/** What the author wrote as type; null when it says nothing, and then what else is there decides. */
export function readKind(whole: FieldReader, has: Parts, pad: LintPad): 'code' | 'llm' | null {
  const found = whole.take('type', 'kind', '类型');
  const word = plainWord(textOf(found?.value));
  const { meaning, exact } = lookUp(kindWords, word);
  if (exact) return meaning;
  const guess = meaning ?? guessKind(has);
  if (word === 'function' && guess) return guess;
  const expected = { zh: '应为 "llm" 或 "code"', en: 'expected "llm" or "code"' };
  const said = found
    ? { zh: `type“${textOf(found.value)}”`, en: `type “${textOf(found.value)}”` }
    : { zh: '没有 type', en: 'no type' };
  const taken = guess ? { zh: `，按 ${guess} 处理`, en: `; taken as ${guess}` } : { zh: '', en: '' };
  const words = { zh: `${said.zh}：${expected.zh}${taken.zh}`, en: `${said.en}: ${expected.en}${taken.en}` };
  pad.add(guess ? 'warning' : 'error', found ? 'unknown-type' : 'missing-type', words, found ? [found.name] : null);
  return guess;
}

/** Absent means planning; a word that is not known means the tool cannot be placed. */
export function readTrigger({ whole, inner }: Fields, pad: LintPad): ToolTrigger | null {
  const found = whole.take('trigger', 'phase', 'when', 'stage', '触发', '时机') ?? inner.take('trigger');
  if (!found) return 'planning';
  const word = plainWord(textOf(found.value));
  const { meaning: near, exact } = lookUp(triggerWords, word);
  if (exact) return near;
  const words = {
    zh: `trigger“${textOf(found.value)}”：应为 "planning" 或 "post_pipeline"${near ? `，按 ${near} 处理` : ''}`,
    en: `trigger “${textOf(found.value)}”: expected "planning" or "post_pipeline"${near ? `; taken as ${near}` : ''}`,
  };
  pad.add(near ? 'warning' : 'error', 'unknown-trigger', words, [found.name]);
  return near;
}

const parameterNames = ['parameters', 'params', 'arguments', 'input_schema', 'args', '参数'] as const;

export function readSchema({ whole, inner }: Fields, pad: LintPad): JsonObject {
  const found = inner.take(...parameterNames) ?? whole.take(...parameterNames);
  const read = readParameters(found?.value);
  if (!read) {
    const words = {
      zh: 'parameters 应为对象：{"type":"object","properties":{…}}；现在按没有参数处理',
      en: 'parameters must be an object: {"type":"object","properties":{…}}; taken as none',
    };
    pad.add('warning', 'bad-parameters', words, [found?.name ?? 'parameters']);
    return emptyParameters;
  }
  for (const name of read.bad) {
    const words = {
      zh: `参数“${name}”读不懂：每个参数应为 {"type":…,"description":…}，required 只列已有的参数`,
      en: `the parameter “${name}” cannot be read: each is {"type":…,"description":…}, and required lists existing ones only`,
    };
    pad.add('warning', 'bad-parameters', words, [found?.name ?? 'parameters', name]);
  }
  return read.schema;
}

export function readPrompt({ whole, inner }: Fields): string {
  const names = ['system_prompt', 'systemprompt', 'prompt', 'system', 'instruction', 'instructions', '提示词'] as const;
  const found = whole.take(...names) ?? inner.take(...names) ?? whole.take('user_persona');
  return bodyOf(found?.value).trim();
}

const fence = /^```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;

export function readCode({ whole, inner }: Fields): string {
  const found = whole.take('code', 'script', 'js', 'javascript', 'source', '代码') ?? inner.take('code', 'script');
  const text = bodyOf(found?.value).trim();
  return functionBody(fence.exec(text)?.[1] ?? text);
}

const functionHead = /^(?:async\s+)?(?:function\b[^{]{0,200}|\([^()]{0,200}\)\s*=>\s*)/;

/** A whole function instead of its body is called, so that its result is the tool's. */
function functionBody(code: string): string {
  const text = code.trim().replace(/;+$/, '');
  const head = functionHead.exec(text)?.[0];
  if (head === undefined) return code;
  const isArrowValue = !head.startsWith('function') && !head.startsWith('async function') && text[head.length] !== '{';
  return isArrowValue || endOfBlock(text, head.length) === text.length ? `return (${text})(params, state);` : code;
}

/** Index behind the bracket that closes the one at `from`; braces in texts are counted too, which only fails to wrap. */
function endOfBlock(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && (depth -= 1) === 0) return at + 1;
  }
  return -1;
}
