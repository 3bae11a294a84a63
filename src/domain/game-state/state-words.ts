/** The names and words the game state holds, without the labels it is shown with: what keys may be looked for in. */
import { type JsonValue } from '../../shared/json-value.ts';
import { type GameState } from './game-state.ts';

/** One a line; numbers and yes-or-no values are no words. */
export function stateWords({ location, inventory, relationships, quests, flags }: GameState): string {
  return [
    location,
    ...Object.keys(inventory),
    ...Object.keys(relationships),
    ...Object.entries(quests).flatMap(([id, { stage }]) => [id, stage]),
    ...wordsIn(flags),
  ]
    .filter((word) => word !== '')
    .join('\n');
}

function wordsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(wordsIn);
  return Object.entries(value).flatMap(([key, item]) => [key, ...wordsIn(item)]);
}
