/** The built-in game state: clock, place, goods, people, quests, flags. */
import { type JsonValue } from '../../shared/json-value.ts';

export interface GameTime {
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export interface Quest {
  readonly status: 'available' | 'active' | 'completed' | 'failed';
  readonly stage: string;
  readonly outcome?: 'success' | 'failure';
}

export interface EventRecord {
  readonly time: GameTime;
  readonly round: number;
  readonly type: string;
  readonly params: Readonly<Record<string, JsonValue>>;
  readonly accepted: boolean;
  readonly reason?: string;
}

export interface Known {
  readonly locations: readonly string[];
  readonly npcs: readonly string[];
  readonly items: readonly string[];
  readonly quests: readonly string[];
}

export interface GameState {
  readonly time: GameTime;
  /** Empty until something sets it; rendered as 起点 / Start. */
  readonly location: string;
  readonly inventory: Readonly<Record<string, number>>;
  readonly relationships: Readonly<Record<string, number>>;
  readonly quests: Readonly<Record<string, Quest>>;
  readonly flags: Readonly<Record<string, JsonValue>>;
  /** The newest 200. */
  readonly eventLog: readonly EventRecord[];
  readonly known: Known;
}

export const emptyGameState: GameState = {
  time: { day: 1, hour: 0, minute: 0 },
  location: '',
  inventory: {},
  relationships: {},
  quests: {},
  flags: {},
  eventLog: [],
  known: { locations: [], npcs: [], items: [], quests: [] },
};
