/** Says in the run's record and to the player, once a chat, that an agent saw a text without its middle. */
import { type CutRecord, type Segment } from '../domain/prompt/segment.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type OpenState } from './turn-state.ts';

const sentences = {
  zh: '上下文放不下整段正文：分析只看到了开头和结尾，中间已省略（提示词里有标记）。换用更大的上下文，或者让回复短一些。',
  en: 'The context is too small for the whole passage: the analysis saw its beginning and end, with a mark where the middle was left out. A larger context or shorter replies help.',
} as const;

export function tellShortened(
  { notifier, screenLanguage }: Pick<TurnDeps, 'notifier' | 'screenLanguage'>,
  { notes, journal, session }: Pick<OpenState, 'notes' | 'journal' | 'session'>,
  given: readonly Segment[],
  cut: readonly CutRecord[],
): void {
  const whole = given.filter(({ middleMark }) => middleMark !== undefined);
  const shortened = cut.filter(({ key, source }) =>
    whole.some((segment) => segment.key === key && segment.source === source),
  );
  if (shortened.length === 0) return;
  if (!notes.rungs.includes('smaller-prompt')) notes.rungs.push('smaller-prompt');
  const detail = shortened.map(({ source, tokens }) => `${source}: ${tokens} tokens out of the middle`).join(', ');
  journal.append({ type: 'rung.used', rung: 'smaller-prompt', detail });
  notifier.once(`middle-cut:${session.timeline().chatId}`, sentences[screenLanguage()]);
}
