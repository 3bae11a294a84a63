/** What the player ordered for the next turn alone: it holds until a reply is committed, and for that reply's swipes. */
import { type FloorId } from '../domain/ids.ts';

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
}

const isEmpty = ({ guide, skipPlanning }: TurnOrders): boolean => guide === '' && !skipPlanning;

/** @param onChanged what is pending looks different now */
export function makeNextTurn(onChanged: () => void): NextTurn {
  let pending = noOrders;
  let played: { readonly floorId: FloorId; readonly orders: TurnOrders } | null = null;
  const set = (next: TurnOrders): void => {
    pending = next;
    onChanged();
  };
  return {
    pending: () => pending,
    change(part) {
      set({ ...pending, ...part });
    },
    ordersFor(floorId) {
      if (!isEmpty(pending)) played = { floorId, orders: pending };
      return played?.floorId === floorId ? played.orders : noOrders;
    },
    committed(floorId) {
      // What was ordered while the turn ran is meant for the one after it.
      if (played?.floorId === floorId && played.orders === pending) set(noOrders);
    },
    forget() {
      played = null;
      set(noOrders);
    },
  };
}
