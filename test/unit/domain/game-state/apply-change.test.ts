import { describe, expect, it } from 'vitest';
import { applyChange } from '../../../../src/domain/game-state/apply-change.ts';
import { emptyGameState, type GameState } from '../../../../src/domain/game-state/game-state.ts';
import { type StateChange } from '../../../../src/domain/game-state/state-change.ts';
import { deepFreeze } from '../../../../src/shared/deep-freeze.ts';

const at = { round: 4, language: 'en' } as const;

/** Applies all; the codes of the refusals come along. */
function play(changes: readonly StateChange[], from: GameState = emptyGameState) {
  let state = from;
  const refused: (string | null)[] = [];
  for (const change of changes) {
    const applied = applyChange(deepFreeze(state), change, at);
    state = applied.state;
    refused.push(applied.refusal?.code ?? null);
  }
  return { state, refused };
}

const add = (item: string, quantity = 1): StateChange => ({ type: 'add_item', item, quantity });
const remove = (item: string, quantity = 1): StateChange => ({ type: 'remove_item', item, quantity });
const start = (questId: string, stage = 'start'): StateChange => ({ type: 'start_quest', questId, stage });
const advance = (questId: string, stage: string): StateChange => ({ type: 'advance_quest', questId, stage });
const complete = (questId: string, outcome: 'success' | 'failure' = 'success'): StateChange => ({
  type: 'complete_quest',
  questId,
  outcome,
});

describe('items', () => {
  it('are added up and taken away, and leave when none is left', () => {
    expect(play([add('rope', 2), add('rope'), remove('rope')]).state.inventory).toEqual({ rope: 2 });
    expect(play([add('rope', 2), remove('rope', 2)]).state.inventory).toEqual({});
  });

  it('are not taken beyond the stock', () => {
    const { state, refused } = play([add('rope', 2), remove('rope', 3), remove('lamp')]);
    expect(refused).toEqual([null, 'not-enough', 'not-enough']);
    expect(state.inventory).toEqual({ rope: 2 });
  });

  it.each([
    ['一把铁剑', '铁剑'],
    ['铁剑', '一把铁剑'],
    ['Iron Sword', 'an iron sword'],
    ['potion', 'Potions'],
    ['ＡＢＣ', 'abc'],
    ['「夜灯」', '夜灯'],
  ])('%s and %s are one thing, under the name it had first', (first, second) => {
    expect(play([add(first), add(second, 2)]).state.inventory).toEqual({ [first]: 3 });
  });

  it('are the same again after they were gone', () => {
    expect(play([add('铁剑'), remove('一把铁剑'), add('一把铁剑')]).state.inventory).toEqual({ 铁剑: 1 });
  });

  it.each([
    ['铁剑', '铁剑鞘'],
    ['glass', 'glasses'],
    ['九节鞭', '鞭'],
    ['red key', 'blue key'],
  ])('%s and %s stay two things', (first, second) => {
    expect(Object.keys(play([add(first), add(second)]).state.inventory)).toHaveLength(2);
  });

  it('named like a property every object has are just items', () => {
    expect(play([add('toString'), add('toString'), remove('valueOf')])).toMatchObject({
      state: { inventory: { toString: 2 } },
      refused: [null, null, 'not-enough'],
    });
  });
});

describe('people', () => {
  it('are liked between -100 and 100', () => {
    const like = (delta: number): StateChange => ({ type: 'modify_relationship', npc: 'Mara', delta });
    expect(play([like(70), like(70)]).state.relationships).toEqual({ Mara: 100 });
    expect(play([like(-170)]).state.relationships).toEqual({ Mara: -100 });
  });

  it('keep their plural and their count: James is not Jame', () => {
    const { state } = play([
      { type: 'set_relationship', npc: 'James', value: 3 },
      { type: 'set_relationship', npc: 'Jame', value: 4 },
      { type: 'modify_relationship', npc: ' james', delta: 1 },
      { type: 'set_relationship', npc: '爱丽丝•李', value: 1 },
      { type: 'set_relationship', npc: '爱丽丝·李', value: 2 },
    ]);
    expect(state.relationships).toEqual({ James: 4, Jame: 4, '爱丽丝•李': 2 });
  });
});

