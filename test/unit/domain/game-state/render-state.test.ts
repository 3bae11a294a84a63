import { describe, expect, it } from 'vitest';
import { emptyGameState, type GameState } from '../../../../src/domain/game-state/game-state.ts';
import { renderState } from '../../../../src/domain/game-state/render-state.ts';

const state: GameState = {
  ...emptyGameState,
  time: { day: 3, hour: 8, minute: 5 },
  location: '旧码头',
  inventory: { 银币: 12, 铁剑: 1 },
  relationships: { 艾琳: -10 },
  quests: { 渡船: { status: 'active', stage: '找船' } },
  flags: { 闸门: true, 船: { 耐久: 40, 船员: ['艾琳'] } },
};

describe('renderState', () => {
  it('has six lines, with words for nothing', () => {
    expect(renderState(emptyGameState, 'zh')).toBe(
      '时间：第1天 00:00\n地点：起点\n物品：无\nNPC关系：无\n任务：无\n标记：无',
    );
    expect(renderState(emptyGameState, 'en')).toBe(
      'Time: day 1 00:00\nPlace: Start\nItems: none\nRelations: none\nQuests: none\nFlags: none',
    );
  });

  it('shows counts, relations, quests with status and stage, and objects so that they can be read', () => {
    expect(renderState(state, 'zh')).toBe(
      [
        '时间：第3天 08:05',
        '地点：旧码头',
        '物品：银币x12、铁剑x1',
        'NPC关系：艾琳: -10',
        '任务：渡船(active@找船)',
        '标记：闸门=true、船={"耐久":40,"船员":["艾琳"]}',
      ].join('\n'),
    );
  });

  it('stays six lines whatever a flag holds', () => {
    const flags = { note: 'one\ntwo\nthree', long: 'x'.repeat(2_000) };
    const text = renderState({ ...state, flags }, 'en');
    expect(text.split('\n')).toHaveLength(6);
    expect(text.length).toBeLessThan(700);
  });
});
