/** Turns an entry's content into one object: JSON, fenced, JSON5, careless JSON, or YAML; and says what had to be forgiven. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { parseJson } from '../../shared/json.ts';
import { readLeniently } from '../../shared/lenient-json.ts';
import { parseJson5 } from '../../shared/parse-json5.ts';
import { parseYaml } from '../../shared/parse-yaml.ts';
import { placeAt, type Place } from './locate.ts';

export interface TextProblem {
  readonly code: 'not-readable' | 'cut-off' | 'more-than-one' | 'repaired';
  readonly place: Place | null;
  readonly zh: string;
  readonly en: string;
}

export interface EntryText {
  /** Null when nothing could be read. */
  readonly value: JsonObject | null;
  readonly problem: TextProblem | null;
}

const MAX_LENGTH = 200_000;
const fence = /^```[\w-]{0,20}[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/;

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What strict JSON wanted where it stopped, in words an author understands. */
function expectedAt(text: string, index: number): { readonly zh: string; readonly en: string } {
  const char = text[index];
  const before = text.slice(0, index).trimEnd().at(-1);
  if (char === undefined) return { zh: '缺少结尾的括号或引号', en: 'a closing bracket or quote is missing' };
  if (char === '\n' || char === '\r' || char === '\t') {
    return {
      zh: '文字里有真正的换行或制表符，应写成 \\n 或 \\t',
      en: 'a real line break or tab inside a text; write \\n or \\t',
    };
  }
  if ((char === '}' || char === ']') && before === ',')
    return { zh: '最后一项后面多了逗号', en: 'a comma after the last item' };
  if (char === '/' || char === '#') return { zh: 'JSON 不能有注释', en: 'JSON has no comments' };
  if (char === "'" || char === '“' || char === '”') return { zh: '引号应为 "', en: 'quotes must be "' };
  if (char === '：' || char === '，') return { zh: '应使用半角标点', en: 'a half-width sign is needed' };
  if (before === '"')
    return {
      zh: '文字里的引号应写成 \\"，或缺少逗号、冒号',
      en: 'a quote inside a text must be \\", or a comma or colon is missing',
    };
  return { zh: '这里不是合法的 JSON', en: 'this is not JSON here' };
}

function forgiven(code: TextProblem['code'], source: string, index: number | null): TextProblem {
  const expected = index === null ? null : expectedAt(source, index);
  const place = index === null ? null : placeAt(source, index);
  const lead = {
    repaired: { zh: '不是严格的 JSON，但能读懂', en: 'not strict JSON, but it could be read' },
    'cut-off': { zh: '内容没有写完，只用了完整的部分', en: 'the content breaks off; only its complete parts are used' },
    'not-readable': { zh: '读不懂这个条目的内容', en: 'the content of this entry cannot be read' },
    'more-than-one': {
      zh: '一个条目只能写一个工具，只用了第一个；其余的请各写一个条目',
      en: 'an entry holds one tool: only the first is used; give each of the others an entry of its own',
    },
  }[code];
  if (code === 'more-than-one') return { code, place, ...lead };
  if (code === 'not-readable' && !source.includes('{')) return { code, place, ...noDefinition(source) };
  const detail = { zh: expected ? `：${expected.zh}` : '', en: expected ? `: ${expected.en}` : '' };
  return { code, place, zh: lead.zh + detail.zh, en: lead.en + detail.en };
}

/** A prompt or bare code where a definition belongs. */
function noDefinition(source: string): Pick<TextProblem, 'zh' | 'en'> {
  if (source.trim() === '') return { zh: '条目是空的', en: 'the entry is empty' };
  const code = '{"type":"code","function":{"description":"…"},"code":"return …"}';
  const prompt = '{"type":"llm","function":{"description":"…"},"system_prompt":"…"}';
  const example = /\breturn\b/.test(source) ? code : prompt;
  return {
    zh: `这里应是一个工具定义，不能只写代码或提示词。例如 ${example}`,
    en: `a tool's definition belongs here, not bare code or a bare prompt. For example ${example}`,
  };
}

/** Several definitions in one entry, as a list or one behind the other: the first counts. Null when it is not so. */
function readSeveral(content: string, text: string, strict: ReturnType<typeof parseJson>): EntryText | null {
  if (strict.ok) {
    if (!Array.isArray(strict.value)) return null;
    const [first, second] = (strict.value as readonly JsonValue[]).filter(isObject);
    return first ? { value: first, problem: second ? forgiven('more-than-one', content, null) : null } : null;
  }
  const stopped = strict.error.position;
  if (stopped === null || text[stopped] !== '{') return null;
  const first = parseJson(text.slice(0, stopped));
  if (!first.ok || !isObject(first.value)) return null;
  return { value: first.value, problem: forgiven('more-than-one', content, content.indexOf(text) + stopped) };
}

/** @returns the object and at most one problem; places count in the content as it stands, fence included */
export async function readEntryText(content: string): Promise<EntryText> {
  if (content.length > MAX_LENGTH) return { value: null, problem: forgiven('not-readable', content, null) };
  const trimmed = content.replace(/^[\s\uFEFF\u200B]+/, '').trimEnd();
  const text = (fence.exec(trimmed)?.[1] ?? trimmed).trim();
  const strict = parseJson(text);
  if (strict.ok && isObject(strict.value)) return { value: strict.value, problem: null };
  const several = readSeveral(content, text, strict);
  if (several) return several;
  const brace = text.search(/[{｛]/);
  const yaml = brace === 0 ? null : await parseYaml(text);
  if (yaml?.ok && isObject(yaml.value)) return { value: yaml.value, problem: null };
  const stopped = strict.ok ? null : strict.error.position;
  return readCarelessly(content, { text, brace }, stopped === null ? null : content.indexOf(text) + stopped);
}

async function readCarelessly(
  content: string,
  { text, brace }: { readonly text: string; readonly brace: number },
  stopped: number | null,
): Promise<EntryText> {
  const unreadable = { value: null, problem: forgiven('not-readable', content, stopped) };
  if (brace < 0) return unreadable;
  const json5 = await parseJson5(text.slice(brace));
  if (json5.ok && isObject(json5.value)) return { value: json5.value, problem: forgiven('repaired', content, stopped) };
  const careless = readLeniently(text, brace, { left: 20_000 + text.length * 8 });
  if (careless.kind === 'broken' || !isObject(careless.value)) return unreadable;
  const code = careless.kind === 'cut' || careless.dropped > 0 ? 'cut-off' : 'repaired';
  return { value: careless.value, problem: forgiven(code, content, stopped) };
}
