/** Planning: sets the direction, calls tools, names the rounds the writer should reread. */
import { type Segment } from '../../domain/prompt/segment.ts';
import { type Agent } from '../agent.ts';
import { cutPriority } from '../cut-priority.ts';
import { fillPrompt } from '../fill-prompt.ts';
import { composeInstructions, pickText, type PromptTexts } from '../instructions.ts';
import { makeSegment, ownWords } from '../make-segments.ts';
import { renderOutputFormat } from '../output-format.ts';
import {
  guidance,
  presetSystem,
  stateSummary,
  storyNow,
  storySummary,
  userInput,
  userPersona,
  worldBefore,
  worldinfo1,
} from '../story-segments.ts';
import { type Plan, type TurnSources } from '../turn-view.ts';
import { noInputLine } from '../writing-words.ts';
import { planSchema, readPlan } from './answer.ts';
import instructionsEn from './instructions.en.md';
import liteEn from './instructions.lite.en.md';
import liteZh from './instructions.lite.zh.md';
import instructionsZh from './instructions.zh.md';
import taskEn from './task.en.md';
import taskZh from './task.zh.md';
import { planningView, type PlanningView } from './view.ts';

export const planningTexts: PromptTexts = {
  zh: { full: instructionsZh, lite: liteZh },
  en: { full: instructionsEn, lite: liteEn },
};

export const planning: Agent<PlanningView, Plan> = {
  slot: 'planning',
  view: planningView,
  segments: (view): Segment[] => [
    ...presetSystem(view.presetSystem),
    ...worldinfo1(view),
    instructions(view),
    ...makeSegment(toolListPlace, view.toolList, 'tools'),
    ...worldBefore(view),
    ...storySummary(view.summaries, view.language),
    ...userPersona(view.persona),
    ...storyNow(view),
    ...stateSummary(view.stateText),
    ...guidance(view.guidance, view.notes),
    ...userInput(view.input),
    task(view),
  ],
  readAnswer: readPlan,
};

const toolListPlace = { key: 'tool_list', tag: null, role: 'system', priority: cutPriority.toolList } as const;

function instructions({ language, lite, settings, names }: PlanningView): Segment {
  const builtIn = fillPrompt(pickText(planningTexts, language, lite), {});
  return ownWords('instructions', composeInstructions(builtIn, settings, names));
}

function task(view: PlanningView): Segment {
  const { language, lite } = view;
  const schema = planSchema({ tools: view.toolList.trim() !== '', recall: view.recall, language });
  const format = renderOutputFormat(schema, language, { notes: !lite });
  return ownWords('task', fillPrompt({ zh: taskZh, en: taskEn }[language], { noInput: noInputLine(view), format }));
}

export function composePlanning(sources: TurnSources): readonly Segment[] {
  return planning.segments(planningView(sources));
}
