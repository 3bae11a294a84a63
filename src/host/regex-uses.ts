/** Tells which of the player's regex scripts changed what goes into the prompt, by running them over again one by one. */
import { type RegexUse } from '../domain/run/turn-request.ts';
import { type RegexModule } from './st-modules.ts';
import { regexScriptSchema } from './st-schemas.ts';

export interface RegexUses {
  /** A text that SillyTavern's own engine changed; `depth` counts from the end of the prompt. */
  changed(text: string, placement: number, depth: number): void;
  all(): readonly RegexUse[];
}

const isSet = (value: number | null | undefined, least: number): value is number =>
  typeof value === 'number' && value >= least;

export function makeRegexUses(regex: RegexModule): RegexUses {
  const uses = new Map<string, RegexUse>();
  return {
    changed(text, placement, depth) {
      let before = text;
      for (const raw of regex.getRegexScripts?.({ allowedOnly: true }) ?? []) {
        const script = regexScriptSchema.safeParse(raw);
        if (!script.success || !regex.runRegexScript) continue;
        const { id, scriptName, promptOnly, placement: places, minDepth, maxDepth } = script.data;
        if (!promptOnly || !places.includes(placement)) continue;
        if ((isSet(minDepth, -1) && depth < minDepth) || (isSet(maxDepth, 0) && depth > maxDepth)) continue;
        const after = regex.runRegexScript(raw, before);
        if (after === before) continue;
        const name = scriptName || id;
        const known = uses.get(name) ?? { script: name, before: 0, after: 0, replaced: 0 };
        uses.set(name, {
          script: name,
          before: known.before + before.length,
          after: known.after + after.length,
          replaced: known.replaced + 1,
        });
        before = after;
      }
    },
    all: () => [...uses.values()],
  };
}
