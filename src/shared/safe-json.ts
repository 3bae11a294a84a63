/** Copies foreign data into plain JSON values: forbidden names dropped, nothing shared with the original. */
import { type JsonValue } from './json-value.ts';

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** A property name that would reach behind a plain object. */
export function isForbiddenKey(key: string): boolean {
  return forbidden.has(key);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property; never one that is inherited. */
export function own(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined;
}

/** A deep copy as JSON, or undefined for what JSON cannot hold (functions, NaN, nesting deeper than `depth`). */
export function safeJson(value: unknown, depth = 32): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || depth <= 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => safeJson(item, depth - 1) ?? null);
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    if (isForbiddenKey(key)) continue;
    const part = safeJson((value as Record<string, unknown>)[key], depth - 1);
    if (part !== undefined) copy[key] = part;
  }
  return copy;
}
