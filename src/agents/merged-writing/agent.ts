/** Merged writing: one call that plans silently and writes. */
import { type Segment } from '../../domain/prompt/segment.ts';
import { type Agent } from '../agent.ts';
import { afterHistory, cardSystem } from '../card-orders.ts';
import { type PromptTexts } from '../instructions.ts';
import { readProse, type Prose } from '../prose-answer.ts';
import {
  cardSegments,
  examples,
  guidance,
  notes,
  presetSystem,
  recentTurns,
  stateSummary,
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
import { mergedWritingView, type MergedWritingView } from './view.ts';

export const mergedWritingTexts: PromptTexts = {
  zh: { full: instructionsZh, lite: liteZh },
  en: { full: instructionsEn, lite: liteEn },
};

export const mergedWriting: Agent<MergedWritingView, Prose> = {
  slot: 'writing',
  view: mergedWritingView,
  segments: (view): Segment[] => [
    ...presetSystem(view.presetSystem),
    ...worldinfo1(view),
    ...cardSystem(view),
    writingInstructions(mergedWritingTexts, view),
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
    ...stateSummary(view.stateText),
    ...toolResults(view.toolResults),
    ...guidance(view.guidance),
    ...userInput(view.input),
    writingTask({ zh: taskZh, en: taskEn }, view),
  ],
  readAnswer: readProse,
};

export function composeMergedWriting(sources: TurnSources): readonly Segment[] {
  return mergedWriting.segments(mergedWritingView(sources));
}
