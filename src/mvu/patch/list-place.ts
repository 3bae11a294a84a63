/** Where in a list an insertion goes. */
import { arrayIndex } from './pointer.ts';

/**
 * The RFC segment for an insertion: an index, or `-` for the end; a place beyond the end is the end.
 * A negative index counts from the end and is only part of the command language. null: not a place in a list.
 */
export function placeInList(length: number, key: string, negativeToo: boolean): string | null {
  if (key === '-') return '-';
  const index = arrayIndex(key);
  if (index !== null) return index >= length ? '-' : String(index);
  return negativeToo && /^-[1-9]\d{0,8}$/.test(key) ? String(Math.max(0, length + Number(key))) : null;
}
