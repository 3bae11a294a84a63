/** Reads JSON from outside: bounded in size and depth, and never with a name that could reach a prototype. */
import { type JsonValue } from './json-value.ts';
import { err, ok, type Result } from './result.ts';

export interface JsonProblem {
  readonly message: string;
  /** Index of the character where reading stopped; null when the engine does not tell. */
  readonly position: number | null;
}

export interface JsonLimits {
  /** Characters. */
  readonly maxLength: number;
  readonly maxDepth: number;
}

const defaultLimits: JsonLimits = { maxLength: 32_000_000, maxDepth: 64 };

/** Property names that are never taken from outside. */
export function isRefusedName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

/** Strict JSON. Refused names are dropped with their values; too long, too deep and malformed texts are an error. */
export function parseJson(text: string, limits: JsonLimits = defaultLimits): Result<JsonValue, JsonProblem> {
  if (text.length > limits.maxLength) {
    return err({ message: `Longer than ${limits.maxLength} characters.`, position: limits.maxLength });
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return err({ message, position: positionIn(message, text) });
  }
  const seen = inspect(value, limits.maxDepth);
  if (seen === 'too-deep') return err({ message: `Nested deeper than ${limits.maxDepth} levels.`, position: null });
  if (seen === 'refused-name') dropRefusedNames(value);
  return ok(value);
}

/** For texts that may be anything: what cannot be read is `null`. */
export function parseJsonOrNull(text: string): JsonValue {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : null;
}

/** Chrome counts characters, Firefox lines and columns. */
function positionIn(message: string, text: string): number | null {
  const counted = /position (\d+)/.exec(message);
  if (counted) return Number(counted[1]);
  const placed = /line (\d+) column (\d+)/.exec(message);
  if (!placed) return /end of (JSON|data)/i.test(message) ? text.length : null;
  let start = 0;
  for (let line = 1; line < Number(placed[1]); line += 1) start = text.indexOf('\n', start) + 1;
  return start + Number(placed[2]) - 1;
}

type Finding = 'clean' | 'refused-name' | 'too-deep';

/** One walk for both dangers, so that clean data costs little more than the parsing. */
function inspect(value: JsonValue | undefined, left: number): Finding {
  if (typeof value !== 'object' || value === null) return 'clean';
  if (left === 0) return 'too-deep';
  let found: Finding = 'clean';
  if (isList(value)) {
    for (const part of value) found = worse(found, inspect(part, left - 1));
    return found;
  }
  for (const key in value) {
    if (isRefusedName(key)) found = worse(found, 'refused-name');
    found = worse(found, inspect(value[key], left - 1));
  }
  return found;
}

function worse(a: Finding, b: Finding): Finding {
  if (a === 'clean' || b === 'too-deep') return b;
  return a;
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function dropRefusedNames(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return;
  const record = value as Record<string, JsonValue>;
  for (const key of Object.keys(record)) {
    if (isRefusedName(key)) delete record[key];
    else dropRefusedNames(record[key] ?? null);
  }
}
