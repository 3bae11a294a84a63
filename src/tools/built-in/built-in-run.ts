/** How a built-in tool is run: pure, over one view of the world, from one seed. */
import { type DiceRecord } from '../../domain/dice/dice-record.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type Result } from '../../shared/result.ts';
import { type ToolCall } from '../../domain/tools/tool-call.ts';
import { type ToolWorld } from '../tool-world.ts';

export interface BuiltInInput {
  readonly params: JsonObject;
  readonly call: ToolCall;
  readonly view: ToolWorld;
  readonly seed: number;
  /** What earlier calls of this turn did. */
  readonly effects: readonly Effect[];
}

export interface BuiltInOutput {
  readonly value: JsonValue;
  /** The line for the writer, where it is not just the value. */
  readonly text?: string;
  readonly rolls?: readonly DiceRecord[];
  readonly effects?: readonly Effect[];
}

/** A sentence for the writer and the record. */
export interface ToolProblem {
  readonly zh: string;
  readonly en: string;
}

export type BuiltInRun = (input: BuiltInInput) => Result<BuiltInOutput, ToolProblem>;

export const textParam = (params: JsonObject, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return '';
};
