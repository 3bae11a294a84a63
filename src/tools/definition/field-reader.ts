/** Takes fields out of a definition under any of their names, and remembers which were taken. */
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { plainWord } from './spellings.ts';

export interface FieldReader {
  /** The value of the first of `names` that is there; `name` is how the author wrote it. */
  take(...names: readonly string[]): { readonly name: string; readonly value: JsonValue } | null;
  /** Fields nobody asked for. */
  rest(): string[];
}

export function makeFieldReader(record: JsonObject): FieldReader {
  const byWord = new Map(Object.keys(record).map((key) => [plainWord(key), key]));
  const taken = new Set<string>();
  return {
    take(...names) {
      for (const name of names) {
        const key = byWord.get(name);
        const value = key === undefined ? undefined : record[key];
        if (key === undefined || value === undefined) continue;
        taken.add(key);
        if (value !== null && value !== '') return { name: key, value };
      }
      return null;
    },
    rest: () => Object.keys(record).filter((key) => !taken.has(key)),
  };
}
