/** Reads the summaries that versions before ours left in a message's `<summary>` block or in a list of lines. */
import { bareSummary, hasRoundLabel, labelledRound } from './summary-line.ts';

export interface OldSummary {
  /** As it was written; null where there is no number. */
  readonly round: number | null;
  /** One line: intent and points stay, fields of the long form are joined. */
  readonly text: string;
}

/** Headings of the long form that say nothing themselves. */
const emptyHeading = /^(?:状态追踪|重要记忆点|state|key memories)\s*[:：]?\s*$/i;
const block = /<summary>([\s\S]*?)<\/summary>/gi;

/** All summaries of a message of either dialect; none when it has no `<summary>` block. */
export function readMessageSummaries(message: string): readonly OldSummary[] {
  return [...message.matchAll(block)].flatMap((match) => readSummaryText(match[1] ?? ''));
}

/** What a message of an older version says of its round, as one line; null when it says nothing. */
export function messageSummary(message: string): string | null {
  const text = readMessageSummaries(message)
    .map((summary) => summary.text)
    .join(' ');
  return text === '' ? null : text;
}

/**
 * A text of summaries: `[第7轮] 用户意图：… | 叙事要点：…`, `[第7轮] 叙事要点：…`, or the long form, a labelled heading with
 * `字段：值` lines and a list of memories under it. Lines without a label belong to the summary above them.
 */
export function readSummaryText(text: string): readonly OldSummary[] {
  const groups: { round: number | null; lines: string[] }[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    const current = groups.at(-1);
    if (!current || hasRoundLabel(line)) groups.push({ round: labelledRound(line), lines: [bareSummary(line)] });
    else current.lines.push(bareSummary(line.replace(/^[-*•]\s*/, '')));
  }
  return groups.flatMap(({ round, lines }) => {
    const parts = lines.filter((line) => line !== '' && !emptyHeading.test(line));
    return parts.length === 0 ? [] : [{ round, text: parts.join('；') }];
  });
}
