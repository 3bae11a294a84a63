/** Checks a value that comes from outside before it may enter a tree. */
import { isForbiddenKey } from '../../shared/safe-json.ts';
import { refuse, type Refusal } from './refusal.ts';

const MAX_VALUE_DEPTH = 64;
/** Characters and keys of one value together, about 64 KB of JSON. */
const MAX_VALUE_SIZE = 65_536;

/** null when the value is plain JSON of a sensible size without forbidden keys; otherwise the refusal. */
export function checkValue(value: unknown, maxSize = MAX_VALUE_SIZE): Refusal | null {
  let size = 0;
  const visit = (part: unknown, depth: number): Refusal | null => {
    if (depth > MAX_VALUE_DEPTH || size > maxSize) return refuse('bad-value');
    size += typeof part === 'string' ? part.length : 4;
    if (typeof part === 'number') return Number.isFinite(part) ? null : refuse('bad-value', String(part));
    if (typeof part === 'string' || typeof part === 'boolean' || part === null) return null;
    if (Array.isArray(part)) return firstRefusal(part, (item) => visit(item, depth + 1));
    if (!isRecord(part)) return refuse('bad-value');
    return firstRefusal(Object.keys(part), (key) => {
      size += key.length;
      return isForbiddenKey(key) ? refuse('forbidden', key) : visit(part[key], depth + 1);
    });
  };
  return visit(value, 0) ?? (size > maxSize ? refuse('bad-value') : null);
}

/** A plain object, as JSON.parse and object literals make them. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function firstRefusal<T>(items: readonly T[], check: (item: T) => Refusal | null): Refusal | null {
  for (const item of items) {
    const refusal = check(item);
    if (refusal) return refusal;
  }
  return null;
}
