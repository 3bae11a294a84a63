/** Counts tokens with SillyTavern's tokenizer for the current connection; estimates where that fails. */
import { type TokenCounter } from '../ports/token-counter.ts';
import { type St } from './st-context.ts';

const KEPT = 4_000;
/** Characters of scripts that have about a token each: Han, kana, Hangul. */
const wide = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** Rather too many than too few. */
export function estimateTokens(text: string): number {
  const wideCount = text.match(wide)?.length ?? 0;
  return Math.ceil(wideCount * 1.3 + (text.length - wideCount) / 3);
}

export function makeTokenCounter(st: St): TokenCounter {
  // The tokenizer belongs to the model: another model counts anew.
  let model: unknown = null;
  const known = new Map<string, number>();

  return {
    estimate: estimateTokens,
    async count(text) {
      if (text === '') return 0;
      try {
        const current = st().getChatCompletionModel();
        if (current !== model || known.size > KEPT) known.clear();
        model = current;
        const before = known.get(text);
        if (before !== undefined) return before;
        const counted = Number(await st().getTokenCountAsync(text));
        const count = Number.isFinite(counted) && counted > 0 ? counted : estimateTokens(text);
        known.set(text, count);
        return count;
      } catch {
        // The server may be gone; a budget that is a little off is better than no turn.
        return estimateTokens(text);
      }
    },
  };
}
