/** What both writing agents are told: instructions, and the last lines after the input. */
import { withoutOoc } from '../domain/history/ooc.ts';
import { type Segment } from '../domain/prompt/segment.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type AgentSettings, type Settings } from '../domain/settings.ts';
import { fillPrompt } from './fill-prompt.ts';
import { composeInstructions, type Names, pickText, type PromptTexts } from './instructions.ts';
import { ownWords } from './make-segments.ts';
import { replyLengthLine } from './reply-length.ts';
import { chosenLines, playerSpeaksLine, styleLine } from './reply-lines.ts';

export interface WritingOrders {
  readonly language: StoryLanguage;
  readonly lite: boolean;
  readonly names: Names;
  readonly settings: AgentSettings;
  readonly reply: Settings['reply'];
  readonly input: string;
  readonly recentReplies: readonly string[];
}

/** Always there, so that the system message is the same whether a tool ran or not. */
const resultsStand: Record<StoryLanguage, string> = {
  zh: '工具结果（如有）已由系统得出，不可更改：严格照结果写，写成看得见的后果；设定要求显示时才写出数字。',
  en: 'Tool results, when there are any, are fixed by the system: follow them strictly and show them as consequences; numbers only where the card shows them.',
};

const noInput: Record<StoryLanguage, string> = {
  zh: '玩家这一轮没有输入：让世界和其他人物自然地往前走一小步。',
  en: 'The player gave no input this round: let the world and the other characters take a small step on.',
};

export function writingInstructions(texts: PromptTexts, orders: WritingOrders): Segment {
  const { language, lite, names, settings, reply } = orders;
  const builtIn = fillPrompt(pickText(texts, language, lite), {
    playerSpeaks: playerSpeaksLine(reply, language),
    style: styleLine(reply, language),
  });
  const chosen = settings.instructionsOverride.trim() === '' ? [] : chosenLines(reply, language);
  return ownWords('instructions', composeInstructions(builtIn, settings, names, [resultsStand[language], ...chosen]));
}

export function writingTask(texts: Readonly<Record<StoryLanguage, string>>, orders: WritingOrders): Segment {
  const { language, reply, recentReplies } = orders;
  const text = fillPrompt(texts[language], {
    noInput: noInputLine(orders),
    length: replyLengthLine(reply.length, recentReplies, language),
  });
  return ownWords('task', text);
}

export function noInputLine({ input, language }: Pick<WritingOrders, 'input' | 'language'>): string {
  return withoutOoc(input).trim() === '' ? noInput[language] : '';
}
