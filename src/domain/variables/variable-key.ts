/** Keys of variables: a flat name first, else a path into a value; some names are refused. */
import { type PointerPath, readPointer } from '../../shared/json-pointer.ts';
import { isForbiddenKey } from '../../shared/safe-json.ts';

export interface VariableKey {
  /** The name as it is, looked up first. */
  readonly flat: string;
  /** Name of the variable and the path into its value: `a.b` → `['a', 'b']`, `/a/0` → `['a', '0']`. */
  readonly path: PointerPath;
}

const MAX_LENGTH = 256;

/** Null for a key that may not be used: empty, too long, or naming `__proto__`, `constructor` or `prototype`. */
export function readVariableKey(key: string): VariableKey | null {
  if (key.trim() === '' || key.length > MAX_LENGTH) return null;
  const path = key.startsWith('/') ? readPointer(key) : key.split('.');
  if (!path || path.some(isForbiddenKey) || isForbiddenKey(key)) return null;
  // "a..b" or a trailing dot is a plain name, never a path.
  return { flat: key, path: path.includes('') ? [key] : path };
}
