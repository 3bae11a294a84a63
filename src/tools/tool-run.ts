/** What running a tool leaves, whatever kind it is. */
import { type DiceRecord } from '../domain/dice/dice-record.ts';
import { type ErrorCode } from '../domain/errors.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type JsonValue } from '../shared/json-value.ts';

export type ToolRun = {
  readonly rolls: readonly DiceRecord[];
  readonly logs: readonly string[];
  readonly effects: readonly Effect[];
} & (
  | { readonly ok: true; readonly value: JsonValue; readonly text: string }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string }
);

export function failedRun(
  code: ErrorCode,
  message: string,
  rest: Partial<Pick<ToolRun, 'rolls' | 'logs'>> = {},
): ToolRun {
  return { ok: false, code, message, rolls: [], logs: [], effects: [], ...rest };
}

/** A text as it is, everything else as JSON with two spaces. */
export function textOfValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
