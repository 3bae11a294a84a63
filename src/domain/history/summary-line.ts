/** A summary line as agents and players read it: code writes the number in front, whatever a model wrote. */
import { wellFormed } from '../../shared/well-formed.ts';
import { type StoryLanguage } from '../run/turn-request.ts';
import { type SummaryLine } from '../world.ts';

const roundName =
  '(?:第\\s*([0-9０-９]{1,6}|[零一二两三四五六七八九十百]{1,6})\\s*(?:轮|回合|回)|轮\\s*([0-9０-９]{1,6})|(?:round|turn)\\s*#?([0-9]{1,6}))';
/** `[第3轮]`, `【轮3】 |`, `[Round 3]`, `第三轮：`, `Turn 3 -`; without brackets something must separate it from the text. */
const label = new RegExp(
  `^\\s*(?:[-*•]\\s+)?(?:[[【(（]\\s*${roundName}\\s*[\\]】)）]\\s*(?:[:：|｜—-]\\s*)?|${roundName}\\s*[:：|｜—-]\\s*)`,
  'i',
);
/** A heading that only says that this is a summary. */
const heading = /^\s*(?:摘要|总结|本轮摘要|summary)\s*[:：]\s*/i;

/** One line, however it was stored: summaries are lists of lines wherever they are shown. */
export function renderSummaryLine(line: SummaryLine, language: StoryLanguage): string {
  return `${roundLabel(line.round, language)} ${line.text.replace(/\s*\n\s*/g, ' ')}`;
}

/** `[第3轮]` or `[Round 3]`. */
export function roundLabel(round: number, language: StoryLanguage): string {
  return language === 'zh' ? `[第${round}轮]` : `[Round ${round}]`;
}

/** The text of a summary without number, bullet and heading, on one line. */
export function bareSummary(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(label, '').replace(heading, '');
  }
  return wellFormed(rest).replace(/\s+/g, ' ').trim();
}

/** The round a label in front names; null without one, or when it is written in words. */
export function labelledRound(text: string): number | null {
  const found = label.exec(text);
  const digits = found?.slice(1).find((group: string | undefined) => group !== undefined);
  const round = digits === undefined ? Number.NaN : Number(digits.normalize('NFKC'));
  return Number.isSafeInteger(round) ? round : null;
}

/** Does a summary label stand at the beginning of this line? */
export function hasRoundLabel(line: string): boolean {
  return label.test(line);
}
