/** The generation types that can be turns. */
import { type TurnType } from '../domain/run/turn-request.ts';

export function isTurnType(type: unknown): type is TurnType {
  return type === 'normal' || type === 'swipe' || type === 'regenerate';
}
