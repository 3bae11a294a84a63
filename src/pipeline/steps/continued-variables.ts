/** What a continuation did to the variables: the updates in the whole text that the text before did not have. */
import { type Effect } from '../../domain/timeline/effect.ts';
import { extractUpdates } from '../../mvu/extract-updates.ts';

/** `before`: null when nobody knows any more; then as many updates are known as the page had (`held`). */
export async function continuedVariables(
  texts: { readonly before: string | null; readonly now: string },
  held: readonly Effect[],
): Promise<readonly Effect[]> {
  const { operations } = await extractUpdates(texts.now);
  const known = texts.before === null ? countOf(held) : (await extractUpdates(texts.before)).operations.length;
  const added = operations.slice(known);
  return added.length === 0 ? [] : [{ kind: 'mvu', operations: added, source: 'mvu' }];
}

/** A difference that was found outside stands in no text. */
const countOf = (held: readonly Effect[]): number =>
  held.reduce(
    (sum, effect) => (effect.kind === 'mvu' && effect.exact !== true ? sum + effect.operations.length : sum),
    0,
  );
