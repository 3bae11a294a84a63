/** The prompt of an llm tool: its own system prompt, the context it asked for, its own history, the call, one instruction. */
import { neutraliseTags } from '../domain/prompt/neutralise-tags.ts';
import { renderPrompt } from '../domain/prompt/render-prompt.ts';
import { type PromptMessage, type Segment } from '../domain/prompt/segment.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type ToolCall } from '../domain/tools/tool-call.ts';
import { type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { contextSegments, type ToolContextMaterial } from './context-keys.ts';
import { type OutputRound, renderTagHistory } from './tag-history.ts';

const words = {
  zh: {
    nothing: '（没有可用的上下文）',
    task: (tool: string, reason: string) =>
      `请完成工具“${tool}”的任务${reason === '' ? '' : `（调用原因：${reason}）`}，只输出结果本身，用简体中文。`,
  },
  en: {
    nothing: '(no context)',
    task: (tool: string, reason: string) =>
      `Do the task of the tool “${tool}”${reason === '' ? '' : ` (called because: ${reason})`}. Output its result only, in English.`,
  },
} as const;

/** Goes before what the card keeps and after the old rounds. */
const HISTORY_PRIORITY = 55;

export interface LlmToolInput {
  readonly tool: ToolDefinition;
  readonly params: JsonObject;
  readonly call: Pick<ToolCall, 'reason'>;
  readonly material: ToolContextMaterial;
  readonly history: readonly OutputRound[];
}

export interface LlmToolPrompt {
  readonly segments: readonly Segment[];
  readonly messages: readonly PromptMessage[];
}

/** Pure: the author's bench shows the same prompt that is sent. */
export function llmToolPrompt({ tool, params, call, material, history }: LlmToolInput): LlmToolPrompt {
  const { language, expand = (text: string) => text } = material;
  const say = words[language];
  const block = (tag: string, text: string, source: string, priority: number): Segment[] =>
    text === '' ? [] : [{ key: 'tool_context', role: 'user', tag, text, source, priority }];
  const context = contextSegments(tool.context, material);
  const segments: Segment[] = [
    {
      key: 'instructions',
      role: 'system',
      tag: null,
      text: expand(tool.systemPrompt).trim(),
      source: `tool:${tool.name}`,
      priority: 0,
    },
    ...(context.length > 0
      ? context
      : [
          {
            key: 'tool_context',
            role: 'user',
            tag: null,
            text: say.nothing,
            source: 'narrative-agent',
            priority: 0,
          } as const,
        ]),
    ...block(
      'tool_history',
      neutraliseTags(renderTagHistory(tool, history, language)),
      `history:${tool.name}`,
      HISTORY_PRIORITY,
    ),
    ...block(
      'params',
      Object.keys(params).length === 0 ? '' : neutraliseTags(JSON.stringify(params, null, 2)),
      'call',
      0,
    ),
    {
      key: 'task',
      role: 'user',
      tag: null,
      text: task(tool, call.reason, language),
      source: 'narrative-agent',
      priority: 0,
    },
  ];
  return { segments, messages: renderPrompt(segments) };
}

function task(tool: ToolDefinition, reason: string, language: StoryLanguage): string {
  return words[language].task(tool.name, neutraliseTags(reason.replace(/\s+/g, ' ').trim()).slice(0, 200));
}
