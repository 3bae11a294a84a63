/** Where and when the story begins, as the greeting tells it: each part counts alone, and only if it can be. */
import { checkChange } from './check-change.ts';
import { type GameState, type GameTime } from './game-state.ts';

/** A part that cannot be is left out. The place becomes known. */
export function openStory(
  state: GameState,
  opening: { readonly location?: string; readonly time?: GameTime },
): GameState {
  const { location, time } = opening;
  const placed = location === undefined || checkChange({ type: 'move', location }) !== null ? {} : { location };
  const { locations } = state.known;
  const known =
    'location' in placed && !locations.includes(placed.location)
      ? { known: { ...state.known, locations: [...locations, placed.location] } }
      : {};
  return { ...state, ...placed, ...known, ...(time && isClockTime(time) ? { time } : {}) };
}

function isClockTime({ day, hour, minute }: GameTime): boolean {
  if (![day, hour, minute].every(Number.isSafeInteger)) return false;
  return day >= 1 && hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
}
