/** Tells how well a JSON value fits the answer that was asked for, and takes it out of wrappings. */
import { type JsonObject, type JsonValue } from './json-value.ts';
import { parseJson } from './json.ts';

export interface AnswerShape {
  /** Keys of the wanted object; one at least must be there. Case, spaces, `_` and `-` do not count. */
  readonly keys: readonly string[];
  /** Other names of those keys, e.g. `事件` for `events`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** A bare list, or bare objects one after another, whose items have all of `itemKeys` is read as `{ [key]: items }`. */
  readonly list?: { readonly key: string; readonly itemKeys: readonly string[] };
  /** Keys that hold objects, or lists of them; in text without JSON their labels and indentation are read, others' not. */
  readonly objects?: readonly string[];
}

/** A shape made ready for many looks. */
interface ReadyShape {
  readonly list: AnswerShape['list'] | undefined;
  readonly wanted: ReadonlyMap<string, string>;
}

export interface ShapedValue {
  readonly value: JsonObject;
  /** The wanted keys it has. */
  readonly keys: readonly string[];
  /** One loose item of the list, not the whole answer. */
  readonly item: boolean;
}

/** Tools and wrappers nest an answer two or three levels deep, never more. */
const MAX_WRAPPINGS = 3;
/** An object with more members than this is data, not a wrapping. */
const MAX_WRAPPING_MEMBERS = 6;

const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

export type Shaper = (value: JsonValue) => ShapedValue | null;

/** The answer takes a value as the wanted object, out of wrappings; null when it is something else. */
export function makeShaper(shape: AnswerShape): Shaper {
  const ready: ReadyShape = { list: shape.list, wanted: wantedNames(shape) };
  return (value) => shapeValue(value, ready, 0);
}

/** The wanted key a name stands for, under its own name or an alias; undefined for any other name. */
export function makeKeyFinder(shape: AnswerShape): (name: string) => string | undefined {
  const wanted = wantedNames(shape);
  return (name) => wanted.get(plainName(name));
}

function wantedNames(shape: AnswerShape): ReadonlyMap<string, string> {
  const wanted = new Map(shape.keys.map((key) => [plainName(key), key]));
  for (const [alias, key] of Object.entries(shape.aliases ?? {})) wanted.set(plainName(alias), key);
  return wanted;
}

function shapeValue(value: JsonValue, ready: ReadyShape, wrappings: number): ShapedValue | null {
  if (typeof value === 'string') return shapeText(value, ready, wrappings);
  if (typeof value !== 'object' || value === null) return null;
  if (isList(value)) return shapeList(value, ready);
  const own = renameKeys(value, ready);
  if (own) return own;
  const { list } = ready;
  if (list && isItem(value, list.itemKeys)) return { value: { [list.key]: [value] }, keys: [list.key], item: true };
  return unwrap(value, ready, wrappings);
}

function shapeText(text: string, ready: ReadyShape, wrappings: number): ShapedValue | null {
  if (wrappings > MAX_WRAPPINGS || !/^\s*[{[]/.test(text)) return null;
  const parsed = parseJson(text);
  return parsed.ok ? shapeValue(parsed.value, ready, wrappings + 1) : null;
}

function shapeList(items: readonly JsonValue[], ready: ReadyShape): ShapedValue | null {
  const { list } = ready;
  if (!list || items.length === 0) return null;
  const fitting = items.filter((item) => isItem(item, list.itemKeys));
  if (fitting.length * 2 > items.length) return { value: { [list.key]: items }, keys: [list.key], item: false };
  const only = items.length === 1 ? items[0] : undefined;
  return only !== undefined && !isList(only) ? shapeValue(only, ready, MAX_WRAPPINGS) : null;
}

function isItem(value: JsonValue, itemKeys: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  return isNoSchema(value) && itemKeys.every((key) => Object.hasOwn(value, key));
}

/** Null when none of the wanted keys is there. A key under its own name wins over an alias. */
function renameKeys(value: JsonObject, { wanted }: ReadyShape): ShapedValue | null {
  const names = Object.keys(value);
  const keys = new Set<string>();
  for (const name of names) {
    const key = wanted.get(plainName(name));
    if (key !== undefined) keys.add(key);
  }
  if (keys.size === 0) return null;
  const renamed: Record<string, JsonValue> = {};
  for (const name of names) {
    const key = wanted.get(plainName(name)) ?? name;
    if (key === name || !Object.hasOwn(value, key)) renamed[key] = value[name] ?? null;
  }
  return { value: renamed, keys: [...keys], item: false };
}

/** A tool call or a one-key envelope around the answer; a JSON schema that was echoed is neither. */
function unwrap(value: JsonObject, ready: ReadyShape, wrappings: number): ShapedValue | null {
  const members = Object.values(value);
  if (wrappings >= MAX_WRAPPINGS || members.length > MAX_WRAPPING_MEMBERS || !isNoSchema(value)) return null;
  for (const member of members) {
    const inner = shapeValue(member, ready, wrappings + 1);
    if (inner && !inner.item) return inner;
  }
  return null;
}

function isNoSchema(value: JsonObject): boolean {
  return !Object.hasOwn(value, 'properties');
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
