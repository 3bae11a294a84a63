/** What a card brings in plain words, and whether the player has allowed its code. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type ToolDefinition } from '../domain/tools/tool-definition.ts';
import { type ConsentAnswer, type ConsentRecord } from '../ports/consent-store.ts';
import { sha256 } from '../shared/sha-256.ts';

/** What is allowed is this text and nothing else: a changed code asks again. */
export function hashOfCode(code: string): string {
  return sha256(`code:${code}`);
}

export function codeHashOf(tool: ToolDefinition): string {
  return hashOfCode(tool.code);
}

/** Only code of a card needs to be allowed; prompts and built-in tools do not. */
export function needsConsent(tool: ToolDefinition): boolean {
  return tool.kind === 'code';
}

/** Null: not asked yet. */
export function consentFor(tool: ToolDefinition, records: readonly ConsentRecord[]): ConsentAnswer | null {
  const hash = codeHashOf(tool);
  return records.find((record) => record.codeHash === hash)?.answer ?? null;
}

/** The player allowed this very code, in whatever way. */
export function mayRunCode(tool: ToolDefinition, records: readonly ConsentRecord[]): boolean {
  const consent = needsConsent(tool) ? consentFor(tool, records) : null;
  return consent !== null && consent !== 'never';
}

export interface ConsentQuestion {
  /** Tools whose code is not decided on yet. */
  readonly undecided: readonly {
    readonly name: string;
    readonly codeHash: string;
    readonly code: string;
    readonly about: string;
  }[];
  /** What the card brings, for the player. */
  readonly text: string;
}

const names = (tools: readonly ToolDefinition[]): string => tools.map((tool) => tool.name).join(', ');

/**
 * Asked when a chat opens, never in mid-turn.
 * @returns null when there is nothing to ask
 */
export function consentQuestion(
  tools: readonly ToolDefinition[],
  records: readonly ConsentRecord[],
  language: StoryLanguage,
): ConsentQuestion | null {
  const undecided = tools.filter((tool) => needsConsent(tool) && consentFor(tool, records) === null);
  if (undecided.length === 0) return null;
  const asking = tools.filter((tool) => tool.kind === 'llm');
  const text =
    language === 'zh'
      ? [
          `这张卡的世界书带来 ${undecided.length} 个会运行代码的工具：${names(undecided)}。`,
          '代码在隔离的沙盒里运行：只能看到调用参数和游戏状态，看不到聊天、设置、密钥和网络；每次最多 0.1 秒，作者最多可要求 5 秒。',
          asking.length > 0 ? `另有 ${asking.length} 个工具会多调用一次模型：${names(asking)}。` : '',
          '允许运行这些代码吗？代码改变后会再问一次。',
        ]
      : [
          `The worldbooks of this card bring ${undecided.length} tool(s) that run code: ${names(undecided)}.`,
          'The code runs in a closed sandbox: it sees the call and the game state only, no chat, settings, keys or network; 0.1 seconds a call, 5 at most when its author asks.',
          asking.length > 0 ? `${asking.length} further tool(s) make one more model call each: ${names(asking)}.` : '',
          'May this code run? You are asked again when it changes.',
        ];
  return {
    undecided: undecided.map((tool) => ({
      name: tool.name,
      codeHash: codeHashOf(tool),
      code: tool.code,
      about: tool.description,
    })),
    text: text.filter((line) => line !== '').join('\n'),
  };
}
