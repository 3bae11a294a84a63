/** Tells what the analysis of a round said from what tools, variables, scripts and the player did. */
import { type Effect } from './effect.ts';

/** Made anew with each analysis of the round; everything else on a page stays. */
export function isByAnalysis(effect: Effect): boolean {
  if (effect.kind === 'state') return effect.source === undefined || effect.source === 'analysis';
  return effect.kind === 'summary' || effect.kind === 'opening';
}
