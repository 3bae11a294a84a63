/** A note another extension leaves for the next rounds: who may read it, for how many rounds, and which have read it. */
import { type FloorId } from '../ids.ts';
import { type PageMessage } from '../timeline/page.ts';
import { type AgentSlot } from './agent-slot.ts';

/** Who can be told something: the tools have prompts of their own. */
export const notedAgents = ['planning', 'writing', 'analysis'] as const satisfies readonly AgentSlot[];
export type NotedAgent = (typeof notedAgents)[number];

/** Characters of one note, rounds it may hold for, notes at once. */
export const noteLimits = { characters: 2_000, turns: 100, count: 20 } as const;

export interface TurnNote {
  readonly id: string;
  readonly text: string;
  readonly agents: readonly NotedAgent[];
  /** For how many rounds it holds; a swipe or another try is the same round. */
  readonly turns: number;
  /** Who left it. */
  readonly source: string;
  /** Rounds with a reply that it was read for. */
  readonly floors: readonly FloorId[];
}

/** Those that hold for the round on this floor, a swipe of it included. */
export function notesOn(notes: readonly TurnNote[], floorId: FloorId): readonly TurnNote[] {
  return notes.filter(({ floors, turns }) => floors.includes(floorId) || floors.length < turns);
}

/** After a reply on this floor: it is counted once, and what is used up stays for the swipes of that reply alone. */
export function notesAfter(notes: readonly TurnNote[], floorId: FloorId): readonly TurnNote[] {
  return notesOn(notes, floorId).map((note) =>
    note.floors.includes(floorId) ? note : { ...note, floors: [...note.floors, floorId] },
  );
}

/** As it stands among the messages of the page it was read for. */
export function noteMessage({ text, agents, source }: TurnNote): Omit<PageMessage, 'messageId'> {
  return { role: 'system', text, visibility: { user: false, prompt: true, agents }, validity: 'turn', source };
}
