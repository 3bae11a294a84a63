/** The world at one point of the path: what the fold of all effects up to there leads to. */
import { type JsonObject, type JsonValue } from '../shared/json-value.ts';
import { type GameState } from './game-state/game-state.ts';
import { type FloorId } from './ids.ts';

export interface SummaryLine {
  readonly floorId: FloorId;
  /** The round it tells of; code writes the number in front. */
  readonly round: number;
  readonly text: string;
}

/** A value or a tombstone that ends the lookup with "absent". */
export type LayerValue = { readonly value: JsonValue } | { readonly masked: true };

export interface World {
  readonly game: GameState;
  readonly summaries: readonly SummaryLine[];
  /** The branch layer of the variables, by flat key. */
  readonly variables: Readonly<Record<string, LayerValue>>;
  /** MVU's record (`stat_data`, `schema`, …); null where the chat has none. */
  readonly mvu: JsonObject | null;
  /** Pointers that a hand edit locked. */
  readonly locks: readonly string[];
}
