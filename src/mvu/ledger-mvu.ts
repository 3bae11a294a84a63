/** The fold's view of an MVU effect: the next record, and a sentence for every operation that was refused. */
import { type JsonObject } from '../shared/json-value.ts';
import { applyMvu, type MvuEffect } from './apply-effects.ts';
import { describeRefusal } from './patch/refusal.ts';

export interface LedgerApplied {
  readonly record: JsonObject | null;
  readonly refusals: readonly { readonly code: string; readonly reason: string }[];
}

export function applyMvuInLedger(record: JsonObject | null, effect: MvuEffect, language: 'zh' | 'en'): LedgerApplied {
  const applied = applyMvu(record, effect);
  const refusals = applied.results.flatMap((result) =>
    result.ok ? [] : [{ code: result.code, reason: describeRefusal(result, language) }],
  );
  return { record: applied.record, refusals };
}
