/** The notes for this round that an agent may read. */
import { type Piece } from '../domain/prompt/segment.ts';
import { type NotedAgent } from '../domain/run/turn-note.ts';
import { mayEnterPrompt } from '../domain/timeline/may-enter-prompt.ts';
import { type TurnSources } from './turn-view.ts';

/** @param agents one, or both that merged writing stands for */
export function notesFor(notes: TurnSources['notes'], agents: readonly NotedAgent[]): readonly Piece[] {
  return notes
    .filter((note) => agents.some((agent) => mayEnterPrompt(note, { agent, sameTurn: true })))
    .map(({ text, source }) => ({ text, source: `note:${source}` }));
}
