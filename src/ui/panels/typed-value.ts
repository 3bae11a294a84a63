/** What a player types into the state panel, read as the value that belongs there; undefined = it is none. */
import { type GameTime } from '../../domain/game-state/game-state.ts';
import { parseJson } from '../../shared/json.ts';
import { type JsonValue } from '../../shared/json-value.ts';

export function typedNumber(text: string): number | undefined {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** `2 18:40`, also with `:` and digits in full width. */
export function typedTime(text: string): GameTime | undefined {
  const parts = /^\D*(\d{1,9})\D+(\d{1,2})\s*:\s*(\d{1,2})$/.exec(text.normalize('NFKC').trim());
  if (parts === null) return undefined;
  const [day, hour, minute] = parts.slice(1).map(Number);
  if (day === undefined || hour === undefined || minute === undefined) return undefined;
  return day >= 1 && hour < 24 && minute < 60 ? { day, hour, minute } : undefined;
}

export function renderTime(time: GameTime): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(time.hour)}:${two(time.minute)}`;
}

/** JSON where it is JSON, else the text itself: nobody wants to type quotes. */
export function typedJson(text: string): JsonValue {
  const parsed = parseJson(text.trim());
  return parsed.ok ? parsed.value : text;
}

/** The inverse of `typedJson`: a text that would be read as JSON keeps its quotes. */
export function renderJson(value: JsonValue): string {
  return typeof value === 'string' && !parseJson(value.trim()).ok ? value : JSON.stringify(value);
}
