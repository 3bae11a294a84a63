/** Writing, in serial mode: follows the guide and what the tools found. */
import { type Segment } from '../../domain/prompt/segment.ts';
import { type Agent } from '../agent.ts';
import { afterHistory, cardSystem } from '../card-orders.ts';
import { cutPriority } from '../cut-priority.ts';
import { type PromptTexts } from '../instructions.ts';
import { makeSegment } from '../make-segments.ts';
import { readProse, type Prose } from '../prose-answer.ts';
import {
  cardSegments,
  examples,
  guidance,
  notes,
  presetSystem,
  recentTurns,
  storySummary,
  textRecall,
  toolResults,
  userInput,
  userPersona,
  userPreset,
  worldinfo1,
  worldinfo2,
  worldinfo3,
} from '../story-segments.ts';
import { type TurnSources } from '../turn-view.ts';
import { writingInstructions, writingTask } from '../writing-words.ts';
import instructionsEn from './instructions.en.md';
import liteEn from './instructions.lite.en.md';
import liteZh from './instructions.lite.zh.md';
import instructionsZh from './instructions.zh.md';
import taskEn from './task.en.md';
import taskZh from './task.zh.md';
import { writingView, type WritingView } from './view.ts';

export const writingTexts: PromptTexts = {
  zh: { full: instructionsZh, lite: liteZh },
  en: { full: instructionsEn, lite: liteEn },
};

export const writing: Agent<WritingView, Prose> = {
  slot: 'writing',
  view: writingView,
  segments: (view): Segment[] => [
    ...presetSystem(view.presetSystem),
    ...worldinfo1(view),
    ...cardSystem(view),
    writingInstructions(writingTexts, view),
    ...userPreset(view.presetUser),
    ...worldinfo2(view),
    ...cardSegments(view),
    ...examples(view),
    ...userPersona(view.persona),
    ...storySummary(view.summaries, view.language),
    ...recentTurns(view.window),
    ...worldinfo3(view),
    ...notes(view),
    ...afterHistory(view),
    ...textRecall(view.recalled),
    ...makeSegment(guidePlace, view.guide, 'plan'),
    ...toolResults(view.toolResults),
    ...guidance(view.guidance),
    ...userInput(view.input),
    writingTask({ zh: taskZh, en: taskEn }, view),
  ],
  readAnswer: readProse,
};

const guidePlace = { key: 'writing_guide', tag: 'writing_guide', priority: cutPriority.writingGuide } as const;

export function composeWriting(sources: TurnSources): readonly Segment[] {
  return writing.segments(writingView(sources));
}
