/** The plan the planner answers with, and how what models really write becomes one. */
import * as z from 'zod/mini';
import { NarrativeError } from '../../domain/errors.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { parseJson } from '../../shared/json.ts';
import { readAnswer } from '../../shared/read-answer.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { problemAsError } from '../answer-problem.ts';
import { asList, asText, asTextList, asWholeNumber, isObject } from '../lenient-fields.ts';
import { noted } from '../output-format.ts';
import { type Plan, type ToolCall } from '../turn-view.ts';

export const MAX_RECALLS = 3;
const MAX_CALLS = 16;

const toolCall = z.object({
  tool: noted(z.string(), '工具名', 'name of the tool'),
  params: noted(z.record(z.string(), z.json()), '按工具的参数', "after the tool's parameters"),
  success_branch: noted(z.optional(z.string()), '成功时的后果', 'consequence of success'),
  failure_branch: noted(z.optional(z.string()), '失败时的后果', 'consequence of failure'),
  reason: noted(z.optional(z.string()), '为何要紧', 'why it matters'),
});

const fields = {
  intent: noted(
    z.optional(z.string()),
    '玩家想做什么、结果是否未定，二十字内',
    'what is tried and whether the outcome is open, 25 words at most',
  ),
  tool_calls: z.array(toolCall),
  text_recall: z.array(noted(z.int().check(z.gte(0)), '要看原文的轮次', 'round whose original text is needed')),
  narrative_direction: noted(
    z.string(),
    '叙事方向与场面走向，一百字左右',
    'where the passage goes, in beats, about 60 words',
  ),
  scene_setting: noted(z.string(), '时间、地点、环境', 'time, place, surroundings'),
  key_points: z.array(noted(z.string(), '要点', 'a point to be met')),
  tone: noted(z.string(), '基调，一两个词', 'one or two words'),
  pacing: z.enum(['慢', '中', '快', 'slow', 'medium', 'fast']),
  continuity_notes: z.array(
    noted(z.string(), '人物、事物、轮次，谁不能知道', 'a person, a thing, a round, who does not know'),
  ),
};

/** The answer that is asked for: tools and recall only where there are any, so that nothing unusable is described. */
export function planSchema(offer: {
  readonly tools: boolean;
  readonly recall: boolean;
  readonly language: 'zh' | 'en';
}) {
  const pacing = z.enum(offer.language === 'zh' ? ['慢', '中', '快'] : ['slow', 'medium', 'fast']);
  const { intent, tool_calls, text_recall, ...guide } = fields;
  return z.object({
    intent,
    ...(offer.tools ? { tool_calls } : {}),
    ...(offer.recall ? { text_recall } : {}),
    ...guide,
    pacing,
  });
}

const shape = {
  keys: Object.keys(fields),
  aliases: {
    tools: 'tool_calls',
    toolCalls: 'tool_calls',
    recall: 'text_recall',
    direction: 'narrative_direction',
    意图: 'intent',
    工具调用: 'tool_calls',
    工具: 'tool_calls',
    原文回忆: 'text_recall',
    回忆: 'text_recall',
    叙事方向: 'narrative_direction',
    方向: 'narrative_direction',
    场景: 'scene_setting',
    场景设定: 'scene_setting',
    要点: 'key_points',
    关键点: 'key_points',
    基调: 'tone',
    语气: 'tone',
    节奏: 'pacing',
    连贯: 'continuity_notes',
    连续性: 'continuity_notes',
  },
  objects: ['tool_calls'],
};

/** A plan that says nothing at all is `answer.invalid`: the turn then goes on as merged, and says so. */
export function readPlan(text: string): Result<Plan, NarrativeError> {
  const read = readAnswer(text, shape);
  if (!read.ok) return err(problemAsError(read.error));
  const raw = read.value.value;
  const plan: Plan = {
    intent: asText(raw['intent']),
    toolCalls: asList(raw['tool_calls'])
      .flatMap((item) => readCall(item) ?? [])
      .slice(0, MAX_CALLS),
    textRecall: readRounds(raw['text_recall']),
    narrativeDirection: asText(raw['narrative_direction']),
    sceneSetting: asText(raw['scene_setting']),
    keyPoints: asTextList(raw['key_points']),
    tone: asText(raw['tone']),
    pacing: readPacing(raw['pacing']),
    continuityNotes: asTextList(raw['continuity_notes']),
  };
  const says = plan.narrativeDirection !== '' || plan.keyPoints.length > 0 || plan.toolCalls.length > 0;
  if (says) return ok(plan);
  const code = read.value.cutOff ? 'answer.cut-off' : 'answer.invalid';
  return err(new NarrativeError(code, { message: 'The plan has neither a direction, nor points, nor tool calls.' }));
}

/** Every name a call was seen under; the branches may stand among the parameters. */
function readCall(item: JsonValue): ToolCall | null {
  if (!isObject(item)) return null;
  const named = isObject(item['function']) ? item['function'] : item;
  const given = readParams(firstOf(named, ['params', 'arguments', 'args', 'parameters']));
  const { success_branch, failure_branch, ...params } = given;
  const call = toolCall.safeParse({
    tool: asText(firstOf(named, ['tool', 'name']) ?? firstOf(item, ['tool', 'name', 'function'])),
    params,
    success_branch: asText(item['success_branch'] ?? success_branch),
    failure_branch: asText(item['failure_branch'] ?? failure_branch),
    reason: asText(item['reason']),
  });
  if (!call.success || call.data.tool === '') return null;
  const { tool, success_branch: success = '', failure_branch: failure = '', reason = '' } = call.data;
  return { tool, params, successBranch: success, failureBranch: failure, reason };
}

function firstOf(value: JsonObject, names: readonly string[]): JsonValue | undefined {
  return names.map((name) => value[name]).find((part) => part !== undefined);
}

function readParams(value: JsonValue | undefined): JsonObject {
  if (typeof value === 'string') {
    const parsed = parseJson(value);
    return parsed.ok && isObject(parsed.value) ? parsed.value : {};
  }
  return isObject(value) ? value : {};
}

function readRounds(value: JsonValue | undefined): number[] {
  // Several numbers in one text, as `2、5`.
  const items = typeof value === 'string' ? value.split(/[,，、;；\s]+/) : asList(value);
  const rounds = items.flatMap((item) => {
    const round = fields.text_recall._zod.def.element.safeParse(asWholeNumber(item));
    return round.success ? [round.data] : [];
  });
  return [...new Set(rounds)].slice(0, MAX_RECALLS);
}

function readPacing(value: JsonValue | undefined): Plan['pacing'] {
  const word = asText(value).toLowerCase();
  if (/快|fast|quick|rapid|high/.test(word)) return 'fast';
  if (/慢|缓|slow|low/.test(word)) return 'slow';
  return 'medium';
}
