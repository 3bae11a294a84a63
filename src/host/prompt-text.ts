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

/**
 * The parts after the last reply that are no text (images, video, sound), to be handed on untouched. Presets and other
 * extensions put messages of any role behind the player's own.
 * @param reply the text of the last reply, by which its message is found; else the last one before the user's stands for it
 */
export function mediaParts(prompt: readonly unknown[], reply: string): readonly unknown[] {
  const spokenBy = (message: unknown, role: string): boolean => isRecord(message) && message['role'] === role;
  const isReply = (message: unknown): boolean => spokenBy(message, 'assistant') && promptHoldsText([message], reply);
  const lastUser = prompt.findLastIndex((message) => spokenBy(message, 'user'));
  const known = reply.trim() === '' ? -1 : prompt.findLastIndex(isReply);
  const start =
    known === -1 ? prompt.slice(0, lastUser + 1).findLastIndex((message) => spokenBy(message, 'assistant')) : known;
  return prompt.slice(start + 1).flatMap((message) => {
    const content: unknown = isRecord(message) && !spokenBy(message, 'assistant') ? message['content'] : null;
    return Array.isArray(content)
      ? (content as readonly unknown[]).filter((part) => isRecord(part) && part['type'] !== 'text')
      : [];
  });
}

/** Copies that nobody else holds; whatever other extensions hang on a message goes along. */
export function copyMessages(prompt: readonly unknown[]): PromptMessage[] {
  return prompt.flatMap((message) => {
    if (!isRecord(message)) return [];
    const { content } = message;
    return [{ ...message, content: typeof content === 'string' ? content : structuredClone(content) } as PromptMessage];
  });
}
