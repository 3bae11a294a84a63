/** The analysis: reads what a round did to the world, and writes its summary line. */
import { middleMarks } from '../../domain/prompt/middle-marks.ts';
import { type Segment } from '../../domain/prompt/segment.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type Agent } from '../agent.ts';
import { cutPriority } from '../cut-priority.ts';
import { fillPrompt } from '../fill-prompt.ts';
import { composeInstructions, pickText, type PromptTexts } from '../instructions.ts';
import { makeSegment, makeSegments, ownWords } from '../make-segments.ts';
import { renderOutputFormat } from '../output-format.ts';
import { guidance, stateSummary, storySummary, userInput, userPersona } from '../story-segments.ts';
import { type TurnSources } from '../turn-view.ts';
import { readAnalysis, type AnalysisAnswer } from './answer.ts';
import evidenceEn from './evidence.en.md';
import evidenceZh from './evidence.zh.md';
import { emptyExample, fullExample } from './example.ts';
import { analysisSchema, type AnalysisOffer } from './format.ts';
import instructionsEn from './instructions.en.md';
import liteEn from './instructions.lite.en.md';
import liteZh from './instructions.lite.zh.md';
import instructionsZh from './instructions.zh.md';
import { renderKnown } from './render-known.ts';
import taskEn from './task.en.md';
import taskLiteEn from './task.lite.en.md';
import taskLiteZh from './task.lite.zh.md';
import taskZh from './task.zh.md';
import { analysisView, type AnalysisView } from './view.ts';

export const analysisTexts: PromptTexts = {
  zh: { full: instructionsZh, lite: liteZh },
  en: { full: instructionsEn, lite: liteEn },
};

const tasks: PromptTexts = {
  zh: { full: taskZh, lite: taskLiteZh },
  en: { full: taskEn, lite: taskLiteEn },
};

const evidence: Record<StoryLanguage, string> = { zh: evidenceZh, en: evidenceEn };

const labels = {
  zh: {
    input: '输入：',
    prose: '正文：',
    round: (round: number) => `[第${round}轮]`,
    opening: '这是第一次记录：opening 从 <greeting> 里读出故事开始的地点和时间，看不出的项省略。',
    variables: '这个故事的状态由卡片自己的变量记录：events 一律留空，只写摘要。',
    earlier: (rounds: string) =>
      `<earlier_rounds> 里的第 ${rounds} 轮还没有记录：按同样的要求逐轮记在 earlier 里；本轮仍记在最外层。`,
  },
  en: {
    input: 'Input: ',
    prose: 'Prose: ',
    round: (round: number) => `[Round ${round}]`,
    opening:
      'This is the first record: read from <greeting> where and when the story begins into opening; leave out what it does not tell.',
    variables:
      'The state of this story is kept in the variables of its card: leave events empty, write the summary only.',
    earlier: (rounds: string) =>
      `Round ${rounds} in <earlier_rounds> has no record yet: record each in the same way under earlier; this round stays at the top level.`,
  },
} as const;

export const analysis: Agent<AnalysisView, AnalysisAnswer> = {
  slot: 'analysis',
  view: analysisView,
  segments: (view): Segment[] => [
    instructions(view),
    ...storySummary(view.summaries, view.language),
    ...userPersona(view.persona),
    ...stateSummary([view.stateText, renderKnown(view.known, view.language)].filter((text) => text !== '').join('\n')),
    ...makeSegment({ ...turnText(view), tag: 'greeting' }, view.greeting ?? '', 'greeting'),
    ...earlierRounds(view),
    ...guidance('', view.notes),
    ...userInput(view.input).map((segment) => ({ ...segment, middleMark: middleMarks[view.language] })),
    ...makeSegment(turnText(view), view.prose, 'prose'),
    task(view),
  ],
  readAnswer: (text, { language }) => readAnalysis(text, language),
};

/** The round itself is what is analysed: it is never cut, and at the worst loses its middle. */
const turnText = ({ language }: AnalysisView) =>
  ({ key: 'turn_text', tag: 'turn_text', priority: cutPriority.never, middleMark: middleMarks[language] }) as const;

/** What the answer may hold this time: the format in the prompt and a provider's JSON schema are made from it. */
export function analysisOffer(view: AnalysisView): AnalysisOffer {
  return {
    lite: view.lite,
    quotes: view.antiHallucination,
    quests: view.quests,
    opening: (view.greeting ?? '').trim() !== '',
    earlier: view.pending.length > 0,
  };
}

function instructions({ language, lite, settings, names, antiHallucination }: AnalysisView): Segment {
  const builtIn = fillPrompt(pickText(analysisTexts, language, lite), {});
  // The lite form asks for flat events without quotes.
  const always = antiHallucination && !lite ? [evidence[language]] : [];
  return ownWords('instructions', composeInstructions(builtIn, settings, names, always));
}

function earlierRounds({ pending, language }: AnalysisView): Segment[] {
  const words = labels[language];
  return makeSegments(
    { key: 'turn_text', tag: 'earlier_rounds', priority: cutPriority.recall },
    pending.map(({ round, input, prose }) => ({
      text: [words.round(round), input.trim() === '' ? '' : words.input + input, words.prose + prose]
        .filter((line) => line !== '')
        .join('\n'),
      source: `round:${round}`,
    })),
  );
}

function task(view: AnalysisView): Segment {
  const { language, lite, pending } = view;
  const words = labels[language];
  const offer = analysisOffer(view);
  const rounds = pending.map(({ round }) => String(round)).join(language === 'zh' ? '、' : ', ');
  const text = fillPrompt(pickText(tasks, language, lite), {
    format: renderOutputFormat(analysisSchema(offer), language, { notes: !lite }),
    opening: offer.opening ? words.opening : '',
    earlier: [offer.earlier ? words.earlier(rounds) : '', view.variablesRule ? words.variables : '']
      .filter((line) => line !== '')
      .join('\n'),
    ...(lite ? {} : { emptyExample: emptyExample(language) }),
    fullExample: fullExample(language, { lite, quotes: view.antiHallucination }),
  });
  return ownWords('task', text);
}

export function composeAnalysis(sources: TurnSources): readonly Segment[] {
  return analysis.segments(analysisView(sources));
}
