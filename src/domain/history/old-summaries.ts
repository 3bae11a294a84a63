/** Old chats carry their summaries inside the messages: they count where nothing was committed for a round. */
import { type World } from '../world.ts';
import { messageSummary } from './read-summaries.ts';
import { type Round } from './rounds.ts';

/** The world with one line for each round that has only an inline summary, in the order of the path; the same world when there is none. */
export function withOldSummaries(world: World, rounds: readonly Round[]): World {
  const committed = new Set(world.summaries.map(({ floorId }) => floorId));
  const old = rounds.flatMap(({ row, round, messages }) => {
    if (committed.has(row.floorId)) return [];
    const text = messages
      .filter(({ role }) => role === 'assistant')
      .map((message) => messageSummary(message.text) ?? '')
      .filter((part) => part !== '')
      .join(' ');
    return text === '' ? [] : [{ floorId: row.floorId, round, text }];
  });
  if (old.length === 0) return world;
  return { ...world, summaries: [...world.summaries, ...old].sort((a, b) => a.round - b.round) };
}
