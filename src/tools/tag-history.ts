/** A tool's own output of earlier rounds, for this tool alone; its tag is matched as text, never as a pattern. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';

/** One round of the path, as it is shown now. */
export interface OutputRound {
  readonly round: number;
  /** What tools put out on the active page. */
  readonly outputs: readonly { readonly tool: string; readonly text: string }[];
  /** The whole message, for chats whose pages do not tell. */
  readonly messageText: string;
}

const MAX_BODIES = 8;

/** Compares without changing lengths, as lower-casing a whole text may. */
function standsAt(text: string, at: number, wanted: string): boolean {
  return text.slice(at, at + wanted.length).toLowerCase() === wanted;
}

function indexOfTag(text: string, wanted: string, from: number): number {
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at + 1))
    if (standsAt(text, at, wanted)) return at;
  return -1;
}

/** The bodies between `<tag>` (attributes allowed) and the next `</tag>`, in any case. */
export function bodiesOfTag(text: string, tag: string): string[] {
  const [opening, closing] = [`<${tag.toLowerCase()}`, `</${tag.toLowerCase()}>`];
  const bodies: string[] = [];
  let from = 0;
  while (bodies.length < MAX_BODIES) {
    const start = indexOfTag(text, opening, from);
    if (start < 0) break;
    const after = text[start + opening.length] ?? '';
    const end = text.indexOf('>', start);
    from = start + opening.length;
    if (end < 0 || !(after === '>' || /\s/.test(after))) continue;
    const close = indexOfTag(text, closing, end + 1);
    if (close < 0) break;
    bodies.push(text.slice(end + 1, close).trim());
    from = close + closing.length;
  }
  return bodies;
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
