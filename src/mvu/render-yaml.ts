/** Writes plain data as YAML block style, readable by people, models and YAML itself. */
import { type JsonValue } from '../shared/json-value.ts';
import { isContainer, isPlainObject } from './patch/pointer.ts';

export function renderYaml(value: JsonValue): string {
  return isContainer(value) && !isEmpty(value) ? lines(value).join('\n') : inline(value);
}

function lines(value: JsonValue): readonly string[] {
  if (isPlainObject(value)) return Object.entries(value).flatMap(([key, child]) => entry(`${text(key)}:`, child));
  return (value as readonly JsonValue[]).flatMap((item) => listItem(item));
}

function entry(head: string, value: JsonValue): readonly string[] {
  if (isContainer(value) && !isEmpty(value)) return [head, ...lines(value).map((line) => `  ${line}`)];
  if (typeof value === 'string' && isBlock(value)) {
    return [`${head} |-`, ...value.split('\n').map((line) => (line === '' ? '' : `  ${line}`))];
  }
  return [`${head} ${inline(value)}`];
}

function listItem(value: JsonValue): readonly string[] {
  if (!isContainer(value) || isEmpty(value)) return entry('-', value);
  return lines(value).map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`));
}

const isEmpty = (value: JsonValue): boolean => isContainer(value) && Object.keys(value).length === 0;

/** Several lines that YAML can take as they are. */
const isBlock = (value: string): boolean =>
  value.includes('\n') && !/^\s|\s$|[ \t]\n|[\x00-\x08\x0b-\x1f\x7f]/.test(value);

function inline(value: JsonValue): string {
  if (typeof value === 'string') return text(value);
  if (isContainer(value)) return Array.isArray(value) ? '[]' : '{}';
  return String(value);
}

/** Plain where YAML reads it back as the same text, else quoted as JSON does, which YAML reads too. */
function text(value: string): string {
  const isPlain =
    /^[\p{L}_(（《「『“][^\n\t]*$/u.test(value) &&
    !/: |:$| #|\s$|["'`]$/.test(value) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}
