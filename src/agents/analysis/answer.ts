/** What the analysis found: one summary, the changes that hold as proposals, and what was refused and why. */
import { NarrativeError } from '../../domain/errors.ts';
import { type GameTime } from '../../domain/game-state/game-state.ts';
import { normaliseChange } from '../../domain/game-state/normalise-change.ts';
import { type StateChange } from '../../domain/game-state/state-change.ts';
import { bareSummary } from '../../domain/history/summary-line.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { readAnswer } from '../../shared/read-answer.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { problemAsError } from '../answer-problem.ts';
import { asList, asText, asTextList, asWholeNumber, isObject } from '../lenient-fields.ts';
import { openingSchema } from './format.ts';

export interface FoundChange {
  readonly change: StateChange;
  /** The words of the prose it rests on. */
  readonly quote?: string;
}

export interface RejectedProposal {
  readonly proposal: JsonValue;
  readonly code: string;
  /** For people, in the chat's language. */
  readonly reason: string;
}

export interface FoundRound {
  /** Without its number; null when the model wrote none. */
  readonly summary: string | null;
  readonly changes: readonly FoundChange[];
  readonly rejected: readonly RejectedProposal[];
}

export interface Opening {
  readonly location?: string;
  readonly time?: GameTime;
}

export interface AnalysisAnswer extends FoundRound {
  /** Only on the first analysis, and only what the greeting tells. */
  readonly opening: Opening | null;
  /** Rounds taken along, by number. */
  readonly earlier: readonly (FoundRound & { readonly round: number })[];
  /** The answer broke off: what is here is complete, `lost` counts what is not, as far as it can be counted. */
  readonly cutOff: boolean;
  readonly lost: number;
  /** It was not strict JSON. */
  readonly repaired: boolean;
}

const shape = {
  keys: ['summary_entries', 'events', 'opening', 'earlier'],
  aliases: {
    summary: 'summary_entries',
    summaries: 'summary_entries',
    摘要: 'summary_entries',
    changes: 'events',
    event: 'events',
    事件: 'events',
    earlier_rounds: 'earlier',
  },
  list: { key: 'events', itemKeys: ['type'] },
  objects: ['opening', 'earlier'],
};

const MAX_EVENTS = 64;
const MAX_SUMMARY = 600;
/**
 * @returns what was read; an error when there is neither a summary nor an `events` list, so that a broken answer is
 *   never taken for a quiet round
 */
export function readAnalysis(text: string, language: StoryLanguage): Result<AnalysisAnswer, NarrativeError> {
  const read = readAnswer(text, shape);
  if (!read.ok) return err(problemAsError(read.error));
  const { value, cutOff, dropped, repaired } = read.value;
  const found = readRound(value, language);
  const quiet = found.summary === null && found.changes.length === 0;
  if (quiet && (cutOff || !Array.isArray(value['events']))) {
    const code = cutOff ? 'answer.cut-off' : 'answer.invalid';
    return err(new NarrativeError(code, { message: 'There is neither a summary nor a complete event.' }));
  }
  return ok({
    ...found,
    opening: readOpening(value['opening']),
    earlier: asList(value['earlier']).flatMap((item) => readEarlier(item, language)),
    cutOff,
    lost: dropped,
    repaired,
  });
}

function readRound(value: JsonObject, language: StoryLanguage): FoundRound {
  const changes: FoundChange[] = [];
  const rejected: RejectedProposal[] = [];
  const proposals = asList(value['events']);
  for (const proposal of proposals.slice(0, MAX_EVENTS)) {
    const normal = normaliseChange(withSmallInitials(proposal), language);
    if (!normal.ok) {
      rejected.push({ proposal, ...normal.error });
      continue;
    }
    const quote = isObject(proposal) ? asText(proposal['quote']) : '';
    changes.push({ change: normal.value, ...(quote === '' ? {} : { quote }) });
  }
  return { summary: readSummary(value['summary_entries']), changes, rejected };
}

/** `Type` and `Params` are `type` and `params`. */
function withSmallInitials(value: JsonValue, depth = 2): JsonValue {
  if (!isObject(value) || depth === 0) return value;
  const renamed = Object.entries(value).map(([key, item]): [string, JsonValue] => {
    const small = key.charAt(0).toLowerCase() + key.slice(1);
    return [Object.hasOwn(value, small) ? key : small, withSmallInitials(item, depth - 1)];
  });
  return Object.fromEntries(renamed);
}

/** Several entries become one; the model's own numbering goes, since code counts the rounds. */
function readSummary(value: JsonValue | undefined): string | null {
  const text = asTextList(value)
    .map((entry) => bareSummary(entry))
    .filter((entry) => entry !== '')
    .join(' ')
    .replace(/\s+/g, ' ');
  return text === '' ? null : text.slice(0, MAX_SUMMARY);
}

function readEarlier(item: JsonValue, language: StoryLanguage): (FoundRound & { round: number })[] {
  const round = isObject(item) ? asWholeNumber(item['round'] ?? item['轮次']) : null;
  if (!isObject(item) || round === null || round < 0) return [];
  return [{ round, ...readRound(item, language) }];
}

/** Each part counts alone: a place without a clock is a place. */
function readOpening(value: JsonValue | undefined): Opening | null {
  if (!isObject(value)) return null;
  const given = isObject(value['time']) ? { ...value, ...value['time'] } : value;
  const number = (name: 'day' | 'hour' | 'minute'): number | undefined => {
    const read = openingSchema.shape[name].safeParse(asWholeNumber(given[name]) ?? undefined);
    return read.success ? read.data : undefined;
  };
  const location = asText(given['location']);
  const [day, hour, minute] = [number('day'), number('hour'), number('minute')];
  const told = day !== undefined || hour !== undefined;
  const opening: Opening = {
    ...(location === '' ? {} : { location }),
    ...(told ? { time: { day: day ?? 1, hour: hour ?? 0, minute: minute ?? 0 } } : {}),
  };
  return location === '' && !told ? null : opening;
}
