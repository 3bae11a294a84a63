/** JSON Pointers (RFC 6901): reading them into segments, writing them, and the segments nobody may name. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';

export type Segments = readonly string[];

/** More levels than any card has; a longer path is a mistake or an attack. */
export const MAX_PATH_DEPTH = 32;

/** Segments of a pointer; null when it is not one (no leading `/`, a bad `~` escape). `` is the whole document. */
export function parsePointer(pointer: string): Segments | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer.slice(1).split('/').map(unescapeSegment);
}

export const unescapeSegment = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

export function toPointer(segments: Segments): string {
  return segments.map((s) => `/${s.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A place in a list as RFC 6901 writes it: no sign, no leading zero. */
export function arrayIndex(segment: string): number | null {
  return /^(?:0|[1-9]\d{0,8})$/.test(segment) ? Number(segment) : null;
}

export const isContainer = (value: JsonValue | undefined): value is JsonObject | readonly JsonValue[] =>
  typeof value === 'object' && value !== null;

export const isPlainObject = (value: JsonValue | undefined): value is JsonObject =>
  isContainer(value) && !Array.isArray(value);

/** The child of a container by own property only; undefined when there is none. */
export function childOf(container: JsonValue | undefined, segment: string): JsonValue | undefined {
  if (Array.isArray(container)) {
    const index = arrayIndex(segment);
    return index === null ? undefined : (container as readonly JsonValue[])[index];
  }
  return isPlainObject(container) && Object.hasOwn(container, segment) ? container[segment] : undefined;
}

/** The value at a path by own properties only; undefined when any step is missing. */
export function valueAt(root: JsonValue, segments: Segments): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const segment of segments) {
    here = childOf(here, segment);
    if (here === undefined) return undefined;
  }
  return here;
}
