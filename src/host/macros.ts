/** Puts macros into SillyTavern's engine and takes exactly those out again. */
import { type Undo } from '../shared/undo-list.ts';
import { type St } from './st-context.ts';

export interface MacroSpec {
  /** Letters only, e.g. `naState` for `{{naState}}`. */
  readonly name: string;
  readonly description: string;
  /** Called at each expansion. */
  readonly read: () => string;
}

/** A macro of that name that is there already is left alone; where SillyTavern has no engine nothing happens. */
export function registerMacro(st: St, { name, description, read }: MacroSpec): Undo {
  const { macros } = st();
  const registry = macros?.registry;
  if (!macros?.register || !registry || registry.hasMacro(name)) return () => undefined;
  macros.register(name, { handler: read, description });
  return () => void registry.unregisterMacro(name);
}
