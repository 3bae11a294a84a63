/** What a dialect makes of one operation: RFC 6902 steps, and the change in words the records and diffs need. */
import { type JsonValue } from '../../shared/json-value.ts';
import { type RfcOperation } from './rfc-patch.ts';
import { toPointer, type Segments } from './pointer.ts';

/** What happened, by place; `before` is what stood there. */
export type Change =
  | { readonly kind: 'set'; readonly path: Segments; readonly before: JsonValue; readonly after: JsonValue }
  | { readonly kind: 'inserted'; readonly container: Segments; readonly key: string | null; readonly after: JsonValue }
  | { readonly kind: 'removed'; readonly path: Segments; readonly fromList: boolean; readonly before: JsonValue }
  | { readonly kind: 'moved'; readonly from: Segments; readonly to: Segments; readonly value: JsonValue };

export interface Translation {
  readonly ok: true;
  readonly steps: readonly RfcOperation[];
  readonly change: Change;
}

export function settingOf(path: Segments, before: JsonValue, after: JsonValue, at: Segments = path): Translation {
  const step: RfcOperation = { op: 'replace', path: toPointer(at), value: after };
  return { ok: true, steps: [step], change: { kind: 'set', path, before, after } };
}

export function insertionOf(
  container: Segments,
  key: string,
  after: JsonValue,
  shown: string | null = key,
): Translation {
  const step: RfcOperation = { op: 'add', path: toPointer([...container, key]), value: after };
  return { ok: true, steps: [step], change: { kind: 'inserted', container, key: shown, after } };
}

export function removalOf(path: Segments, before: JsonValue, fromList: boolean): Translation {
  const step: RfcOperation = { op: 'remove', path: toPointer(path) };
  return { ok: true, steps: [step], change: { kind: 'removed', path, fromList, before } };
}
