/** A hand edit belongs to (branch, floor), is folded after whichever page is active there, and ends only by undo, unlock or deletion of the floor. */
import { type JsonValue } from '../../shared/json-value.ts';
import { type FloorId, type HandEditId } from '../ids.ts';

/**
 * What is edited: a JSON Pointer into the world as the player sees it.
 * `/game/location`, `/game/inventory/coin`, `/summaries/3` (line of round 3), `/variables/mood`, `/mvu/...`.
 */
export type EditPointer = string;

export interface HandEdit {
  readonly id: HandEditId;
  readonly floorId: FloorId;
  /** Order of making, per branch. */
  readonly seq: number;
  readonly at: number;
  readonly pointer: EditPointer;
  readonly op: 'set' | 'unset' | 'lock' | 'unlock';
  readonly value?: JsonValue;
  /** An undone edit is kept for redo and does not count. */
  readonly undone: boolean;
}
