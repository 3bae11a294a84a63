/** Makes a prompt fit: never cuts what must stay, then cuts by priority, piece by piece, and records every cut. */
import { NarrativeError } from '../errors.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { layOut } from './prompt-layout.ts';
import { shortenMiddle } from './shorten-middle.ts';
import { joinPieces, renderLayout, renderRole } from './render-prompt.ts';
import { type CutRecord, type PromptLayout, type RenderedPrompt, type Segment } from './segment.ts';

/** What a chat format adds to each message, and once to the whole prompt. */
const TOKENS_PER_MESSAGE = 4;
/** Tokens; a shorter text goes whole. */
const WORTH_A_PART = 200;
/** Tokens; a shorter beginning is not worth its place. */
const SHORTEST_PART = 60;

export interface Budget {
  /** Tokens the rendered prompt may have; the caller takes off what images need. */
  readonly limit: number;
  /** Tokens of a text; should rather say too many than too few. */
  readonly count: (text: string) => number;
  /** `classic` unless said otherwise. */
  readonly layout?: PromptLayout;
  /** ST's own content parts of the input, handed on untouched and not counted. */
  readonly inputParts?: readonly unknown[];
}

/**
 * Segments of priority 0 (instructions, user_input, task) stay whole; of the others the highest priority goes first,
 * and among equals the later one. A segment with pieces loses them from the front; a long one without keeps as much of
 * its beginning as there is room for. Last of all the longest text with a `middleMark` loses its middle.
 * @returns the prompt, at most `limit` tokens by `count`; `model.overflow` when what must stay is too long already
 */
export function fitBudget(given: readonly Segment[], budget: Budget): Result<RenderedPrompt, NarrativeError> {
  const { layout = 'classic' } = budget;
  const segments = layOut(given, layout);
  const kept: (Segment | null)[] = segments.map((segment) => (segment.text.trim() === '' ? null : segment));
  const cut: CutRecord[] = [];
  const shortenedAt = new Set<number>();
  const queue = cutOrder(segments);
  let tokens = countAll(kept, budget.count, layout);
  /** Runs ahead of the exact count, which is taken only when this says it may be enough. */
  let guess = tokens;
  while (tokens > budget.limit) {
    const next = queue.shift();
    if (!next) {
      tokens = shortenKept(kept, cut, budget);
      if (tokens > budget.limit) return err(overflow(tokens, budget.limit));
      break;
    }
    const segment = kept[next.index];
    if (!segment) continue;
    const lost = removeNext(segment);
    kept[next.index] = lost.rest;
    if (lost.rest?.pieces?.length) queue.unshift(next);
    let size = budget.count(lost.text);
    if (lost.rest === null && size > WORTH_A_PART && !shortenedAt.has(next.index)) {
      const room = budget.limit - countAll(kept, budget.count, layout) - TOKENS_PER_MESSAGE;
      const part = beginningOf(segment, room, budget.count);
      kept[next.index] = part;
      shortenedAt.add(next.index);
      if (part) {
        size -= budget.count(part.text);
        queue.unshift(next);
      }
    }
    cut.push({ key: segment.key, source: lost.source, tokens: Math.max(1, size), reason: 'budget_exceeded' });
    guess -= size;
    if (guess <= budget.limit || queue.length === 0) {
      tokens = countAll(kept, budget.count, layout);
      guess = tokens;
    }
  }
  const rest = kept.filter((segment) => segment !== null);
  return ok({ messages: renderLayout(rest, layout, budget.inputParts), segments: rest, tokens, cut, layout });
}

/** Changes both lists. @returns the tokens of what is left */
function shortenKept(kept: (Segment | null)[], cut: CutRecord[], { limit, count, layout = 'classic' }: Budget): number {
  const longestFirst = kept
    .flatMap((segment, index) =>
      segment?.middleMark === undefined ? [] : [{ segment, index, mark: segment.middleMark }],
    )
    .sort((a, b) => b.segment.text.length - a.segment.text.length);
  let tokens = countAll(kept, count, layout);
  for (const { segment, index, mark } of longestFirst) {
    if (tokens <= limit) break;
    const { pieces: _, turns: __, ...whole } = segment;
    const text = shortenMiddle(segment.text, mark, (shorter) => {
      kept[index] = { ...whole, text: shorter };
      return countAll(kept, count, layout) <= limit;
    });
    kept[index] = text === segment.text ? segment : { ...whole, text };
    tokens = countAll(kept, count, layout);
    if (text === segment.text) continue;
    const lost = Math.max(1, count(segment.text) - count(text));
    cut.push({ key: segment.key, source: segment.source, tokens: lost, reason: 'budget_exceeded' });
  }
  return tokens;
}

function cutOrder(segments: readonly Segment[]): { index: number; priority: number }[] {
  return segments
    .map((segment, index) => ({ index, priority: segment.priority }))
    .filter(({ priority }) => priority > 0)
    .sort((a, b) => b.priority - a.priority || b.index - a.index);
}

function removeNext(segment: Segment): { rest: Segment | null; text: string; source: string } {
  const [first, ...others] = segment.pieces ?? [];
  if (first === undefined) return { rest: null, text: segment.text, source: segment.source };
  const rest = others.length === 0 ? null : { ...segment, pieces: others, text: joinPieces(segment, others) };
  return { rest, text: first.text, source: first.source };
}

/** The longest beginning, in whole lines or sentences, that fits; null when it would say next to nothing. */
function beginningOf(segment: Segment, room: number, count: Budget['count']): Segment | null {
  if (room < SHORTEST_PART) return null;
  const parts = segment.text.split(/(?<=[\n.!?。！？])/);
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(shortened(parts, middle)) <= room) low = middle;
    else high = middle - 1;
  }
  const text = shortened(parts, low);
  const { pieces: _, turns: __, ...rest } = segment;
  return low === 0 || count(text) < SHORTEST_PART ? null : { ...rest, text };
}

const shortened = (parts: readonly string[], length: number): string =>
  `${parts.slice(0, length).join('').trimEnd()} …`;

function countAll(
  segments: readonly (Segment | null)[],
  count: (text: string) => number,
  layout: PromptLayout,
): number {
  const present = segments.filter((segment) => segment !== null);
  const texts = [renderRole(present, 'system'), renderRole(present, 'user')].filter((text) => text !== '');
  const more = layout === 'cache' ? messagesOfRounds(present) * TOKENS_PER_MESSAGE : 0;
  return texts.reduce((sum, text) => sum + count(text) + TOKENS_PER_MESSAGE, TOKENS_PER_MESSAGE + more);
}

/** At least two for each round: rather too many than too few. */
function messagesOfRounds(segments: readonly Segment[]): number {
  const rounds = segments.filter(({ key }) => key === 'recent_turns').flatMap((segment) => segment.pieces ?? [segment]);
  return rounds.reduce((sum, { turns = [] }) => sum + Math.max(2, turns.length), 0);
}

function overflow(needed: number, limit: number): NarrativeError {
  return new NarrativeError('model.overflow', {
    message: `What must stay in the prompt takes ${needed} tokens, the limit is ${limit}.`,
    details: { needed, limit },
  });
}
