/** A world ledger whose game knows coins and other goods only; enough to see what counts. */
import { emptyGameState, type GameState } from '../../src/domain/game-state/game-state.ts';
import { type StoryLanguage } from '../../src/domain/run/turn-request.ts';
import { type Ledger } from '../../src/domain/timeline/fold.ts';
import { type World } from '../../src/domain/world.ts';
import { applyMvuInLedger } from '../../src/mvu/ledger-mvu.ts';
import { type ApplyChange, makeWorldLedger } from '../../src/pipeline/world-ledger.ts';

const applyChange: ApplyChange = (state, change) => {
  const done = (next: Partial<GameState>): ReturnType<ApplyChange> => ({ state: { ...state, ...next }, refusal: null });
  const refused = (code: string): ReturnType<ApplyChange> => ({ state, refusal: { code, reason: code } });
  switch (change.type) {
    case 'move':
      return done({ location: change.location });
    case 'add_item':
    case 'remove_item': {
      const by = change.type === 'add_item' ? change.quantity : -change.quantity;
      const quantity = (state.inventory[change.item] ?? 0) + by;
      if (quantity < 0) return refused('not-enough');
      const { [change.item]: _old, ...rest } = state.inventory;
      return done({ inventory: quantity === 0 ? rest : { ...rest, [change.item]: quantity } });
    }
    case 'set_flag':
      return done({ flags: { ...state.flags, [change.flag]: change.value } });
    default:
      return refused('not-in-this-test');
  }
};

export const testLedger = (language: () => StoryLanguage = () => 'en'): Ledger<World> =>
  makeWorldLedger({
    empty: emptyGameState,
    applyChange,
    applyMvu: applyMvuInLedger,
    language,
  });
