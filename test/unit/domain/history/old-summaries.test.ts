/** Old chats carry their summaries inside the messages. */
import { describe, expect, it } from 'vitest';
import { emptyGameState } from '../../../../src/domain/game-state/game-state.ts';
import { withOldSummaries } from '../../../../src/domain/history/old-summaries.ts';
import { type Round } from '../../../../src/domain/history/rounds.ts';
import { type FloorId } from '../../../../src/domain/ids.ts';
import { type World } from '../../../../src/domain/world.ts';

const world = (...rounds: number[]): World => ({
  game: emptyGameState,
  variables: {},
  mvu: null,
  locks: [],
  summaries: rounds.map((round) => ({ floorId: `f${round}` as FloorId, round, text: `committed ${round}` })),
});
const round = (n: number, ...replies: string[]): Round =>
  ({
    row: { floorId: `f${n}` },
    round: n,
    messages: replies.map((text) => ({ role: 'assistant', text, chatIndex: n, name: 'Wren', hidden: false })),
  }) as unknown as Round;

describe('summaries inside old messages', () => {
  it('count where nothing was committed, in the order of the rounds', () => {
    const rounds = [
      round(1, '<context>\nFog.\n</context>\n<summary>\n[第1轮] 用户意图：问路 | 叙事要点：雾起了。\n</summary>'),
      round(2, 'Rain. <summary>[Round 2] It rained.</summary>'),
      round(3, 'Plain.'),
      round(4, 'Sun.\n<summary>\n[第4轮] inline\n</summary>'),
    ];
    expect(withOldSummaries(world(4), rounds).summaries.map(({ round: n, text }) => [n, text])).toEqual([
      [1, '用户意图：问路 | 叙事要点：雾起了。'],
      [2, 'It rained.'],
      [4, 'committed 4'],
    ]);
  });

  it('leave a world alone when there are none', () => {
    const now = world(1);
    expect(withOldSummaries(now, [round(1, 'a'), round(2, 'b')])).toBe(now);
  });
});
