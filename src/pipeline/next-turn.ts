/** What the player ordered for the next turn alone: it holds until a reply is committed, and for that reply's swipes. */
import { type FloorId } from '../domain/ids.ts';
import { notesAfter, notesOn, type TurnNote } from '../domain/run/turn-note.ts';
import { type JsonValue } from '../shared/json-value.ts';
import { type TurnNotes } from '../ports/turn-notes.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { readNotes } from './read-notes.ts';

export interface TurnOrders {
  /** Obeyed by the agents, never narrated; empty without. */
  readonly guide: string;
  readonly skipPlanning: boolean;
}

/** What one turn is told: the player's orders, and the notes of other extensions that hold for its round. */
export interface ToldTurn extends TurnOrders {
  readonly notes: readonly TurnNote[];
}

const noOrders: TurnOrders = { guide: '', skipPlanning: false };
export const nothingTold: ToldTurn = { ...noOrders, notes: [] };

export interface NextTurn {
  readonly notes: TurnNotes;
  /** What is ordered and not yet played. */
  pending(): TurnOrders;
  change(part: Partial<TurnOrders>): void;
  /** For a turn that fills this floor: what is pending, else what the floor was first played with. */
  ordersFor(floorId: FloorId): ToldTurn;
  /** A reply stands on that floor now: what it was played with is no longer pending. */
  committed(floorId: FloorId): void;
  /** Another chat was opened. */
  forget(): void;
  /** A chat was opened that kept this; what was ordered meanwhile goes before it. */
  restore(kept: unknown): void;
}

const isEmpty = ({ guide, skipPlanning }: TurnOrders): boolean => guide === '' && !skipPlanning;

interface Played {
  readonly floorId: FloorId;
  readonly orders: TurnOrders;
}

/**
 * @param onChanged what is pending looks different now
 * @param nextId names a note
 * @param keep lays aside, with the open chat, what `restore` is handed later; undefined: there is nothing
 */
export function makeNextTurn(
  onChanged: () => void,
  nextId: () => string,
  keep: (kept: JsonValue | undefined) => void = () => {},
): NextTurn {
  let pending = noOrders;
  let played: Played | null = null;
  let notes: readonly TurnNote[] = [];
  /** The floor of the turn that was opened last: other floors that are committed with it read no note. */
  let asked: FloorId | null = null;
  const keepAll = (): void => keep(asKept(pending, played, notes));
  const set = (next: TurnOrders): void => {
    pending = next;
    onChanged();
  };
  return {
    notes: {
      list: () => notes.filter(({ floors, turns }) => floors.length < turns),
      add(note) {
        const id = nextId();
        notes = [...notes, { ...note, id, floors: [] }];
        keepAll();
        return id;
      },
      remove(id) {
        const left = notes.filter((note) => note.id !== id);
        if (left.length === notes.length) return false;
        notes = left;
        keepAll();
        return true;
      },
    },
    pending: () => pending,
    change(part) {
      set({ ...pending, ...part });
      keepAll();
    },
    ordersFor(floorId) {
      asked = floorId;
      if (!isEmpty(pending)) played = { floorId, orders: pending };
      const orders = played?.floorId === floorId ? played.orders : noOrders;
      return { ...orders, notes: notesOn(notes, floorId) };
    },
    committed(floorId) {
      const read = notes.length > 0 && asked === floorId;
      if (read) notes = notesAfter(notes, floorId);
      // What was ordered while the turn ran is meant for the one after it.
      const done = played?.floorId === floorId && played.orders === pending;
      if (done) set(noOrders);
      if (read || done) keepAll();
    },
    forget() {
      played = null;
      notes = [];
      asked = null;
      set(noOrders);
    },
    restore(kept) {
      if (!isRecord(kept)) return;
      const before = own(kept, 'played');
      const floorId = isRecord(before) ? own(before, 'floorId') : undefined;
      if (played === null && isRecord(before) && typeof floorId === 'string') {
        played = { floorId: floorId as FloorId, orders: readOrders(before) };
      }
      if (notes.length === 0) notes = readNotes(own(kept, 'notes'));
      if (isEmpty(pending) && !isEmpty(readOrders(kept))) set(readOrders(kept));
    },
  };
}

function asKept(pending: TurnOrders, played: Played | null, notes: readonly TurnNote[]): JsonValue | undefined {
  if (isEmpty(pending) && played === null && notes.length === 0) return undefined;
  return {
    ...pending,
    ...(played ? { played: { floorId: played.floorId, ...played.orders } } : {}),
    ...(notes.length > 0 ? { notes: notes.map((note) => ({ ...note })) } : {}),
  };
}

/** A chat file is foreign data: what is no order is none. */
function readOrders(kept: Readonly<Record<string, unknown>>): TurnOrders {
  const guide = own(kept, 'guide');
  return { guide: typeof guide === 'string' ? guide : '', skipPlanning: own(kept, 'skipPlanning') === true };
}
