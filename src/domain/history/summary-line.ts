/** A summary line as agents and players read it: code writes the number in front, whatever a model wrote. */
import { type StoryLanguage } from '../run/turn-request.ts';
import { type SummaryLine } from '../world.ts';

export function renderSummaryLine(line: SummaryLine, language: StoryLanguage): string {
  return `${roundLabel(line.round, language)} ${line.text}`;
}

/** `[第3轮]` or `[Round 3]`. */
export function roundLabel(round: number, language: StoryLanguage): string {
  return language === 'zh' ? `[第${round}轮]` : `[Round ${round}]`;
}
