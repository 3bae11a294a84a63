/** Decides whether the variable model is asked: not when the reply brings its own update, nor when MVU asks its own model. */
import { type WorldbookEntry } from '../../domain/worldbook/entry.ts';
import { extractUpdates } from '../extract-updates.ts';
import { isPlotEntry, isUpdateRule } from '../find-entries.ts';
import { readOperation } from '../patch/operation.ts';

export type ExtractVerdict =
  | { readonly extract: true }
  | { readonly extract: false; readonly because: 'no-variables' | 'reply-has-block' | 'mvu-extra-model' | 'no-prose' };

export interface ExtractQuestion {
  readonly prose: string;
  readonly hasRecord: boolean;
  /** MVU is installed, set to ask its own model, and the card supports that. */
  readonly mvuAsksItself: boolean;
}

export async function shouldExtract({ prose, hasRecord, mvuAsksItself }: ExtractQuestion): Promise<ExtractVerdict> {
  if (!hasRecord) return { extract: false, because: 'no-variables' };
  if (await holdsUpdate(prose)) return { extract: false, because: 'reply-has-block' };
  if (mvuAsksItself) return { extract: false, because: 'mvu-extra-model' };
  return prose.trim() === '' ? { extract: false, because: 'no-prose' } : { extract: true };
}

/** A block that could be read counts, an empty one too: the writer says that nothing changed. */
export async function holdsUpdate(text: string): Promise<boolean> {
  const { operations, blocks } = await extractUpdates(text);
  if (operations.length === 0) return blocks > 0;
  return operations.some((operation) => !('ok' in readOperation(operation)));
}

/** MVU asks its own model only for cards whose own book sorts its entries by the two markers. */
export function mvuAsksItself(
  extraModel: boolean,
  entries: readonly WorldbookEntry[],
  primaryBook: string | null,
): boolean {
  return (
    extraModel && entries.some((entry) => entry.book === primaryBook && (isUpdateRule(entry) || isPlotEntry(entry)))
  );
}
