/** Wires how effects become a world: the game state's rules and the MVU engine, one ledger for fold and preview. */
import { makeApplyChange } from '../domain/game-state/apply-change.ts';
import { emptyGameState } from '../domain/game-state/game-state.ts';
import { renderState } from '../domain/game-state/render-state.ts';
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type FoldPoint } from '../domain/timeline/fold.ts';
import { type World } from '../domain/world.ts';
import { makeWorldLedger } from '../pipeline/world-ledger.ts';
import { type Base } from './base.ts';

export interface Worlds {
  ledger(language: () => StoryLanguage): ReturnType<typeof makeWorldLedger>;
  /** The state as agents and tools read it: the card's variables where it has some. */
  stateText(world: World, language: StoryLanguage): string;
  /** The world with a page's effects on top; nothing is stored. */
  preview(world: World, effects: readonly Effect[], at: FoldPoint): World;
}

export async function wireWorlds(base: Base): Promise<Worlds> {
  // The patch engine is a chunk of its own: the main chunk stays small.
  const [{ applyMvuInLedger }, { renderTree }] = await Promise.all([
    import('../mvu/ledger-mvu.ts'),
    import('../mvu/render-tree.ts'),
  ]);
  const ledger = (language: () => StoryLanguage) =>
    makeWorldLedger({ empty: emptyGameState, applyChange: makeApplyChange(), applyMvu: applyMvuInLedger, language });
  return {
    ledger,
    stateText: (world, language) => (world.mvu ? renderTree(world.mvu, language) : renderState(world.game, language)),
    preview(world, effects, at) {
      const own = ledger(() => base.peek()?.language ?? base.host.language());
      const copy = own.clone(world);
      for (const effect of effects) own.apply(copy, effect, at);
      return copy;
    },
  };
}
