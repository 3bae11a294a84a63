/** Merged writing: one call that plans silently and writes. */
import { type Segment } from '../../domain/prompt/segment.ts';
import { type Agent } from '../agent.ts';
import { type PromptTexts } from '../instructions.ts';
import { readProse, type Prose } from '../prose-answer.ts';
import { stateSummary } from '../story-segments.ts';
import { type TurnSources } from '../turn-view.ts';
import { writerClosing, writerOpening } from '../writer-segments.ts';
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
    ...writerOpening(mergedWritingTexts, view),
    ...stateSummary(view.stateText),
    ...writerClosing({ zh: taskZh, en: taskEn }, view),
  ],
  readAnswer: readProse,
};

export function composeMergedWriting(sources: TurnSources): readonly Segment[] {
  return mergedWriting.segments(mergedWritingView(sources));
}
