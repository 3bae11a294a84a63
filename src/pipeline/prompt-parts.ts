/** The record of what one call of a turn was made of. */
import { type Segment } from '../domain/prompt/segment.ts';
import { sentParts, type SentPart } from '../domain/prompt/sent-parts.ts';
import { whyBySource } from '../domain/worldbook/lore-record.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type GatheredState } from './turn-state.ts';

export function partsOf(
  { tokens }: Pick<TurnDeps, 'tokens'>,
  { sources }: Pick<GatheredState, 'sources'>,
  segments: readonly Segment[],
): SentPart[] {
  return sentParts(segments, (text) => tokens.estimate(text), whyBySource(sources.lore));
}
