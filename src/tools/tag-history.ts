/** A tool's own output of earlier rounds, for this tool alone; its tag is matched as text, never as a pattern. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { bodiesOfTag } from '../domain/tools/bodies-of-tag.ts';

/** One round of the path, as it is shown now. */
export interface OutputRound {
  readonly round: number;
  /** What tools put out on the active page. */
  readonly outputs: readonly { readonly tool: string; readonly text: string }[];
  /** The whole message, for chats whose pages do not tell. */
  readonly messageText: string;
}

function outputOf(round: OutputRound, tool: string, tag: string | null): string {
  const own = round.outputs.filter((output) => output.tool === tool).map((output) => output.text.trim());
  if (tag === null) return own.join('\n');
  const bodies = own.flatMap((text) => bodiesOfTag(text, tag));
  if (bodies.length > 0) return bodies.join('\n');
  // What a tool made without its tag is its output all the same.
  return own.length > 0 ? own.join('\n') : bodiesOfTag(round.messageText, tag).join('\n');
}

/**
 * @param rounds the path before this round, oldest first; the last one is 1 round ago, whatever its number
 * @returns the inside of `<tool_history>`; empty when there is nothing to look back on
 */
export function renderTagHistory(
  tool: { readonly name: string; readonly outputTag: string | null; readonly tagLookback: number },
  rounds: readonly OutputRound[],
  language: StoryLanguage,
): string {
  if (tool.tagLookback < 1) return '';
  const found = rounds.slice(-tool.tagLookback).flatMap((round, i, window) => {
    const text = outputOf(round, tool.name, tool.outputTag).trim();
    return text === '' ? [] : [{ text, ago: window.length - i }];
  });
  if (found.length === 0) return '';
  const label = (ago: number): string =>
    language === 'zh' ? `--- ${ago} 轮前 ---` : `--- ${ago} ${ago === 1 ? 'round' : 'rounds'} ago ---`;
  const [only, second] = found;
  const body =
    only && !second && only.ago === 1 ? only.text : found.map(({ text, ago }) => `${label(ago)}\n${text}`).join('\n');
  return tool.outputTag === null ? body : `<${tool.outputTag}>\n${body}\n</${tool.outputTag}>`;
}
