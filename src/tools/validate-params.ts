/** Checks the parameters of a call against the tool's schema before anything runs; what is meant but written otherwise is converted and said. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { isForbiddenKey } from '../shared/safe-json.ts';

export interface ValidParams {
  readonly params: JsonObject;
  /** E.g. `dc: "15" → 15`. */
  readonly coercions: readonly string[];
}

interface Check {
  readonly coercions: string[];
  readonly problems: string[];
}

const MAX_DEPTH = 16;
const MAX_PROBLEMS = 8;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const show = (value: JsonValue): string => JSON.stringify(value).slice(0, 60);

/**
 * The subset of JSON schema that tool authors use: type, enum, const, properties, required, items, default, bounds of
 * numbers, texts and lists, additionalProperties, anyOf, oneOf. `pattern` is never run.
 * @returns the parameters as they are to be used, or one English line per problem
 */
export function validateParams(params: JsonObject, schema: JsonObject): Result<ValidParams, readonly string[]> {
  const check: Check = { coercions: [], problems: [] };
  const value = checkValue(params, { type: 'object', ...schema }, '', { check, depth: 0 });
  if (check.problems.length > 0 || !isObject(value)) return err(check.problems.slice(0, MAX_PROBLEMS));
  return ok({ params: value, coercions: check.coercions });
}

interface At {
  readonly check: Check;
  readonly depth: number;
}

function checkValue(given: JsonValue, schema: JsonObject, path: string, at: At): JsonValue {
  const { check, depth } = at;
  if (depth > MAX_DEPTH) {
    check.problems.push(`${path}: nested too deep`);
    return null;
  }
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (isList(branches)) return checkBranches(given, branches.filter(isObject), path, at);
  const converted = convert(given, typesOf(schema), schema);
  if (converted === undefined) {
    check.problems.push(`${path || 'params'}: expected ${typesOf(schema).join(' or ')}, got ${show(given)}`);
    return null;
  }
  const value = matchChoice(converted, schema);
  if (value === undefined) {
    check.problems.push(
      `${path || 'params'}: expected one of ${choicesOf(schema).map(show).join(', ')}, got ${show(given)}`,
    );
    return null;
  }
  if (path !== '' && value !== given) check.coercions.push(`${path}: ${show(given)} → ${show(value)}`);
  checkBounds(value, schema, path, check);
  if (isObject(value)) return checkObject(value, schema, path, at);
  if (isList(value)) return checkList(value, schema, path, at);
  return value;
}

function checkBranches(given: JsonValue, branches: readonly JsonObject[], path: string, at: At): JsonValue {
  const tries = branches.map((branch) => {
    const check: Check = { coercions: [], problems: [] };
    return { value: checkValue(given, branch, path, { check, depth: at.depth + 1 }), check };
  });
  const best =
    tries.find(({ check }) => check.problems.length === 0 && check.coercions.length === 0) ??
    tries.find(({ check }) => check.problems.length === 0);
  if (best) {
    at.check.coercions.push(...best.check.coercions);
    return best.value;
  }
  at.check.problems.push(...(tries[0]?.check.problems ?? []));
  return tries.length === 0 ? given : null;
}

function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (isList(type)) return type.filter((word): word is string => typeof word === 'string');
  return isObject(schema['properties']) ? ['object'] : [];
}

function typeFits(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return isList(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

/** The value in one of the types; undefined when none fits. A type of no known name fits everything. */
function convert(value: JsonValue, types: readonly string[], schema: JsonObject): JsonValue | undefined {
  if (types.length === 0 || types.some((type) => typeFits(value, type))) return value;
  for (const type of types) {
    const converted = convertTo(value, type, schema);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

function convertTo(value: JsonValue, type: string, schema: JsonObject): JsonValue | undefined {
  const text = typeof value === 'string' ? value.normalize('NFKC').trim() : '';
  switch (type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    case 'number':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'integer':
      return text !== '' && Number.isInteger(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return truths.get(typeof value === 'number' ? String(value) : text.toLowerCase());
    case 'array':
      // One item where a list is wanted.
      return isObject(schema['items']) && value !== null ? [value] : undefined;
    default:
      return undefined;
  }
}

const truths = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['是', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['否', false],
]);

function choicesOf(schema: JsonObject): readonly JsonValue[] {
  if (schema['const'] !== undefined) return [schema['const']];
  return isList(schema['enum']) ? schema['enum'] : [];
}

/** Capitals and blanks do not make another choice. */
function matchChoice(value: JsonValue, schema: JsonObject): JsonValue | undefined {
  const choices = choicesOf(schema);
  if (choices.length === 0 || choices.includes(value)) return value;
  const word = plainChoice(value);
  return word === null ? undefined : choices.find((choice) => plainChoice(choice) === word);
}

function plainChoice(value: JsonValue): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : null;
}

function checkBounds(value: JsonValue, schema: JsonObject, path: string, check: Check): void {
  const bound = (name: string): number | null => {
    const limit = schema[name];
    return typeof limit === 'number' ? limit : null;
  };
  const measure = (size: number, least: string, most: string, what: string): void => {
    const [min, max] = [bound(least), bound(most)];
    if (min !== null && size < min) check.problems.push(`${path}: ${what} ${size} is below ${min}`);
    if (max !== null && size > max) check.problems.push(`${path}: ${what} ${size} is above ${max}`);
  };
  if (typeof value === 'number') {
    measure(value, 'minimum', 'maximum', 'the value');
    const [above, below] = [bound('exclusiveMinimum'), bound('exclusiveMaximum')];
    if (above !== null && value <= above) check.problems.push(`${path}: the value ${value} must be above ${above}`);
    if (below !== null && value >= below) check.problems.push(`${path}: the value ${value} must be below ${below}`);
  }
  if (typeof value === 'string') measure(value.length, 'minLength', 'maxLength', 'the length');
  if (isList(value)) measure(value.length, 'minItems', 'maxItems', 'the number of items');
}

function checkObject(value: JsonObject, schema: JsonObject, path: string, at: At): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const inside = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const result: Record<string, JsonValue> = {};
  for (const [name, part] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isForbiddenKey(name) || isLeftOut(part, property)) continue;
    if (isObject(property)) result[name] = checkValue(part, property, inside(name), { ...at, depth: at.depth + 1 });
    else if (schema['additionalProperties'] !== false) result[name] = part;
    else at.check.coercions.push(`${inside(name)}: not a parameter, left out`);
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property) || property['default'] === undefined) continue;
    if (!Object.hasOwn(result, name)) result[name] = property['default'];
  }
  const required = isList(schema['required']) ? schema['required'] : [];
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(result, name))
      at.check.problems.push(`${inside(name)}: is required`);
  }
  return result;
}

/** A model writes null for what it leaves out. */
function isLeftOut(value: JsonValue, property: JsonValue | undefined): boolean {
  if (value !== null || !isObject(property)) return false;
  const types = typesOf(property);
  return types.length > 0 && !types.includes('null');
}

function checkList(value: readonly JsonValue[], schema: JsonObject, path: string, at: At): JsonValue[] {
  const { items } = schema;
  if (!isObject(items)) return [...value];
  return value.map((item, i) => checkValue(item, items, `${path}[${i}]`, { ...at, depth: at.depth + 1 }));
}
