/** Parts of a world that were copied a moment ago and that nobody else holds yet: they may be changed in place. */

export type FreshParts = Set<object>;

/** `part` itself when it is fresh, else a copy that is. */
export function freshCopy<T>(part: readonly T[], fresh: FreshParts): T[];
export function freshCopy<T extends object>(part: T, fresh: FreshParts): T;
export function freshCopy(part: object, fresh: FreshParts): object {
  if (fresh.has(part)) return part;
  const copy = Array.isArray(part) ? [...(part as unknown[])] : { ...part };
  fresh.add(copy);
  return copy;
}

/** The record with one entry set. The key must be a checked name. */
export function withEntry<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T,
  fresh: FreshParts,
): Record<string, T> {
  const mine: Record<string, T> = freshCopy(record, fresh);
  mine[key] = value;
  return mine;
}
