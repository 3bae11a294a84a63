/** One round as `<recent_turns>` shows it: its label, who says what, hidden messages left out. */
import { type SpokenText } from '../prompt/segment.ts';
import { type HistoryMessage, type StoryLanguage } from '../run/turn-request.ts';
import { cleanReply, cleanUserText } from './clean-message.ts';

const words = {
  zh: { round: (n: number) => `[轮${n}]`, user: '用户', assistant: 'AI', narrator: '旁白' },
  en: { round: (n: number) => `[Round ${n}]`, user: 'User', assistant: 'AI', narrator: 'Narrator' },
} as const;

interface RoundMessages {
  readonly round: number;
  readonly messages: readonly HistoryMessage[];
}

/** Empty when nothing of the round may be seen. */
export function renderRound(round: RoundMessages, language: StoryLanguage): string {
  const say = words[language];
  const parts = round.messages.flatMap((message) => {
    const text = visibleText(message);
    if (text === '' || message.role === 'system') return [];
    return [`${say[message.role]}: ${text}`];
  });
  return parts.length === 0 ? '' : `${say.round(round.round)} ${parts.join(' | ')}`;
}

/** The round as messages: its label and what the players say, then the reply as it was written; none when nothing may be seen. */
export function roundTurns(round: RoundMessages, language: StoryLanguage): SpokenText[] {
  const say = words[language];
  const turns: { role: SpokenText['role']; text: string }[] = [];
  for (const message of round.messages) {
    const text = visibleText(message);
    if (text === '' || message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const line = message.role === 'assistant' ? text : `${say[message.role]}: ${text}`;
    const last = turns.at(-1);
    if (last?.role === role) last.text += role === 'user' ? `\n${line}` : `\n\n${line}`;
    else turns.push({ role, text: line });
  }
  const [first] = turns;
  if (!first) return [];
  const label = say.round(round.round);
  if (first.role === 'assistant') return [{ role: 'user', text: label }, ...turns];
  return [{ role: 'user', text: `${label} ${first.text}` }, ...turns.slice(1)];
}

/** The story text of a message; empty for hidden ones and for what is no story. */
export function visibleText(message: HistoryMessage): string {
  if (message.hidden) return '';
  return message.role === 'assistant' ? cleanReply(message.text, message.toolOutput) : cleanUserText(message.text);
}

/** Everything of the round that may be seen, without labels and names. */
export function spokenText(messages: readonly HistoryMessage[]): string {
  return messages
    .filter(({ role }) => role !== 'system')
    .map(visibleText)
    .filter((text) => text !== '')
    .join('\n');
}

/** The prose of a round's replies, hidden ones included: what recall and the analysis of earlier rounds read. */
export function proseOf(messages: readonly HistoryMessage[]): string {
  return messages
    .filter(({ role }) => role === 'assistant')
    .map((message) => cleanReply(message.text, message.toolOutput))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** What the players said in a round; empty when all of it is hidden. */
export function inputOf(messages: readonly HistoryMessage[]): string {
  return messages
    .filter(({ role }) => role === 'user' || role === 'narrator')
    .map(visibleText)
    .filter((text) => text !== '')
    .join('\n\n');
}
