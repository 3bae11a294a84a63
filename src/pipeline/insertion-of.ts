/** What a turn puts into SillyTavern's own prompt, where that prompt is kept. */
import { hostInsertion } from '../agents/host-insertion.ts';
import { notesFor } from '../agents/notes-for.ts';
import { languageInUse } from '../domain/prompt/story-language.ts';
import { noteMessage } from '../domain/run/turn-note.ts';
import { type Segment } from '../domain/prompt/segment.ts';
import { guidanceOf } from './guidance-of.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type OpenState } from './turn-state.ts';

export function insertionOf(
  { stateText, screenLanguage }: Pick<TurnDeps, 'stateText' | 'screenLanguage'>,
  open: OpenState,
): Segment[] {
  const world = open.opened.base;
  const language = languageInUse(open.settings.promptLanguage, open.session.language, screenLanguage);
  const { summaries } = world;
  const notes = notesFor(open.orders.notes.map(noteMessage), ['planning', 'writing']);
  const guidance = guidanceOf(open);
  return hostInsertion({ summaries, stateText: stateText(world, language), guidance, notes, language });
}
