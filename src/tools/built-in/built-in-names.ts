/** The names of the seven tools that are always there. */
export const builtInNames = [
  'get_variable',
  'set_variable',
  'roll_dice',
  'random_choice',
  'get_time',
  'query_memory',
  'get_character_info',
] as const;
export type BuiltInName = (typeof builtInNames)[number];

export function isBuiltInName(name: string): name is BuiltInName {
  return (builtInNames as readonly string[]).includes(name);
}
