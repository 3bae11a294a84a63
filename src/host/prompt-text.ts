/** Finds a text in a prompt as SillyTavern assembled it. */
import { type PromptMessage } from '../domain/prompt/segment.ts';
import { isRecord } from '../shared/safe-json.ts';

/** Enough to tell two inputs apart; names and file contents may be put around it. */
const SAMPLE = 400;

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('\n');
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** True for an empty text. White space does not count. */
export function promptHoldsText(prompt: readonly unknown[], text: string): boolean {
  const wanted = plain(text).slice(0, SAMPLE);
  if (wanted === '') return true;
  return prompt.some((message) => isRecord(message) && plain(textOf(message['content'])).includes(wanted));
}

/** The parts of the last user message that are no text (images, video, sound), to be handed on untouched. */
export function mediaParts(prompt: readonly unknown[]): readonly unknown[] {
  const last = prompt.findLast((message) => isRecord(message) && message['role'] === 'user');
  const content = isRecord(last) ? last['content'] : null;
  if (!Array.isArray(content)) return [];
  return content.filter((part) => isRecord(part) && part['type'] !== 'text');
}

/** Copies that nobody else holds; whatever other extensions hang on a message goes along. */
export function copyMessages(prompt: readonly unknown[]): PromptMessage[] {
  return prompt.flatMap((message) => {
    if (!isRecord(message)) return [];
    const { content } = message;
    return [{ ...message, content: typeof content === 'string' ? content : structuredClone(content) } as PromptMessage];
  });
}
