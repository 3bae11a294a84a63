/** The variables of a round: from the reply's own update block, else from the variable model; the fold carries them out. */
import { isCancelled, NarrativeError } from '../../domain/errors.ts';
import { type Segment } from '../../domain/prompt/segment.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { type WorldbookEntry } from '../../domain/worldbook/entry.ts';
import { applyMvu } from '../../mvu/apply-effects.ts';
import { diffTrees, type TreeChange } from '../../mvu/diff.ts';
import { extractUpdates } from '../../mvu/extract-updates.ts';
import { composeExtraction } from '../../mvu/extractor/compose-extraction.ts';
import { shouldExtract, type ExtractVerdict } from '../../mvu/extractor/should-extract.ts';
import { readUpdateRules } from '../../mvu/extractor/update-rules.ts';
import { describeRefusal, refuse, type Refusal } from '../../mvu/patch/refusal.ts';
import { readUpdateAnswer, type UpdateAnswer } from '../../mvu/read-update-answer.ts';
import { statDataOf } from '../../mvu/record.ts';
import { type JsonObject } from '../../shared/json-value.ts';
import { err, type Result } from '../../shared/result.ts';

export interface MvuRound {
  readonly language: StoryLanguage;
  readonly prose: string;
  readonly input: string;
  /** The record this round starts from: the fold before its floor. */
  readonly record: JsonObject | null;
  readonly entries: readonly WorldbookEntry[];
  readonly activated: readonly WorldbookEntry[];
  readonly mvuAsksItself: boolean;
  readonly instructionsAppend: string;
  readonly instructionsOverride: string;
}

/** Asks the variable model; `read` turns a raw answer into operations or says what is wrong with it. */
export type AskExtractor = (
  segments: readonly Segment[],
  read: (text: string) => Promise<Result<UpdateAnswer, NarrativeError>>,
  signal: AbortSignal,
) => Promise<Result<UpdateAnswer, NarrativeError>>;

export interface MvuReport {
  readonly source: 'reply' | 'extractor' | 'none';
  readonly because: Extract<ExtractVerdict, { extract: false }>['because'] | null;
  readonly rejected: readonly { readonly operation: unknown; readonly code: string; readonly reason: string }[];
  readonly changes: readonly TreeChange[];
  readonly cutOff: boolean;
  /** The variable model failed: the variables stay as they were, and the player may retry. */
  readonly error: NarrativeError | null;
}

export interface MvuStep {
  readonly effects: readonly Effect[];
  /** Operations for the update block of the final text; null when the text has its own or nothing changed. */
  readonly blockOperations: readonly JsonObject[] | null;
  readonly report: MvuReport;
}

/** Rejects only with `run.cancelled`; a model that fails leaves the variables as they were. */
export async function updateMvu(round: MvuRound, ask: AskExtractor, signal: AbortSignal): Promise<MvuStep> {
  const verdict = await shouldExtract({
    prose: round.prose,
    hasRecord: round.record !== null,
    mvuAsksItself: round.mvuAsksItself,
  });
  if (!verdict.extract && verdict.because !== 'reply-has-block') return nothing(verdict.because, null);
  if (!verdict.extract || round.record === null) {
    const { operations } = await extractUpdates(round.prose);
    return finish(round, operations, { source: 'reply', because: 'reply-has-block', cutOff: false });
  }
  const answer = await askSafely(round, round.record, ask, signal);
  if (!answer.ok) return nothing(null, answer.error);
  const { operations, cutOff } = answer.value;
  const step = finish(round, operations.filter(spares), { source: 'extractor', because: null, cutOff });
  const spared = operations
    .filter((operation) => !spares(operation))
    .map((operation) => refused(operation, refuse('read-only', placeOf(operation)), round.language));
  return { ...step, report: { ...step.report, rejected: [...spared, ...step.report.rejected] } };
}

/** The variable model is told that names beginning with `_` are read-only; it is held to that in both dialects. */
const spares = ({ path, from, to }: JsonObject): boolean =>
  ![path, from, to].some((text) => typeof text === 'string' && /(?:^|[/.])_/.test(text));

async function askSafely(
  round: MvuRound,
  record: JsonObject,
  ask: AskExtractor,
  signal: AbortSignal,
): Promise<Result<UpdateAnswer, NarrativeError>> {
  const rules = readUpdateRules(round.entries, round.activated, record);
  const segments = composeExtraction({ ...round, record, rules });
  try {
    return await ask(segments, readExtraction, signal);
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error;
    return err(error instanceof NarrativeError ? error : new NarrativeError('tool.failed', { cause: error }));
  }
}

/** An answer that cannot be read is an `answer.*` error whose message a repair call may quote. */
export async function readExtraction(text: string): Promise<Result<UpdateAnswer, NarrativeError>> {
  const read = await readUpdateAnswer(text);
  return read.ok ? read : err(new NarrativeError('answer.not-json', { message: read.error }));
}

function finish(
  round: MvuRound,
  operations: readonly JsonObject[],
  from: Pick<MvuReport, 'source' | 'because' | 'cutOff'>,
): MvuStep {
  const effects: Effect[] = operations.length === 0 ? [] : [{ kind: 'mvu', operations, source: 'mvu' }];
  const applied = applyMvu(round.record, { kind: 'mvu', operations, source: 'mvu' });
  const rejected = applied.results.flatMap((result) =>
    result.ok ? [] : [refused(result.operation, result, round.language)],
  );
  const changes = diffTrees(statDataOf(round.record), statDataOf(applied.record));
  const needsBlock = from.source === 'extractor' && operations.length > 0;
  return {
    effects,
    blockOperations: needsBlock ? operations : null,
    report: { ...from, rejected, changes, error: null },
  };
}

const placeOf = ({ path, from }: JsonObject): string =>
  [path, from].find((text): text is string => typeof text === 'string') ?? '';

function refused(operation: unknown, refusal: Refusal, language: StoryLanguage): MvuReport['rejected'][number] {
  return { operation, code: refusal.code, reason: describeRefusal(refusal, language) };
}

function nothing(because: MvuReport['because'], error: NarrativeError | null): MvuStep {
  const report: MvuReport = { source: 'none', because, rejected: [], changes: [], cutOff: false, error };
  return { effects: [], blockOperations: null, report };
}
