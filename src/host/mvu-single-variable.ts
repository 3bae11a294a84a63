/** One variable of a record in a card script's hands: found by its path, changed in place where it exists. */
import { type JsonValue } from '../shared/json-value.ts';
import { isForbiddenKey, isRecord, own, safeJson } from '../shared/safe-json.ts';

const segmentsOf = (path: string): readonly string[] => path.split(/[.[\]"']+/).filter((segment) => segment !== '');

const childOf = (here: unknown, segment: string): unknown =>
  typeof here === 'object' && here !== null ? own(here, segment) : undefined;

export const lookUp = (root: unknown, path: string): unknown => segmentsOf(path).reduce<unknown>(childOf, root);

/** The value of a value with description. */
export function withoutDescription(found: unknown): unknown {
  if (!Array.isArray(found)) return found;
  const list = found as readonly unknown[];
  return list.length === 2 && typeof list[1] === 'string' ? list[0] : list;
}

export interface SingleChange {
  readonly before: unknown;
  readonly after: JsonValue;
}

/** Changes an existing place of `data.stat_data` and its display copies; null when there is no such place. */
export function setSingleVariable(data: unknown, path: string, value: unknown, reason: string): SingleChange | null {
  const after = safeJson(value, 64);
  const tree = isRecord(data) ? data['stat_data'] : undefined;
  const segments = segmentsOf(path);
  const old = lookUp(tree, path);
  if (!isRecord(data) || after === undefined || old === undefined || segments.some(isForbiddenKey)) return null;
  const before = withoutDescription(old);
  const isPair = Array.isArray(old) && before !== old;
  put(tree, isPair ? [...segments, '0'] : segments, after);
  const told = `${show(before)}->${show(after)}${reason === '' ? '' : ` (${reason})`}`;
  for (const copy of ['display_data', 'delta_data']) if (isRecord(data[copy])) put(data[copy], segments, told);
  return { before, after };
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Missing levels of a display copy appear. */
function put(root: unknown, segments: readonly string[], value: JsonValue): void {
  let here = root as Record<string, unknown>;
  for (const segment of segments.slice(0, -1)) {
    const child = childOf(here, segment);
    if (typeof child === 'object' && child !== null) here = child as Record<string, unknown>;
    else {
      const made: Record<string, unknown> = {};
      here[segment] = made;
      here = made;
    }
  }
  here[segments.at(-1) ?? ''] = value;
}
