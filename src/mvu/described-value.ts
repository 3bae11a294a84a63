/** MVU's value with description: a list of exactly two whose second item is a text. */
import { type JsonValue } from '../shared/json-value.ts';

export type DescribedValue = readonly [value: JsonValue, description: string];

export const isDescribedValue = (value: JsonValue | undefined): value is DescribedValue =>
  Array.isArray(value) && value.length === 2 && typeof value[1] === 'string';
