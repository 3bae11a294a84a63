/** The fields about what a tool sees and what becomes of its output: context, tag, lookback, placement, limits. */
import {
  MAX_LOOKBACK,
  MAX_TOOL_LIMIT_MS,
  type ToolContextKey,
  toolContextKeys,
  type ToolDefinition,
} from '../../domain/tools/tool-definition.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { type FieldReader } from './field-reader.ts';
import { type LintPad } from './make-lint.ts';
import { textOf } from './read-function.ts';
import { isObject } from './read-parameters.ts';
import { contextWords, lookUp, placementWords, plainWord, sideEffectWords } from './spellings.ts';

type Output = Pick<
  ToolDefinition,
  | 'context'
  | 'outputTag'
  | 'tagLookback'
  | 'placement'
  | 'keepInHistory'
  | 'sideEffect'
  | 'limitMs'
  | 'maxTokens'
  | 'afterAnalysis'
>;

function contextList(value: JsonValue): string[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => textOf(item));
  if (isObject(value)) return Object.keys(value).filter((key) => value[key] !== false && value[key] !== null);
  return textOf(value).split(/[,，、;；|\n]+|\s{2,}/);
}

const everything = new Set(['all', '*', '全部', '所有']);

function readContext(whole: FieldReader, pad: LintPad): ToolContextKey[] {
  const found = whole.take('context', 'contexts', 'context_keys', '上下文');
  if (!found) return [];
  const keys = new Set<ToolContextKey>();
  for (const given of contextList(found.value)) {
    if (given.trim() === '') continue;
    const word = plainWord(given);
    if (everything.has(word)) {
      for (const key of toolContextKeys) keys.add(key);
      continue;
    }
    // "user_input state_summary": two keys in one text.
    const parts = contextWords.has(word) ? [word] : given.trim().split(/\s+/).map(plainWord);
    for (const part of parts) {
      const { meaning: key, exact } = lookUp(contextWords, part);
      if (key) keys.add(key);
      if (exact) continue;
      const words = {
        zh: `context 里没有“${part}”${key ? `，按 ${key} 处理` : `；可用：${toolContextKeys.join('、')}`}`,
        en: `context has no “${part}”${key ? `; taken as ${key}` : `; known: ${toolContextKeys.join(', ')}`}`,
      };
      pad.add('warning', 'unknown-context', words, [found.name]);
    }
  }
  return toolContextKeys.filter((key) => keys.has(key));
}

function readTag(whole: FieldReader, pad: LintPad): string | null {
  const found = whole.take('output_tag', 'outputtag', 'tag', '输出标签');
  if (!found) return null;
  const tag = textOf(found.value)
    .replace(/^<\/?\s*|\s*\/?>$/g, '')
    .trim();
  if (/^[\p{L}_][\p{L}\p{M}\p{N}_.:-]{0,63}$/u.test(tag)) return tag;
  const words = {
    zh: `output_tag“${tag}”不是标签名，例如 state_panel；现在不用它`,
    en: `output_tag “${tag}” is no tag name such as state_panel; it is not used`,
  };
  pad.add('warning', 'bad-output-tag', words, [found.name]);
  return null;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** `2s` and `500ms` are times; which is meant follows from the size. */
const units = /\s*(?:ms|s|sec|seconds?|毫秒|秒|轮|rounds?|tokens?)$/i;

function readNumber(whole: FieldReader, names: readonly string[], range: Range, pad: LintPad): number | null {
  const found = whole.take(...names);
  if (!found) return null;
  const given = Number(textOf(found.value).normalize('NFKC').replace(units, '') || NaN);
  const used = Number.isFinite(given) ? Math.min(Math.max(Math.round(given), range.min), range.max) : null;
  if (used === given) return used;
  const words = {
    zh: `${found.name} 应为 ${range.min} 到 ${range.max} 的整数${used === null ? '' : `，按 ${used} 处理`}`,
    en: `${found.name} must be a whole number from ${range.min} to ${range.max}${used === null ? '' : `; taken as ${used}`}`,
  };
  pad.add('warning', 'bad-value', words, [found.name]);
  return used;
}

const yes = /^(?:true|yes|on|1|是|开)$/i;
const no = /^(?:false|no|off|0|否|关)$/i;

function readFlag(whole: FieldReader, names: readonly string[], pad: LintPad): boolean | null {
  const found = whole.take(...names);
  if (!found) return null;
  const text = textOf(found.value);
  if (yes.test(text)) return true;
  if (no.test(text)) return false;
  const words = { zh: `${found.name} 应为 true 或 false`, en: `${found.name} must be true or false` };
  pad.add('warning', 'bad-value', words, [found.name]);
  return null;
}

function readChoice<T extends string>(
  whole: FieldReader,
  names: readonly string[],
  choices: ReadonlyMap<string, T>,
  pad: LintPad,
): T | null {
  const found = whole.take(...names);
  if (!found) return null;
  const choice = choices.get(plainWord(textOf(found.value))) ?? null;
  if (choice === null) {
    const known = [...new Set(choices.values())].join(', ');
    const words = {
      zh: `${found.name}“${textOf(found.value)}”：应为 ${known} 之一`,
      en: `${found.name} “${textOf(found.value)}”: expected one of ${known}`,
    };
    pad.add('warning', 'bad-value', words, [found.name]);
  }
  return choice;
}

const SECONDS_BELOW = 10;

function readLimit(whole: FieldReader, pad: LintPad): number | null {
  const names = ['limit_ms', 'time_limit_ms', 'timeout_ms', 'time_limit', 'timeout'];
  const limit = readNumber(whole, names, { min: 1, max: MAX_TOOL_LIMIT_MS }, pad);
  // `"timeout": 5` means seconds: no code does anything in five milliseconds.
  return limit !== null && limit <= SECONDS_BELOW ? Math.min(limit * 1_000, MAX_TOOL_LIMIT_MS) : limit;
}

export function readOutput(whole: FieldReader, pad: LintPad): Output {
  return {
    context: readContext(whole, pad),
    outputTag: readTag(whole, pad),
    tagLookback:
      readNumber(whole, ['tag_lookback', 'taglookback', 'lookback'], { min: 0, max: MAX_LOOKBACK }, pad) ?? 0,
    placement: readChoice(whole, ['placement', 'place', 'display'], placementWords, pad) ?? 'message',
    keepInHistory: readFlag(whole, ['keep_in_history', 'keepinhistory'], pad) ?? false,
    sideEffect: readChoice(whole, ['side_effect', 'sideeffect', 'side_effects'], sideEffectWords, pad) ?? 'sandbox',
    limitMs: readLimit(whole, pad),
    maxTokens: readNumber(whole, ['max_tokens', 'maxtokens'], { min: 16, max: 16_384 }, pad),
    afterAnalysis: readFlag(whole, ['after_analysis', 'wait_for_analysis', 'waitforanalysis'], pad),
  };
}
