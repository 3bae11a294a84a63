/** Makes the segments of one agent fit the connection's context: a cheap estimate first, exact counts only when it is close. */
import { fitBudget } from '../domain/prompt/budget.ts';
import { layOut } from '../domain/prompt/prompt-layout.ts';
import { renderRole } from '../domain/prompt/render-prompt.ts';
import { type PromptLayout, type RenderedPrompt, type Segment } from '../domain/prompt/segment.ts';
import { type TokenCounter } from '../ports/token-counter.ts';

/** Tokens an image may cost with the dearest of the common providers. */
export const TOKENS_PER_PART = 1_600;

export interface PromptShape {
  readonly inputParts?: readonly unknown[];
  readonly layout?: PromptLayout;
}

/** Throws `model.overflow` when what must stay is too long. */
export async function fitPrompt(
  tokens: TokenCounter,
  segments: readonly Segment[],
  limit: number,
  { inputParts = [], layout = 'classic' }: PromptShape = {},
): Promise<RenderedPrompt> {
  const room = limit - inputParts.length * TOKENS_PER_PART;
  const roughly = fitBudget(segments, { limit: room, count: (text) => tokens.estimate(text), inputParts, layout });
  if (roughly.ok && roughly.value.cut.length === 0) return roughly.value;
  const exact = await exactCounts(tokens, layOut(segments, layout));
  const fitted = fitBudget(segments, {
    limit: room,
    count: (text) => exact.get(text) ?? scaled(tokens, text, exact),
    inputParts,
    layout,
  });
  if (!fitted.ok) throw fitted.error;
  return fitted.value;
}

async function exactCounts(tokens: TokenCounter, segments: readonly Segment[]): Promise<Map<string, number>> {
  const texts = new Set<string>([renderRole(segments, 'system'), renderRole(segments, 'user')]);
  for (const segment of segments) {
    texts.add(segment.text);
    for (const piece of segment.pieces ?? []) texts.add(piece.text);
  }
  texts.delete('');
  const counted = await Promise.all([...texts].map(async (text) => [text, await tokens.count(text)] as const));
  return new Map(counted);
}

/** A text that came to be by cutting: the estimate, corrected by how far it was off on the whole, and never below it. */
function scaled(tokens: TokenCounter, text: string, exact: ReadonlyMap<string, number>): number {
  let estimated = 0;
  let real = 0;
  for (const [known, count] of exact) {
    estimated += tokens.estimate(known);
    real += count;
  }
  const factor = estimated === 0 ? 1 : Math.min(1, (real / estimated) * 1.05);
  return Math.ceil(tokens.estimate(text) * factor);
}
