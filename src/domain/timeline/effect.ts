/** An effect is one thing a page did to the world. It stores the proposal; the fold validates it each time. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type GameTime } from '../game-state/game-state.ts';
import { type StateChange } from '../game-state/state-change.ts';

export type VariableScope = 'page' | 'floor' | 'branch' | 'chat' | 'global';
export type VariablePolicy = 'replace' | 'if_absent' | 'add' | 'max' | 'min' | 'append_unique' | 'patch';
export type EffectSource = 'analysis' | 'tool' | 'macro' | 'mvu' | 'user' | 'external' | 'api' | 'card';

export type VariableWrite =
  | { readonly op: 'set'; readonly value: JsonValue; readonly policy?: VariablePolicy }
  | { readonly op: 'unset' }
  | { readonly op: 'mask' };

export type Effect =
  /** One of the ten changes; `quote` is the verbatim evidence the analysis gave. */
  | { readonly kind: 'state'; readonly change: StateChange; readonly quote?: string; readonly source?: EffectSource }
  /** Where and when the story begins; only on the greeting's page. */
  | { readonly kind: 'opening'; readonly location?: string; readonly time?: GameTime }
  /** The round's summary line without its number; code numbers it. */
  | { readonly kind: 'summary'; readonly text: string }
  /** A variable write with the scope it wants after commit. */
  | {
      readonly kind: 'variable';
      readonly scope: VariableScope;
      readonly key: string;
      readonly write: VariableWrite;
      readonly source: EffectSource;
      readonly reason?: string;
    }
  /** A list of MVU operations as proposed; the mvu room knows their dialect. */
  | {
      readonly kind: 'mvu';
      readonly operations: readonly JsonObject[];
      readonly source: EffectSource;
      /** The operations are RFC 6902 on the whole record and bind no dialect's rules: a difference found outside. */
      readonly exact?: true;
    }
  /** The initial MVU record of a chat or greeting. */
  | { readonly kind: 'mvu-init'; readonly record: JsonObject };

/** Why the fold skipped an effect; kept with the page it belongs to. */
export interface Rejection {
  readonly effectIndex: number;
  readonly effect: Effect;
  /** Machine word, e.g. `not-enough`, `quest-not-active`, `locked`. */
  readonly code: string;
  /** For people, already in the chat's language. */
  readonly reason: string;
}
