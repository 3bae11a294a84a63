/** What an agent is told for this round alone: the player's guide, and the notes that agent may read. */
import { type NotedAgent } from '../domain/run/turn-note.ts';
import { mayEnterPrompt } from '../domain/timeline/may-enter-prompt.ts';
import { type TurnSources } from './turn-view.ts';

/** @param agents one, or both that merged writing stands for */
export function notesFor({ notes }: Pick<TurnSources, 'notes'>, agents: readonly NotedAgent[]): string {
  const mine = notes.filter((note) => agents.some((agent) => mayEnterPrompt(note, { agent, sameTurn: true })));
  return mine.map(({ text }) => text).join('\n');
}

export function toldForTurn(sources: Pick<TurnSources, 'notes' | 'guidance'>, agents: readonly NotedAgent[]): string {
  return [sources.guidance, notesFor(sources, agents)].filter((text) => text !== '').join('\n');
}
