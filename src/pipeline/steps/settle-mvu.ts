/** Carries a round's variables out where the player's cards look for them: MVU or our stand-in applies, the floor gets its record. */
import { isCancelled, NarrativeError } from '../../domain/errors.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { adoptDifference } from '../../mvu/adopt-difference.ts';
import { applyMvu } from '../../mvu/apply-effects.ts';
import { withMvuParts } from '../../mvu/message-text.ts';
import { type MvuHost, type WrittenVariables } from '../../ports/mvu-host.ts';
import { type JsonObject } from '../../shared/json-value.ts';
import { type MvuStep } from './update-mvu.ts';

export interface MvuPlace {
  readonly index: number;
  readonly swipe: number;
  /** The text as it shall stand without MVU's parts. */
  readonly text: string;
  /** The record this round starts from: the fold before its floor. */
  readonly record: JsonObject | null;
  readonly mvuAsksItself: boolean;
}

export interface SettledMvu {
  /** Those of the step, and what MVU or a card's script made different. */
  readonly effects: readonly Effect[];
  readonly finalText: string;
  /** Why MVU did not apply it; our own engine's record stands then. */
  readonly error: NarrativeError | null;
}

/**
 * To be called before the final text is written and shown, so that status bars find the record. Rejects only with
 * `run.cancelled`.
 */
export async function settleMvu(
  step: MvuStep,
  place: MvuPlace,
  host: MvuHost,
  signal: AbortSignal,
): Promise<SettledMvu> {
  const { record, text } = place;
  // MVU's own model will append its block and write the record: one writer a floor.
  if (record === null || place.mvuAsksItself) return { effects: step.effects, finalText: text, error: null };
  const finalText = withMvuParts(text, step.blockOperations);
  const ours = fold(record, step.effects);
  const base = host.presence().kind === 'present' ? host.readBefore(place.index) : record;
  const applied = base === null ? ours : await applyOutside(finalText, { base, ours }, host, signal);
  const theirs = applied instanceof NarrativeError ? ours : applied;
  const told = base === null ? null : await tell(theirs, finalText, host, signal);
  const difference = adoptDifference(ours, told?.record ?? theirs ?? undefined, 'mvu');
  if (told) host.write([{ index: place.index, swipe: place.swipe, record: told.record }]);
  return {
    effects: difference ? [...step.effects, difference] : step.effects,
    finalText: told?.text ?? finalText,
    error: applied instanceof NarrativeError ? applied : null,
  };
}

/** Scripts hear of it before it is written; what they change counts. */
async function tell(
  record: JsonObject | null,
  text: string,
  host: MvuHost,
  signal: AbortSignal,
): Promise<WrittenVariables | null> {
  const told = record && (await host.beforeUpdate({ record, text }));
  if (signal.aborted) throw new NarrativeError('run.cancelled');
  return told;
}

async function applyOutside(
  text: string,
  records: { readonly base: JsonObject; readonly ours: JsonObject | null },
  host: MvuHost,
  signal: AbortSignal,
): Promise<JsonObject | NarrativeError | null> {
  try {
    return await host.parse(text, records.base, signal);
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error;
    if (!(error instanceof NarrativeError)) return new NarrativeError('tool.failed', { cause: error });
    return error.code === 'tool.unavailable' ? records.ours : error;
  }
}

function fold(record: JsonObject, effects: readonly Effect[]): JsonObject | null {
  return effects.reduce<JsonObject | null>(
    (before, effect) =>
      effect.kind === 'mvu' || effect.kind === 'mvu-init' ? applyMvu(before, effect).record : before,
    record,
  );
}