describe('quests', () => {
  it('start, advance and end', () => {
    expect(play([start('ferry', '找船'), advance('ferry', '离岸'), complete('ferry')]).state.quests).toEqual({
      ferry: { status: 'completed', stage: '离岸', outcome: 'success' },
    });
    expect(play([start('ferry'), complete('ferry', 'failure')]).state.quests).toEqual({
      ferry: { status: 'failed', stage: 'start', outcome: 'failure' },
    });
  });

  it('are not started twice, nor again when they are over', () => {
    const over = play([start('ferry'), start('ferry', 'again'), complete('ferry', 'failure'), start('ferry')]);
    expect(over.refused).toEqual([null, 'quest-active', null, 'quest-over']);
    expect(over.state.quests).toEqual({ ferry: { status: 'failed', stage: 'start', outcome: 'failure' } });
  });

  it('that nobody started neither advance nor end', () => {
    const { state, refused } = play([advance('ferry', 'sail'), complete('ferry')]);
    expect(refused).toEqual(['quest-not-active', 'quest-not-active']);
    expect(state.quests).toEqual({});
  });

  it('that are only available can be started, but not advanced', () => {
    const from: GameState = { ...emptyGameState, quests: { ferry: { status: 'available', stage: '' } } };
    expect(play([advance('ferry', 'sail')], from).refused).toEqual(['quest-not-active']);
    expect(play([start('ferry', 'find')], from).state.quests).toEqual({ ferry: { status: 'active', stage: 'find' } });
  });

  it('are known by any spelling of their id', () => {
    expect(play([start('find_the_ferry'), advance('Find the Ferry', 'sail')]).state.quests).toEqual({
      find_the_ferry: { status: 'active', stage: 'sail' },
    });
  });
});

describe('the clock', () => {
  it.each([
    [59, { day: 1, hour: 0, minute: 59 }],
    [60, { day: 1, hour: 1, minute: 0 }],
    [1_439, { day: 1, hour: 23, minute: 59 }],
    [1_440, { day: 2, hour: 0, minute: 0 }],
    [20_175, { day: 15, hour: 0, minute: 15 }],
  ])('after %i minutes', (minutes, time) => {
    expect(play([{ type: 'pass_time', minutes }]).state.time).toEqual(time);
  });
});

describe('what is known', () => {
  it('grows with places, people, items and quests, each once', () => {
    const { known } = play([
      { type: 'move', location: 'pier' },
      { type: 'move', location: 'tower' },
      { type: 'move', location: 'The Pier' },
      add('rope'),
      remove('rope'),
      { type: 'set_relationship', npc: 'Mara', value: 1 },
      start('ferry'),
    ]).state;
    expect(known).toEqual({ locations: ['pier', 'tower'], npcs: ['Mara'], items: ['rope'], quests: ['ferry'] });
  });

  it('does not grow by what was refused', () => {
    expect(play([remove('rope'), advance('ferry', 'x')]).state.known).toEqual(emptyGameState.known);
  });
});

describe('the log', () => {
  it('records what was accepted and what was refused, with the reason in the language of the chat', () => {
    const { state } = play([add('rope'), remove('lamp'), start('ferry')]);
    expect(state.eventLog).toEqual([
      { time: emptyGameState.time, round: 4, type: 'add_item', params: { item: 'rope', quantity: 1 }, accepted: true },
      {
        time: emptyGameState.time,
        round: 4,
        type: 'remove_item',
        params: { item: 'lamp', quantity: 1 },
        accepted: false,
        reason: 'there are not enough: lamp 0 < 1',
      },
      {
        time: emptyGameState.time,
        round: 4,
        type: 'start_quest',
        params: { quest_id: 'ferry', stage: 'start' },
        accepted: true,
      },
    ]);
    expect(applyChange(emptyGameState, remove('灯'), { round: 1, language: 'zh' }).refusal?.reason).toBe(
      '数量不足：灯 0 < 1',
    );
  });

  it('keeps the newest two hundred', () => {
    const { state } = play(Array.from({ length: 250 }, (_, i) => add(`thing ${i}`)));
    expect(state.eventLog).toHaveLength(200);
    expect(state.eventLog[0]?.params).toEqual({ item: 'thing 50', quantity: 1 });
  });
});

describe('a change from a damaged or hostile file', () => {
  it.each([
    [add('rope', -5), 'not-positive'],
    [add('rope', Number.NaN), 'not-a-number'],
    [add('rope', 0.5), 'not-whole'],
    [add('__proto__'), 'name-forbidden'],
    [add(' '), 'name-missing'],
    [{ type: 'set_relationship', npc: 'Mara', value: 500 }, 'out-of-range'],
    [{ type: 'modify_relationship', npc: 'Mara', delta: Number.NaN }, 'not-a-number'],
    [{ type: 'set_flag', flag: 'constructor', value: 1 }, 'name-forbidden'],
    [{ type: 'pass_time', minutes: -1 }, 'not-positive'],
  ] as [StateChange, string][])('%j is refused and leaves only its record', (change, code) => {
    const { state, refused } = play([change]);
    expect(refused).toEqual([code]);
    expect({ ...state, eventLog: [] }).toEqual(emptyGameState);
    expect(({} as Record<string, unknown>)['quantity']).toBeUndefined();
  });
});
