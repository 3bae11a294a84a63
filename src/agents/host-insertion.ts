/** What goes into SillyTavern's own prompt where that is kept: the guide, the summaries and the state, and nothing else. */
import { renderRole } from '../domain/prompt/render-prompt.ts';
import { type Piece, type Segment } from '../domain/prompt/segment.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type SummaryLine } from '../domain/world.ts';
import { ownWords } from './make-segments.ts';
import { guidance, stateSummary, storySummary } from './story-segments.ts';

export interface HostInsertion {
  readonly summaries: readonly SummaryLine[];
  readonly stateText: string;
  readonly guidance: string;
  readonly notes: readonly Piece[];
  readonly language: StoryLanguage;
}

/** The newest summary lines; SillyTavern makes room for them by leaving out its oldest messages. */
const LINES = 60;

const headings: Record<StoryLanguage, string> = {
  zh: '以下是故事的记录与当前状态，用来保持前后一致，不要复述；引导照做，不写进故事。',
  en: 'The record and the current state of the story follow: stay consistent with them, do not repeat them; obey the guidance, never narrate it.',
};

/** Empty before anything is known and nothing is ordered. */
export function hostInsertion({ summaries, stateText, guidance: guide, notes, language }: HostInsertion): Segment[] {
  const known = summaries.length > 0;
  const parts = [
    ...storySummary(summaries.slice(-LINES), language),
    ...(known ? stateSummary(stateText) : []),
    ...guidance(guide, notes),
  ];
  return parts.length === 0 ? [] : [ownWords('task', headings[language]), ...parts];
}

export function renderInsertion(segments: readonly Segment[]): string {
  return renderRole(segments, 'user');
}
