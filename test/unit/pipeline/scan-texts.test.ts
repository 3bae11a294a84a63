import { describe, expect, it } from 'vitest';
import { emptyGameState } from '../../../src/domain/game-state/game-state.ts';
import { renderState } from '../../../src/domain/game-state/render-state.ts';
import { type HistoryMessage } from '../../../src/domain/run/turn-request.ts';
import { type World } from '../../../src/domain/world.ts';
import { makeKeyScanner } from '../../../src/domain/worldbook/match-keys.ts';
import { scanTexts } from '../../../src/pipeline/scan-texts.ts';
import { anEntry } from '../domain/worldbook/an-entry.ts';

const empty: World = { game: emptyGameState, summaries: [], variables: {}, mvu: null, locks: [] };
const said = (role: HistoryMessage['role'], text: string, hidden = false): HistoryMessage => ({
  chatIndex: 0,
  role,
  name: role,
  text,
  hidden,
});
const rounds = [
  { messages: [said('user', 'I ring.'), said('narrator', 'Fog falls.'), said('assistant', '钟响了。')] },
  { messages: [said('system', 'note'), said('user', 'secret', true), said('assistant', 'Silence.')] },
];
const scan = (keys: readonly string[], world: World, language: 'zh' | 'en') => {
  const scanner = makeKeyScanner(keys.map((key, i) => anEntry({ uid: String(i), keys: [key] })));
  const stateText = world.mvu ? 'trust: ferryman' : renderState(world.game, language);
  return scanner.scan(scanTexts({ input: 'on', rounds, world, stateText })).map(({ key }) => key);
};

describe('what our own key scan reads', () => {
  it.each(['zh', 'en'] as const)('holds none of our own words (%s)', (language) => {
    const world: World = {
      ...empty,
      game: {
        ...emptyGameState,
        inventory: { oil: 2 },
        quests: { ferry: { status: 'active', stage: 'find it' } },
        flags: { gate: true },
      },
    };
    const labels = ['AI', 'User', 'Round', 'Narrator', '用户', '旁白', '轮1', 'Time', 'day', 'Place', 'Start', 'Items'];
    const more = [
      'Relations',
      'Quests',
      'Flags',
      'none',
      '时间',
      '第1天',
      '地点',
      '起点',
      '物品',
      'NPC',
      '关系',
      '任务',
    ];
    expect(scan([...labels, ...more, '标记', '无', 'active', 'true', 'x2'], world, language)).toEqual([]);
  });

  it('holds what was said and seen, and nothing hidden', () => {
    expect(scan(['ring', 'Fog', '钟', 'Silence', 'secret', 'note'], empty, 'en')).toEqual([
      'ring',
      'Fog',
      '钟',
      'Silence',
    ]);
  });

  it('holds the names and words of the state', () => {
    const world: World = {
      ...empty,
      game: {
        ...emptyGameState,
        location: 'Pier',
        inventory: { lantern: 1 },
        relationships: { Wren: 4 },
        quests: { ferry: { status: 'active', stage: 'find the boat' } },
        flags: { gate: 'rusty', crew: { mate: ['Odo'] }, wet: true },
      },
    };
    const names = ['Pier', 'lantern', 'Wren', 'ferry', 'boat', 'gate', 'rusty', 'mate', 'Odo', 'wet'];
    expect(scan(names, world, 'en')).toEqual(names);
  });

  it('holds the variables of a card as they are written', () => {
    expect(scan(['ferryman', 'trust'], { ...empty, mvu: {} }, 'en')).toEqual(['ferryman', 'trust']);
  });
});
