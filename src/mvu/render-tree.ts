/** The variables as lines of text for agents and people: described values readable, `$` keys hidden, nothing cut in silence. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isDescribedValue } from './described-value.ts';
import { isContainer, isPlainObject } from './patch/pointer.ts';

const MAX_DEPTH = 32;
const cut = { zh: '（更深的层级未列出）', en: '(deeper levels are left out)' };

/** The text of `<state_summary>`; empty for an empty tree. */
export function renderTree(tree: JsonObject, language: 'zh' | 'en'): string {
  const write = (value: JsonValue, depth: number): readonly string[] => {
    if (depth > MAX_DEPTH) return [cut[language]];
    if (isPlainObject(value)) return visible(value).flatMap(([key, child]) => entry(key, child, depth));
    if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((item) => listItem(item, depth));
    return [scalar(value)];
  };
  const entry = (key: string, value: JsonValue, depth: number): readonly string[] => {
    const [shown, note] = isDescribedValue(value) ? [value[0], value[1]] : [value, ''];
    const remark = note === '' ? '' : language === 'zh' ? `（${note}）` : ` (${note})`;
    const line = inline(shown);
    if (line !== null) return [`${key}: ${line}${remark}`.trimEnd()];
    return [`${key}:${remark}`, ...write(shown, depth + 1).map((text) => `  ${text}`)];
  };
  const listItem = (item: JsonValue, depth: number): readonly string[] => {
    const line = inline(item);
    if (line !== null) return [`- ${line}`];
    const [first = '', ...rest] = write(item, depth + 1);
    return [`- ${first}`, ...rest.map((text) => `  ${text}`)];
  };
  return write(tree, 0).join('\n');
}

const visible = (value: JsonObject): readonly (readonly [string, JsonValue])[] =>
  Object.entries(value).filter(([key]) => !key.startsWith('$'));

/** A value that fits on its key's line; null when it needs lines of its own. */
function inline(value: JsonValue): string | null {
  if (!isContainer(value)) return scalar(value);
  if (isPlainObject(value)) return visible(value).length === 0 ? '{}' : null;
  if (value.length === 0) return '[]';
  return value.every((item) => !isContainer(item)) ? value.map(scalar).join(', ') : null;
}

const scalar = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
