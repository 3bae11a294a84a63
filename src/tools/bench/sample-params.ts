/** Makes up parameters from a schema, so that a trial has something to begin with. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const MAX_DEPTH = 6;

export function sampleParams(schema: JsonObject, depth = 0): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isObject(property) && depth < MAX_DEPTH ? [[name, sampleValue(property, depth + 1)]] : [],
    ),
  );
}

function sampleValue(schema: JsonObject, depth: number): JsonValue {
  if (schema['default'] !== undefined) return schema['default'];
  const choices = isList(schema['enum']) ? schema['enum'] : isList(schema['examples']) ? schema['examples'] : [];
  if (choices[0] !== undefined) return choices[0];
  const type = isList(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'array':
      return isObject(schema['items']) && depth < MAX_DEPTH ? [sampleValue(schema['items'], depth + 1)] : [];
    case 'object':
      return sampleParams(schema, depth);
    default:
      return '';
  }
}
