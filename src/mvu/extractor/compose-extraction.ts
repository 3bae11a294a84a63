/** What the variable model is shown and told: the rules, the current variables, this round, nothing else. */
import { type JsonObject } from '../../shared/json-value.ts';
import { withoutOoc } from '../../domain/history/ooc.ts';
import { middleMarks } from '../../domain/prompt/middle-marks.ts';
import { neutraliseTags } from '../../domain/prompt/neutralise-tags.ts';
import { type Segment } from '../../domain/prompt/segment.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { withoutHidden } from '../macros.ts';
import { statDataOf } from '../record.ts';
import { withoutMvuParts } from '../message-text.ts';
import instructionsEn from './instructions.en.md';
import instructionsZh from './instructions.zh.md';
import taskEn from './task.en.md';
import taskZh from './task.zh.md';

export interface ExtractionView {
  readonly language: StoryLanguage;
  readonly record: JsonObject;
  readonly rules: readonly string[];
  readonly input: string;
  readonly prose: string;
  /** The player's own words for this tool: added, or instead of ours when not empty. */
  readonly instructionsAppend: string;
  readonly instructionsOverride: string;
}

const texts = {
  zh: { instructions: instructionsZh, task: taskZh, rules: '变量规则：' },
  en: { instructions: instructionsEn, task: taskEn, rules: 'Rules of the variables:' },
};

/** Ours, as the settings show them. */
export const extractionInstructions: Readonly<Record<StoryLanguage, string>> = {
  zh: texts.zh.instructions,
  en: texts.en.instructions,
};

/** What goes first when the prompt is too long; the prose and our own words stay. */
const cut = { input: 40, rules: 30, variables: 20 } as const;

/** Segments in the order of the prompt; `renderPrompt` makes the messages. */
export function composeExtraction(view: ExtractionView): readonly Segment[] {
  const words = texts[view.language];
  const told = view.instructionsOverride.trim() === '' ? words.instructions : view.instructionsOverride;
  const system = [told, view.instructionsAppend].map((text) => text.trim()).filter((text) => text !== '');
  const variables = JSON.stringify(withoutHidden(statDataOf(view.record)), null, 1);
  return [
    segment('instructions', 'system', null, system.join('\n\n')),
    ...rules(view.rules, words.rules),
    { ...segment('state_summary', 'user', 'state_summary', neutraliseTags(variables)), priority: cut.variables },
    {
      ...segment('user_input', 'user', 'user_input', neutraliseTags(withoutOoc(view.input).trim())),
      priority: cut.input,
    },
    {
      ...segment('turn_text', 'user', 'narrative_text', neutraliseTags(withoutMvuParts(view.prose).trim())),
      middleMark: middleMarks[view.language],
    },
    segment('task', 'user', null, words.task.trim()),
  ].filter(({ text }) => text !== '');
}

function rules(given: readonly string[], title: string): Segment[] {
  const pieces = given.map((rule, index) => ({
    text: index === 0 ? `${title}\n\n${neutraliseTags(rule)}` : neutraliseTags(rule),
    source: `rule:${index + 1}`,
  }));
  const text = pieces.map((piece) => piece.text).join('\n\n');
  const whole = { ...segment('tool_context', 'system', null, text), source: 'mvu_update', priority: cut.rules };
  return pieces.length > 1 ? [{ ...whole, pieces }] : [whole];
}

function segment(key: Segment['key'], role: Segment['role'], tag: string | null, text: string): Segment {
  return { key, role, tag, text, source: key === 'instructions' ? 'mvu_extract' : key, priority: 0 };
}
