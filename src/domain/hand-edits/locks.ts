/** Locks keep a place of the world as a person set it, whatever a model proposes later. */
import { sameJson } from '../../shared/json-pointer.ts';
import { type World } from '../world.ts';
import { valueInWorld } from './edit-world.ts';

/** The first locked pointer at which the two worlds differ. */
export function brokenLock(before: World, after: World): string | null {
  return before.locks.find((pointer) => !sameJson(valueInWorld(before, pointer), valueInWorld(after, pointer))) ?? null;
}
