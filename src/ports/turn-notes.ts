/** Notes for the next rounds of the open chat. */
import { type NotedAgent, type TurnNote } from '../domain/run/turn-note.ts';

export interface NewNote {
  readonly text: string;
  readonly agents: readonly NotedAgent[];
  readonly turns: number;
  readonly source: string;
}

/** Contract: kept with the open chat; `list` holds those that are not used up. */
export interface TurnNotes {
  list(): readonly TurnNote[];
  /** The note's id. */
  add(note: NewNote): string;
  /** False when there is no such note (any more). A reply that was written with it keeps it on record. */
  remove(id: string): boolean;
}
