/** What the player ordered for the next turn alone: it holds until a reply is committed, and for that reply's swipes. */
import { type FloorId } from '../domain/ids.ts';
import { type JsonValue } from '../shared/json-value.ts';
import { isRecord, own } from '../shared/safe-json.ts';

export interface TurnOrders {
  /** Obeyed by the agents, never narrated; empty without. */
  readonly guide: string;
  readonly skipPlanning: boolean;
}

export const noOrders: TurnOrders = { guide: '', skipPlanning: false };

export interface NextTurn {
  /** What is ordered and not yet played. */
  pending(): TurnOrders;
  change(part: Partial<TurnOrders>): void;
  /** For a turn that fills this floor: what is pending, else what the floor was first played with. */
  ordersFor(floorId: FloorId): TurnOrders;
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
 * @param keep lays aside, with the open chat, what `restore` is handed later; undefined: there is nothing
 */
export function makeNextTurn(onChanged: () => void, keep: (kept: JsonValue | undefined) => void = () => {}): NextTurn {
  let pending = noOrders;
  let played: Played | null = null;
  const set = (next: TurnOrders): void => {
    pending = next;
    onChanged();
  };
  return {
    pending: () => pending,
    change(part) {
      set({ ...pending, ...part });
      keep(asKept(pending, played));
    },
    ordersFor(floorId) {
      if (!isEmpty(pending)) played = { floorId, orders: pending };
      return played?.floorId === floorId ? played.orders : noOrders;
    },
    committed(floorId) {
      // What was ordered while the turn ran is meant for the one after it.
      if (played?.floorId !== floorId || played.orders !== pending) return;
      set(noOrders);
      keep(asKept(pending, played));
    },
    forget() {
      played = null;
      set(noOrders);
    },
    restore(kept) {
      if (!isRecord(kept)) return;
      const before = own(kept, 'played');
      const floorId = isRecord(before) ? own(before, 'floorId') : undefined;
      if (played === null && isRecord(before) && typeof floorId === 'string') {
        played = { floorId: floorId as FloorId, orders: readOrders(before) };
      }
      if (isEmpty(pending) && !isEmpty(readOrders(kept))) set(readOrders(kept));
    },
  };
}

function asKept(pending: TurnOrders, played: Played | null): JsonValue | undefined {
  if (isEmpty(pending) && played === null) return undefined;
  return { ...pending, ...(played ? { played: { floorId: played.floorId, ...played.orders } } : {}) };
}

/** A chat file is foreign data: what is no order is none. */
function readOrders(kept: Readonly<Record<string, unknown>>): TurnOrders {
  const guide = own(kept, 'guide');
  return { guide: typeof guide === 'string' ? guide : '', skipPlanning: own(kept, 'skipPlanning') === true };
}
