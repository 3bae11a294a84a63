/** What an effect of a page does to the MVU record; the fold calls this for every effect of the two mvu kinds. */
import { type JsonObject } from '../shared/json-value.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { mergeInitial } from './merge-initial.ts';
import { type OperationResult } from './patch/apply-operations.ts';
import { makeDraft } from './patch/draft.ts';
import { isPlainObject } from './patch/pointer.ts';
import { refuse } from './patch/refusal.ts';
import { applyRfcOperation, readRfcOperation } from './patch/rfc-patch.ts';
import { updateRecord } from './update-record.ts';

export type MvuEffect = Extract<Effect, { readonly kind: 'mvu' | 'mvu-init' }>;

export interface MvuApplied {
  readonly record: JsonObject | null;
  /** One per operation of the effect, in order; refused ones are what the player is told of. */
  readonly results: readonly OperationResult[];
}

/** Deterministic; never throws; `record` is never changed, and shared where nothing changed. */
export function applyMvu(record: JsonObject | null, effect: MvuEffect): MvuApplied {
  if (effect.kind === 'mvu-init') return { record: mergeInitial(record, effect.record), results: [] };
  if (effect.exact) return applyExact(record, effect.operations);
  if (record) return updateRecord(record, effect.operations);
  const results = effect.operations.map((operation, index) => ({ index, operation, ...refuse('missing') }));
  return { record, results };
}

/** RFC 6902 on the whole record, operation by operation. */
function applyExact(record: JsonObject | null, operations: readonly JsonObject[]): MvuApplied {
  const draft = makeDraft(record ?? {});
  const results = operations.map((raw, index): OperationResult => {
    const operation = readRfcOperation(raw);
    const refusal = 'ok' in operation ? operation : applyRfcOperation(draft, operation);
    if (refusal) return { index, operation: raw, ...refusal };
    return { index, operation: raw, ok: true, change: { kind: 'set', path: [], before: null, after: null } };
  });
  const root = draft.root();
  return { record: isPlainObject(root) ? root : record, results };
}
