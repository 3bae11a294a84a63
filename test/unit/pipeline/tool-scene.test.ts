/** What tools see of the rounds before: what the player sees, nothing that was hidden. */
import { describe, expect, it } from 'vitest';
import { emptyGameState } from '../../../src/domain/game-state/game-state.ts';
import { type Round } from '../../../src/domain/history/rounds.ts';
import { type HistoryMessage } from '../../../src/domain/run/turn-request.ts';
import { type World } from '../../../src/domain/world.ts';
import { toolMaterial } from '../../../src/pipeline/tool-scene.ts';

const message = (role: HistoryMessage['role'], text: string, hidden = false): HistoryMessage => ({
  chatIndex: 0,
  role,
  name: 'x',
  text,
  hidden,
});
const round = (number: number, messages: readonly HistoryMessage[]): Round => ({
  row: { pageId: `page${number}` } as Round['row'],
  round: number,
  messages,
});

const world: World = { game: emptyGameState, summaries: [], variables: {}, mvu: null, locks: [] };

function materialOf(rounds: readonly Round[]) {
  const material = { entries: [], userName: 'Ren', persona: { description: '' }, input: 'I listen.' };
  const facts = { material, language: 'en', expand: (text: string) => text };
  return toolMaterial(facts as unknown as Parameters<typeof toolMaterial>[0], {
    rounds,
    world,
    stateText: '',
  });
}

describe('what tools see of the rounds before', () => {
  it('holds no hidden message, and no round of which nothing is left', () => {
    const { turns, narrative } = materialOf([
      round(1, [message('user', 'I knock.'), message('assistant', 'Nobody opens.')]),
      round(2, [message('user', 'I whisper.', true), message('user', 'I wait.'), message('assistant', 'Fog.', true)]),
      round(3, [message('user', 'I curse.', true), message('assistant', 'Rain.', true)]),
    ]);
    expect(turns).toEqual([
      { round: 1, input: 'I knock.', reply: 'Nobody opens.' },
      { round: 2, input: 'I wait.', reply: '' },
    ]);
    expect(narrative).toBe('Nobody opens.');
  });
});
