/** Expands the variable macros of card makers in our own prompts: `{{get_message_variable::a.b}}`, `{{format_message_variable::a}}`. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { isPlainObject, valueAt } from './patch/pointer.ts';
import { splitDotted } from './patch/spell-path.ts';
import { renderYaml } from './render-yaml.ts';

export type VariableKind = 'message' | 'chat' | 'character' | 'preset' | 'global';

/** The record each kind of macro reads; a kind that is not known here leaves its macros as they are. */
export type MacroSources = Readonly<Partial<Record<VariableKind, JsonObject | null>>>;

const macro = /\{\{(get|format)_(message|chat|character|preset|global)_variable::([^{}]*?)\}\}/gi;

/** `get_`: a text as it is, other values as JSON. `format_`: other values as YAML, indented to where the macro stands. */
export function expandVariableMacros(text: string, sources: MacroSources): string {
  if (!text.includes('_variable::')) return text;
  let done = 0;
  const pieces: string[] = [];
  for (const found of text.matchAll(macro)) {
    pieces.push(text.slice(done, found.index), expandOne(text, found, sources));
    done = found.index + found[0].length;
  }
  return pieces.join('') + text.slice(done);
}

function expandOne(text: string, found: RegExpExecArray, sources: MacroSources): string {
  const [whole, how = '', kind = '', path = ''] = found;
  const source = sources[kind.toLowerCase() as VariableKind];
  if (source === undefined) return whole;
  const value = withoutHidden(lookUp(source, unescapeHtml(path.trim())));
  if (typeof value === 'string') return value;
  if (how.toLowerCase() === 'get') return JSON.stringify(value);
  const indent = found.index - (text.lastIndexOf('\n', found.index - 1) + 1);
  return renderYaml(value).replaceAll('\n', `\n${' '.repeat(indent)}`);
}

function lookUp(source: JsonObject | null, path: string): JsonValue {
  if (!source) return null;
  const segments = path === '' ? [] : splitDotted(path);
  return (segments && valueAt(source, segments)) ?? null;
}

/** Keys beginning with `$` are not for models. */
export function withoutHidden(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutHidden);
  if (!isPlainObject(value)) return value;
  const seen = Object.entries(value).filter(([key]) => !key.startsWith('$'));
  return Object.fromEntries(seen.map(([key, child]) => [key, withoutHidden(child)]));
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
const unescapeHtml = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
