/** The ten changes of the game state an analysis may propose ("events" in the model's JSON), in their normalised form. */
import { type JsonValue } from '../../shared/json-value.ts';

export type StateChange =
  | { readonly type: 'move'; readonly location: string }
  | { readonly type: 'add_item'; readonly item: string; readonly quantity: number }
  | { readonly type: 'remove_item'; readonly item: string; readonly quantity: number }
  | { readonly type: 'set_relationship'; readonly npc: string; readonly value: number }
  | { readonly type: 'modify_relationship'; readonly npc: string; readonly delta: number }
  | { readonly type: 'start_quest'; readonly questId: string; readonly stage: string }
  | { readonly type: 'advance_quest'; readonly questId: string; readonly stage: string }
  | { readonly type: 'complete_quest'; readonly questId: string; readonly outcome: 'success' | 'failure' }
  | { readonly type: 'set_flag'; readonly flag: string; readonly value: JsonValue }
  | { readonly type: 'pass_time'; readonly minutes: number };

export type StateChangeType = StateChange['type'];
