/** Careful walks through stored objects whose shape is not known yet. */
export type Path = readonly PropertyKey[];
export type RawObject = Readonly<Record<string, unknown>>;

const refused = new Set(['__proto__', 'constructor', 'prototype']);

export function isPlainObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties without the three names that could reach a prototype. */
export function ownEntries(value: RawObject): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([key]) => !refused.has(key));
}

/**
 * A copy of `root` without the value at `path`; a path into a list removes the whole list. `path` of the answer says
 * what was removed; null when nothing stood there.
 */
export function removeAt(root: unknown, path: Path): { readonly rest: unknown; readonly path: Path | null } {
  const [key, ...deeper] = path;
  if (!isPlainObject(root) || typeof key !== 'string' || !Object.hasOwn(root, key)) return { rest: root, path: null };
  const child = root[key];
  if (deeper.length === 0 || !isPlainObject(child)) {
    return { rest: Object.fromEntries(Object.entries(root).filter(([name]) => name !== key)), path: [key] };
  }
  const inner = removeAt(child, deeper);
  return { rest: { ...root, [key]: inner.rest }, path: inner.path === null ? null : [key, ...inner.path] };
}
