/** Makes the schema of a tree: flags come from `$meta` markers or from the schema that was there; the markers leave the tree. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { childOf, isPlainObject } from '../patch/pointer.ts';
import { childNode, type SchemaNode } from './schema-node.ts';

/** In a list: new elements may be added. */
export const EXTENSIBLE_MARK = '$__META_EXTENSIBLE__$';

/** What is known of a place: its former value and node. Where the value is the same object, the node still holds. */
interface Known {
  readonly value: JsonValue | undefined;
  readonly node: SchemaNode;
}

interface Built {
  readonly value: JsonValue;
  readonly node: SchemaNode;
}

export interface BuiltSchema {
  readonly tree: JsonObject;
  readonly schema: SchemaNode;
}

/**
 * @param former the tree and schema before the change; null for a tree that is new. Flags of places that stay are
 * kept, and markers in values of such places are ignored: only new places may say how open they are.
 */
export function buildSchema(
  tree: JsonObject,
  former: { readonly tree: JsonValue; readonly schema: JsonValue } | null,
): BuiltSchema {
  const known = former && isPlainObject(former.schema) ? { value: former.tree, node: former.schema } : null;
  const built = buildObject(tree, known, false);
  return { tree: built.value as JsonObject, schema: built.node };
}

function build(value: JsonValue, known: Known | null, recursive: boolean): Built {
  if (known?.value === value) return { value, node: known.node };
  if (Array.isArray(value)) return buildList(value as readonly JsonValue[], known, recursive);
  if (isPlainObject(value)) return buildObject(value, known, recursive);
  const type = value === null ? 'any' : typeof value;
  return { value, node: known?.node['type'] === type ? known.node : { type } };
}

function buildObject(value: JsonObject, known: Known | null, recursive: boolean): Built {
  const former = known?.node['type'] === 'object' ? known : null;
  const meta = former ? former.node : metaOf(value['$meta']);
  const isRecursive = recursive || meta['recursiveExtensible'] === true;
  const isOpen = isRecursive || meta['extensible'] === true;
  const required = Array.isArray(meta['required']) ? (meta['required'] as readonly JsonValue[]) : [];
  const properties: Record<string, JsonValue> = {};
  let clean: Record<string, JsonValue> | null = null;
  for (const key of Object.keys(value)) {
    if (isObjectMark(key)) {
      clean ??= { ...value };
      delete clean[key];
      continue;
    }
    const child = value[key] ?? null;
    const childKnown = knownChild(former, key);
    const built = build(child, childKnown, isRecursive);
    if (built.value !== child) (clean ??= { ...value })[key] = built.value;
    properties[key] = withNeed(built.node, childKnown, !isOpen || required.includes(key));
  }
  return { value: clean ?? value, node: { ...flagsOf(meta, isOpen, isRecursive), type: 'object', properties } };
}

/** A known place stays as needed as it was; a new one is needed unless its object is open. */
function withNeed(node: SchemaNode, known: Known | null, asNew: boolean): SchemaNode {
  const required = known ? known.node['required'] !== false : asNew;
  return node['required'] === required ? node : { ...node, required };
}

const isObjectMark = (key: string): boolean => key === '$meta' || key === '$arrayMeta';

function buildList(value: readonly JsonValue[], known: Known | null, recursive: boolean): Built {
  const former = known?.node['type'] === 'array' ? known : null;
  const marks = value.filter(isListMark);
  const items = marks.length > 0 ? value.filter((item) => !isListMark(item)) : value;
  const said = marks.map((mark) => (isPlainObject(mark) ? metaOf(mark['$meta']) : { extensible: true }));
  const meta: JsonObject = former ? former.node : said.reduce<JsonObject>((all, one) => ({ ...all, ...one }), {});
  const isRecursive = recursive || meta['recursiveExtensible'] === true;
  const isOpen = isRecursive || meta['extensible'] === true;
  const knownItem = former ? childNode(former.node, '0') : null;
  const built = items.map((item, i) =>
    build(item, knownItem && { value: childOf(former?.value, String(i)), node: knownItem }, isRecursive),
  );
  const isSame = marks.length === 0 && built.every((item, i) => item.value === value[i]);
  const elementType = built[0]?.node ?? knownItem ?? { type: 'any' };
  return {
    value: isSame ? value : built.map((item) => item.value),
    node: { ...flagsOf(meta, isOpen, isRecursive), type: 'array', elementType },
  };
}

const metaOf = (value: JsonValue | undefined): JsonObject => (isPlainObject(value) ? value : {});

const isListMark = (item: JsonValue): boolean =>
  item === EXTENSIBLE_MARK || (isPlainObject(item) && item['$arrayMeta'] === true);

function knownChild(known: Known | null, key: string): Known | null {
  const node = known && childNode(known.node, key);
  return known && node ? { value: childOf(known.value, key), node } : null;
}

/** `extensible` is always said; the rest only where it departs from the default. */
function flagsOf(meta: JsonObject, isOpen: boolean, isRecursive: boolean): JsonObject {
  const flags: Record<string, JsonValue> = { extensible: isOpen };
  if (isRecursive) flags['recursiveExtensible'] = true;
  for (const name of ['template', 'strictTemplate', 'concatTemplateArray', 'strictSet', 'required'] as const) {
    const flag = meta[name];
    if (flag !== undefined) flags[name] = flag;
  }
  return flags;
}
