/** Which values a place of the game state may take when someone edits it by hand. */
import { type JsonValue } from '../../shared/json-value.ts';
import { isForbiddenKey, isRecord } from '../../shared/safe-json.ts';

type Check = (value: JsonValue | undefined) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isBond: Check = (value) => typeof value === 'number' && value >= -100 && value <= 100;
const isWhole =
  (low: number, high: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;

const record =
  (each: Check): Check =>
  (value) =>
    isRecord(value) && Object.entries(value).every(([key, v]) => !isForbiddenKey(key) && each(v));

const list: Check = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string');

const statuses: readonly unknown[] = ['available', 'active', 'completed', 'failed'];
const outcomes: readonly unknown[] = [undefined, 'success', 'failure'];

const isTime: Check = (value) =>
  isRecord(value) &&
  isWhole(1, 1e9)(value['day']) &&
  isWhole(0, 23)(value['hour']) &&
  isCount(value['minute']) &&
  (value['minute'] as number) < 60;

const isQuest: Check = (value) =>
  isRecord(value) &&
  statuses.includes(value['status']) &&
  typeof value['stage'] === 'string' &&
  outcomes.includes(value['outcome']);

const isKnown: Check = (value) =>
  isRecord(value) && ['locations', 'npcs', 'items', 'quests'].every((key) => list(value[key] as JsonValue));

/** Each root of the game state by its name; `eventLog` is a record of what happened and is not edited. */
const roots: Readonly<Record<string, Check>> = {
  time: isTime,
  location: isText,
  inventory: record(isCount),
  relationships: record(isBond),
  quests: record(isQuest),
  flags: record(() => true),
  known: isKnown,
};

/** May `root` of the game state hold `value`? */
export function mayHold(root: string, value: JsonValue): boolean {
  return Object.hasOwn(roots, root) && (roots[root]?.(value) ?? false);
}

/** Is there something of this name that can be edited at all? */
export function isEditableRoot(root: string): boolean {
  return Object.hasOwn(roots, root);
}
