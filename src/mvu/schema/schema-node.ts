/** The structure MVU remembers beside the tree: what may be added, what may go, what new children start with. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { isPlainObject, type Segments } from '../patch/pointer.ts';

/** A node as it stands in the record: plain JSON, read through the functions below. */
export type SchemaNode = JsonObject;

/** The node of the value at `segments`; null when the schema does not know that place. */
export function nodeAt(schema: JsonValue | undefined, segments: Segments): SchemaNode | null {
  let here = schema;
  for (const segment of segments) {
    if (!isPlainObject(here)) return null;
    here = childNode(here, segment) ?? undefined;
  }
  return isPlainObject(here) ? here : null;
}

export function childNode(node: SchemaNode, segment: string): SchemaNode | null {
  const properties = node['properties'];
  const child =
    node['type'] === 'array'
      ? node['elementType']
      : isPlainObject(properties) && Object.hasOwn(properties, segment)
        ? properties[segment]
        : undefined;
  return isPlainObject(child) ? child : null;
}

export const isExtensible = (node: SchemaNode | null): boolean =>
  node === null || node['extensible'] === true || node['recursiveExtensible'] === true;

/** May a child of that name be put into the object? */
export const mayHold = (node: SchemaNode | null, key: string): boolean =>
  node === null || isExtensible(node) || childNode(node, key) !== null;

/** Must the child stay? Only a child the schema knows can be required. */
export function isRequired(parent: SchemaNode | null, key: string): boolean {
  const child = parent && childNode(parent, key);
  return child !== null && child['required'] !== false;
}

export interface RootFlags {
  /** No casting of scalars into list templates. */
  readonly strictTemplate: boolean;
  /** Lists are joined with their template; off: merged place by place. */
  readonly concatTemplateArray: boolean;
  /** No writing through to the value of a value-with-description pair. */
  readonly strictSet: boolean;
}

export function rootFlags(schema: JsonValue | undefined): RootFlags {
  const root = isPlainObject(schema) ? schema : {};
  return {
    strictTemplate: root['strictTemplate'] === true,
    concatTemplateArray: root['concatTemplateArray'] !== false,
    strictSet: root['strictSet'] === true,
  };
}
