/** Did the prose end before its end? Stopped, broken off, out of room, or taken away by a filter. */
import { type RequestEnding } from '../ports/turn-runner.ts';

export function isPartial(ending: RequestEnding): boolean {
  return ending.kind !== 'finished' || ending.finish === 'length' || ending.finish === 'filter';
}
