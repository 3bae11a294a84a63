import { describe, expect, it } from 'vitest';
import { readPlan } from '../../../src/agents/planning/answer.ts';
import { renderGuide } from '../../../src/agents/planning/render-guide.ts';

const plan = (value: unknown) => {
  const read = readPlan(typeof value === 'string' ? value : JSON.stringify(value));
  if (!read.ok) throw read.error;
  return read.value;
};

describe('readPlan', () => {
  it('reads the documented plan', () => {
    const read = plan({
      intent: 'cross at ebb',
      tool_calls: [
        {
          tool: 'roll_dice',
          params: { mode: 'normal', expr: '2d6+1', dc: 8 },
          success_branch: 's',
          failure_branch: 'f',
          reason: 'r',
        },
      ],
      text_recall: [2, 5],
      narrative_direction: 'out on the water',
      scene_setting: 'dusk',
      key_points: ['fog', 'bell'],
      tone: 'calm',
      pacing: '慢',
      continuity_notes: ['Wren owes a coin (round 2)'],
    });
    expect(read).toEqual({
      intent: 'cross at ebb',
      toolCalls: [
        {
          tool: 'roll_dice',
          params: { mode: 'normal', expr: '2d6+1', dc: 8 },
          successBranch: 's',
          failureBranch: 'f',
          reason: 'r',
        },
      ],
      textRecall: [2, 5],
      narrativeDirection: 'out on the water',
      sceneSetting: 'dusk',
      keyPoints: ['fog', 'bell'],
      tone: 'calm',
      pacing: 'slow',
      continuityNotes: ['Wren owes a coin (round 2)'],
    });
  });
  it.each([
    ['branches among the parameters', { tool: 'x', params: { dc: 1, success_branch: 's', failure_branch: 'f' } }],
    ['name and arguments', { name: 'x', arguments: { dc: 1 }, success_branch: 's', failure_branch: 'f' }],
    ['args as text', { tool: 'x', args: '{"dc":1}', success_branch: 's', failure_branch: 'f' }],
    ['a function object', { function: { name: 'x', parameters: { dc: 1 } }, success_branch: 's', failure_branch: 'f' }],
    ['the name under function', { function: 'x', params: { dc: 1 }, success_branch: 's', failure_branch: 'f' }],
  ])('reads a call with %s', (_, call) => {
    expect(plan({ key_points: ['p'], tool_calls: [call] }).toolCalls).toEqual([
      { tool: 'x', params: { dc: 1 }, successBranch: 's', failureBranch: 'f', reason: '' },
    ]);
  });
  it('takes a single call for a list of one, and leaves out what names no tool', () => {
    expect(plan({ key_points: ['p'], tool_calls: { tool: 'x' } }).toolCalls).toHaveLength(1);
    expect(plan({ key_points: ['p'], tool_calls: ['x', { params: {} }, null, 3] }).toolCalls).toEqual([]);
  });
  it.each([
    [
      ['3', 4, 2.5, '第5轮'],
      [3, 4, 5],
    ],
    [
      [-1, 1e9, 0],
      [1e9, 0],
    ],
    [
      [1, 1, 2, 3, 4],
      [1, 2, 3],
    ],
    ['2', [2]],
    [null, []],
  ])('reads the rounds %j as %j', (given, expected) => {
    expect(plan({ key_points: ['p'], text_recall: given }).textRecall).toEqual(expected);
  });
  it.each([
    ['快', 'fast'],
    ['very quick', 'fast'],
    ['缓慢', 'slow'],
    ['medium', 'medium'],
    ['unheard', 'medium'],
    [undefined, 'medium'],
  ])('reads the pacing %s as %s', (given, expected) => {
    expect(plan({ key_points: ['p'], pacing: given }).pacing).toBe(expected);
  });
  it('looks past thinking, fences and notes', () => {
    const text = '<think>{"draft": 1}</think>Sure!\n```json\n{"narrative_direction": "out",}\n``` note {1}';
    expect(plan(text).narrativeDirection).toBe('out');
  });
  it.each([
    ['an empty answer', '', 'model.empty'],
    ['a refusal', "I'm sorry, I can't help with that.", 'model.refused'],
    ['prose', 'The ferry leaves.', 'answer.not-json'],
    ['another object', '{"weather": "fog", "wind": 3}', 'answer.invalid'],
    ['a plan that says nothing', '{"tone": "calm", "tool_calls": []}', 'answer.invalid'],
  ])('refuses %s', (_, text, code) => {
    const read = readPlan(text);
    expect(read.ok ? null : read.error.code).toBe(code);
  });
  it('reads a plan without any JSON, its calls included', () => {
    const read = plan(
      '**意图**：渡河\n**工具调用**：\n- tool: roll_dice\n  params:\n    expr: 1d20\n  reason: 水急\n**原文回忆**：2、5\n**要点**：\n- 艾琳：要回那枚银币\n- 雾\n**节奏**：慢',
    );
    expect(read).toMatchObject({
      intent: '渡河',
      textRecall: [2, 5],
      keyPoints: ['艾琳：要回那枚银币', '雾'],
      pacing: 'slow',
    });
    expect(read.toolCalls).toEqual([
      { tool: 'roll_dice', params: { expr: '1d20' }, successBranch: '', failureBranch: '', reason: '水急' },
    ]);
  });
  it('never takes a parameter name that reaches a prototype', () => {
    const read = plan('{"key_points":["p"],"tool_calls":[{"tool":"x","params":{"__proto__":{"a":1},"b":2}}]}');
    expect(Object.keys(read.toolCalls[0]!.params)).toEqual(['b']);
  });
});

describe('renderGuide', () => {
  const full = plan({
    narrative_direction: 'd',
    scene_setting: 's',
    key_points: ['a', 'b'],
    tone: 't',
    pacing: 'fast',
    continuity_notes: ['c'],
  });
  it('writes five labelled lines in each language', () => {
    expect(renderGuide(full, 'zh')).toBe('叙事方向：d\n场景设置：s\n要点：a；b\n基调：t，节奏：快\n延续细节：c');
    expect(renderGuide(full, 'en')).toBe('Direction: d\nScene: s\nPoints: a; b\nTone: t, pacing: fast\nContinuity: c');
  });
  it('says something where the plan is silent', () => {
    const guide = renderGuide(plan({ key_points: ['a'] }), 'zh');
    expect(guide.split('\n').every((line) => /：./.test(line))).toBe(true);
  });
});
