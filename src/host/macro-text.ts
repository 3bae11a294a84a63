/** Expands SillyTavern's macros once, without running again what changes variables: SillyTavern's own assembly did that already. */
import { type StContext } from './st-context.ts';
import { withoutVariableWrites } from './without-variable-writes.ts';

/** Writes that leave nothing behind. */
const silentWrites = /\{\{\s*(?:set|add)(?:global)?var\s*::[^{}]*\}\}/gi;
/** Writes that leave the new value behind: the value is read instead. */
const countingWrites = /\{\{\s*(?:inc|dec)(global)?var\s*::([^{}]*)\}\}/gi;

const readInstead = (_whole: string, global: string | undefined, name: string): string =>
  `{{get${(global ?? '').toLowerCase()}var::${name}}}`;

/** Texts without macros come back as they are. Never throws: a macro that fails leaves the text unexpanded. */
export function expandMacros(ctx: StContext, text: string): string {
  if (!text.includes('{{') && !text.includes('<')) return text;
  const harmless = text.replace(silentWrites, '').replace(countingWrites, readInstead);
  try {
    const expanded = withoutVariableWrites(ctx, () => ctx.substituteParams(harmless));
    return typeof expanded === 'string' ? expanded : harmless;
  } catch {
    // Another extension's macro threw: the plain text is better than no turn.
    return harmless;
  }
}
