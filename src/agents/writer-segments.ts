/** The blocks both writing agents begin and end with, in their one order; between them stands what only one of the two sees. */
import { type Piece, type Segment } from '../domain/prompt/segment.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type SummaryLine } from '../domain/world.ts';
import { afterHistory, cardSystem, type CardOrders } from './card-orders.ts';
import { type PromptTexts } from './instructions.ts';
import {
  guidance,
  presetSystem,
  storyNow,
  storySummary,
  textRecall,
  toolResults,
  userInput,
  userPersona,
  userPreset,
  worldBefore,
  worldinfo1,
} from './story-segments.ts';
import { type StoryView } from './story-view.ts';
import { type RoundText } from './turn-view.ts';
import { type WritingOrders, writingInstructions, writingTask } from './writing-words.ts';

export interface WriterView extends StoryView, CardOrders, WritingOrders {
  readonly presetSystem: readonly Piece[];
  readonly presetUser: readonly Piece[];
  readonly summaries: readonly SummaryLine[];
  readonly recalled: readonly RoundText[];
  readonly toolResults: readonly string[];
}

/** From the preset's system text to the recalled rounds. */
export function writerOpening(texts: PromptTexts, view: WriterView): Segment[] {
  return [
    ...presetSystem(view.presetSystem),
    ...worldinfo1(view),
    ...cardSystem(view),
    writingInstructions(texts, view),
    ...userPreset(view.presetUser),
    ...worldBefore(view),
    ...userPersona(view.persona),
    ...storySummary(view.summaries, view.language),
    ...storyNow(view),
    ...afterHistory(view),
    ...textRecall(view.recalled),
  ];
}

/** From the tool results to the last lines. */
export function writerClosing(task: Readonly<Record<StoryLanguage, string>>, view: WriterView): Segment[] {
  return [
    ...toolResults(view.toolResults),
    ...guidance(view.guidance, view.notes),
    ...userInput(view.input),
    writingTask(task, view),
  ];
}
