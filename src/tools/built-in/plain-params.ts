/** Brings what models write for a built-in tool's parameters into the names and forms its schema has. */
import { readDiceMode } from '../../domain/dice/read-dice-mode.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type BuiltInName } from './built-in-names.ts';

const aliases: Partial<Record<BuiltInName, Readonly<Record<string, readonly string[]>>>> = {
  roll_dice: {
    expr: ['expression', 'formula', 'dice', 'notation', '表达式'],
    dc: ['difficulty', 'DC', '难度'],
    mode: ['模式'],
  },
  get_variable: { key: ['name', 'path', 'variable'] },
  set_variable: { key: ['name', 'path', 'variable'] },
  random_choice: { options: ['choices', 'items', 'list'] },
  query_memory: { query: ['keyword', 'keywords', 'q', 'text'], limit: ['count'] },
  get_character_info: { name: ['character', 'who'] },
};

/** Other names become the schema's where it does not know them itself. */
export function plainParams(name: BuiltInName, params: JsonObject, known: JsonObject): JsonObject {
  const plain: Record<string, JsonValue> = { ...params };
  for (const [canonical, others] of Object.entries(aliases[name] ?? {})) {
    for (const other of others) {
      const value = plain[other];
      if (value === undefined || Object.hasOwn(known, other)) continue;
      delete plain[other];
      plain[canonical] ??= value;
    }
  }
  const mode = name === 'roll_dice' && typeof plain['mode'] === 'string' ? readDiceMode(plain['mode']) : null;
  if (mode?.ok) plain['mode'] = mode.value;
  if (name === 'random_choice' && typeof plain['options'] === 'string') {
    plain['options'] = plain['options'].split(/[,，、;；|\n]+/).map((part) => part.trim());
  }
  return plain;
}
