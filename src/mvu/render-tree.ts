/** The variables as lines of text for agents and people: described values readable, `$` keys hidden, nothing cut in silence. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isDescribedValue } from './described-value.ts';
import { isContainer, isPlainObject } from './patch/pointer.ts';
import { dialectOf, statDataOf } from './record.ts';
import { childNode, type SchemaNode } from './schema/schema-node.ts';

const MAX_DEPTH = 32;
const cut = { zh: '（更深的层级未列出）', en: '(deeper levels are left out)' };

/** The text of `<state_summary>` where variables rule; empty for an empty tree. */
export function renderTree(record: JsonObject, language: 'zh' | 'en'): string {
  const isZod = dialectOf(record) === 'zod';
  const schema = isPlainObject(record['schema']) ? record['schema'] : null;
  /** Two texts may be a value with its description or a list of two: a list that may grow is a list. */
  const isPair = (value: JsonValue, node: SchemaNode | null): value is readonly [JsonValue, string] =>
    isDescribedValue(value) && (typeof value[0] !== 'string' || (!isZod && node?.['extensible'] !== true));

  const write = (value: JsonValue, node: SchemaNode | null, depth: number): readonly string[] => {
    if (depth > MAX_DEPTH) return [cut[language]];
    const child = (key: string): SchemaNode | null => node && childNode(node, key);
    if (isPlainObject(value)) return visible(value).flatMap(([key, item]) => entry(key, item, child(key), depth));
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).flatMap((item) => listItem(item, child('0'), depth));
    return [scalar(value)];
  };
  // The four arguments are one step of the walk: what, its schema, and how deep.
  const entry = (key: string, value: JsonValue, node: SchemaNode | null, depth: number): readonly string[] => {
    const [shown, note] = isPair(value, node) ? value : [value, ''];
    const remark = note === '' ? '' : language === 'zh' ? `（${note}）` : ` (${note})`;
    const line = inline(shown);
    if (line !== null) return [`${key}: ${line}${remark}`.trimEnd()];
    return [`${key}:${remark}`, ...write(shown, node, depth + 1).map((text) => `  ${text}`)];
  };
  const listItem = (item: JsonValue, node: SchemaNode | null, depth: number): readonly string[] => {
    const line = inline(item);
    if (line !== null) return [`- ${line}`];
    const [first = '', ...rest] = write(item, node, depth + 1);
    return [`- ${first}`, ...rest.map((text) => `  ${text}`)];
  };
  return write(statDataOf(record), schema, 0).join('\n');
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
