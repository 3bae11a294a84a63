/** Writing, in serial mode: follows the guide and what the tools found. */
import { type Segment } from '../../domain/prompt/segment.ts';
import { type Agent } from '../agent.ts';
import { cutPriority } from '../cut-priority.ts';
import { type PromptTexts } from '../instructions.ts';
import { makeSegment } from '../make-segments.ts';
import { readProse, type Prose } from '../prose-answer.ts';
import { type TurnSources } from '../turn-view.ts';
import { writerClosing, writerOpening } from '../writer-segments.ts';
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
    ...writerOpening(writingTexts, view),
    ...makeSegment(guidePlace, view.guide, 'plan'),
    ...writerClosing({ zh: taskZh, en: taskEn }, view),
  ],
  readAnswer: readProse,
};

const guidePlace = { key: 'writing_guide', tag: 'writing_guide', priority: cutPriority.writingGuide } as const;

export function composeWriting(sources: TurnSources): readonly Segment[] {
  return writing.segments(writingView(sources));
}
