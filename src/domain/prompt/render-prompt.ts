/** The one place where a list of segments becomes messages. */
import { type PromptMessage, type Segment } from './segment.ts';

const BLANK_LINE = '\n\n';

/**
 * Renders in the order given: the system segments as one system message, the user segments as one user message.
 * Empty segments leave no trace. Neighbours with the same tag share one pair of tags.
 * @param inputParts ST's own content parts (images); they follow the user text untouched
 */
export function renderPrompt(segments: readonly Segment[], inputParts: readonly unknown[] = []): PromptMessage[] {
  const system = renderRole(segments, 'system');
  const user = renderRole(segments, 'user');
  const messages: PromptMessage[] = [];
  if (system !== '') messages.push({ role: 'system', content: system });
  if (inputParts.length > 0) messages.push({ role: 'user', content: [{ type: 'text', text: user }, ...inputParts] });
  else if (user !== '') messages.push({ role: 'user', content: user });
  return messages;
}

/** The text of one role's message; empty when it has none. */
export function renderRole(segments: readonly Segment[], role: Segment['role']): string {
  const blocks: { tag: string | null; text: string }[] = [];
  for (const segment of segments) {
    if (segment.role !== role || segment.text.trim() === '') continue;
    const last = blocks.at(-1);
    if (last && segment.tag !== null && last.tag === segment.tag) {
      last.text += (segment.separator ?? BLANK_LINE) + segment.text;
    } else {
      blocks.push({ tag: segment.tag, text: segment.text });
    }
  }
  return blocks.map(({ tag, text }) => (tag === null ? text : `<${tag}>\n${text}\n</${tag}>`)).join(BLANK_LINE);
}

/** The text of a segment that has lost some of its pieces. */
export function joinPieces(segment: Pick<Segment, 'separator'>, pieces: readonly { readonly text: string }[]): string {
  return pieces.map((piece) => piece.text).join(segment.separator ?? BLANK_LINE);
}
