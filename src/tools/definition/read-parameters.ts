/** Brings the parameters an author described into the shape of a JSON schema: full schemas, bare property lists, one-word types. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { isForbiddenKey } from '../../shared/safe-json.ts';

export interface ReadParameters {
  readonly schema: JsonObject;
  /** Names of parameters that could not be read. */
  readonly bad: readonly string[];
}

export const emptyParameters: JsonObject = { type: 'object', properties: {} };

const MAX_PARAMETERS = 50;
const typeWords = new Map<string, string>([
  ['string', 'string'],
  ['str', 'string'],
  ['text', 'string'],
  ['文本', 'string'],
  ['字符串', 'string'],
  ['number', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['数字', 'number'],
  ['数值', 'number'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['整数', 'integer'],
  ['boolean', 'boolean'],
  ['bool', 'boolean'],
  ['布尔', 'boolean'],
  ['array', 'array'],
  ['list', 'array'],
  ['数组', 'array'],
  ['object', 'object'],
  ['dict', 'object'],
  ['对象', 'object'],
  ['null', 'null'],
]);

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** The JSON schema word for a type in any spelling; undefined when it is none. */
export function readTypeWord(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? typeWords.get(value.trim().toLowerCase()) : undefined;
}

/** `"number"`, `"number, how hard it is"` and `"how hard it is"` are parameters too. */
function readProperty(value: JsonValue): { readonly schema: JsonObject; readonly required: boolean } | null {
  if (typeof value === 'string') {
    const [head = '', ...rest] = value.split(/[\s,，:：(（]+/);
    const type = readTypeWord(head);
    const description = type ? value.slice(head.length).replace(/^[\s,，:：]+/, '') : value;
    return {
      schema: { type: type ?? 'string', ...(description.trim() === '' ? {} : { description: description.trim() }) },
      required: type !== undefined && rest.some((word) => /^(required|必填)/i.test(word)),
    };
  }
  // `["calm", "angry"]`: one of these.
  if (isList(value) && value.length > 0 && value.every((choice) => typeof choice !== 'object')) {
    return { schema: { enum: value }, required: false };
  }
  if (!isObject(value)) return null;
  const { required, type, ...rest } = value;
  const word = readTypeWord(type);
  const inner = isObject(rest['properties'])
    ? { ...rest, ...readObjectSchema({ ...rest, required: required ?? [] }).schema }
    : rest;
  const kept = word ? { type: word } : type === undefined ? {} : { type };
  return { schema: { ...inner, ...kept }, required: required === true };
}

function readObjectSchema(schema: JsonObject): ReadParameters {
  const given = isObject(schema['properties']) ? schema['properties'] : {};
  const properties: Record<string, JsonValue> = {};
  const required = new Set<string>();
  const bad: string[] = [];
  for (const [name, value] of Object.entries(given).slice(0, MAX_PARAMETERS)) {
    const property = isForbiddenKey(name) ? null : readProperty(value);
    if (!property) bad.push(name);
    else {
      properties[name] = property.schema;
      if (property.required) required.add(name);
    }
  }
  const listed = isList(schema['required']) ? schema['required'] : [schema['required']];
  for (const name of listed) {
    if (typeof name !== 'string') continue;
    if (Object.hasOwn(properties, name)) required.add(name);
    else bad.push(name);
  }
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !['properties', 'required', 'type'].includes(key)),
  );
  return {
    schema: { ...rest, type: 'object', properties, ...(required.size > 0 ? { required: [...required] } : {}) },
    bad,
  };
}

/** A list of `{name, type, …}` as a list of properties. */
function byName(list: readonly JsonValue[]): JsonObject {
  return Object.fromEntries(
    list.flatMap((item) => {
      if (typeof item === 'string') return [[item, { type: 'string' }] as const];
      if (!isObject(item) || typeof item['name'] !== 'string') return [];
      const { name, ...schema } = item;
      return [[name, schema] as const];
    }),
  );
}

/** @returns the schema with what is good of it; null when it is neither an object nor a list */
export function readParameters(value: JsonValue | undefined): ReadParameters | null {
  if (value === undefined || value === null) return { schema: emptyParameters, bad: [] };
  if (isList(value)) return readObjectSchema({ properties: byName(value) });
  if (!isObject(value)) return null;
  const isSchema = isObject(value['properties']) || value['type'] === 'object' || Object.keys(value).length === 0;
  return readObjectSchema(isSchema ? value : { properties: value });
}
