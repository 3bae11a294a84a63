/** Completes an inserted value with the template its container prescribes. */
import { type JsonValue } from '../../shared/json-value.ts';
import { isPlainObject } from '../patch/pointer.ts';
import { type RootFlags } from './schema-node.ts';

/** What the value says wins; what only the template says is added. */
export function fillTemplate(value: JsonValue, template: JsonValue | undefined, flags: RootFlags): JsonValue {
  if (template === undefined || template === null) return value;
  if (isPlainObject(template)) return isPlainObject(value) ? mergeObjects(template, value) : value;
  if (!Array.isArray(template)) return value;
  const items = template as readonly JsonValue[];
  if (Array.isArray(value)) {
    const mine = value as readonly JsonValue[];
    return flags.concatTemplateArray ? [...mine, ...items] : [...mine, ...items.slice(mine.length)];
  }
  return flags.strictTemplate || isPlainObject(value) ? value : [value, ...items];
}

/** Deep merge of plain objects, `over` wins; lists are replaced, not mixed. */
export function mergeObjects(under: JsonValue, over: JsonValue): JsonValue {
  if (!isPlainObject(under) || !isPlainObject(over)) return over;
  const merged: Record<string, JsonValue> = { ...under };
  for (const key of Object.keys(over)) {
    const [mine, theirs] = [Object.hasOwn(under, key) ? under[key] : undefined, over[key]];
    if (theirs === undefined) continue;
    // Defined, not assigned: a key that names the prototype must stay an ordinary key.
    const value = mine === undefined ? theirs : mergeObjects(mine, theirs);
    Object.defineProperty(merged, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}
