import { describe, expect, it } from 'vitest';
import { normaliseChange } from '../../../../src/domain/game-state/normalise-change.ts';
import { type JsonValue } from '../../../../src/shared/json-value.ts';

const read = (proposal: JsonValue): unknown => {
  const result = normaliseChange(proposal, 'en');
  return result.ok ? result.value : result.error.code;
};
const event = (type: string, params: JsonValue): JsonValue => ({ type, params });

describe('normaliseChange takes each of the ten changes', () => {
  it.each([
    [event('move', { location: ' 旧码头 ' }), { type: 'move', location: '旧码头' }],
    [event('add_item', { item: '银币', quantity: 3 }), { type: 'add_item', item: '银币', quantity: 3 }],
    [event('add_item', { item: '银币' }), { type: 'add_item', item: '银币', quantity: 1 }],
    [event('remove_item', { item: 'rope', quantity: 2 }), { type: 'remove_item', item: 'rope', quantity: 2 }],
    [event('set_relationship', { npc: 'Mara', value: -100 }), { type: 'set_relationship', npc: 'Mara', value: -100 }],
    [event('modify_relationship', { npc: 'Mara', delta: -7 }), { type: 'modify_relationship', npc: 'Mara', delta: -7 }],
    [event('start_quest', { quest_id: 'ferry' }), { type: 'start_quest', questId: 'ferry', stage: 'start' }],
    [
      event('start_quest', { quest_id: 'ferry', stage: '找船' }),
      { type: 'start_quest', questId: 'ferry', stage: '找船' },
    ],
    [
      event('advance_quest', { quest_id: 'ferry', stage: 'sail' }),
      { type: 'advance_quest', questId: 'ferry', stage: 'sail' },
    ],
    [event('complete_quest', { quest_id: 'ferry' }), { type: 'complete_quest', questId: 'ferry', outcome: 'success' }],
    [
      event('complete_quest', { quest_id: 'ferry', outcome: '失败' }),
      { type: 'complete_quest', questId: 'ferry', outcome: 'failure' },
    ],
    [
      event('set_flag', { flag: 'gate', value: { open: true } }),
      { type: 'set_flag', flag: 'gate', value: { open: true } },
    ],
    [event('set_flag', { flag: 'gate', value: false }), { type: 'set_flag', flag: 'gate', value: false }],
    [event('set_flag', { flag: 'owner', value: null }), { type: 'set_flag', flag: 'owner', value: null }],
    [event('pass_time', { amount: 30, unit: 'minutes' }), { type: 'pass_time', minutes: 30 }],
  ])('%j', (proposal, change) => expect(read(proposal)).toEqual(change));
});

describe('normaliseChange reads other spellings', () => {
  it.each([
    [
      'flat parameters',
      { type: 'add_item', item: 'rope', quantity: 2 },
      { type: 'add_item', item: 'rope', quantity: 2 },
    ],
    [
      'a flat parameter beside a wrapping',
      { type: 'add_item', quantity: 4, params: { item: 'rope' } },
      { type: 'add_item', item: 'rope', quantity: 4 },
    ],
    ['another wrapping', { type: 'move', arguments: { location: 'pier' } }, { type: 'move', location: 'pier' }],
    ['camel case', { type: 'AddItem', params: { itemName: 'rope' } }, { type: 'add_item', item: 'rope', quantity: 1 }],
    ['a hyphen', { type: 'pass-time', params: { minutes: 5 } }, { type: 'pass_time', minutes: 5 }],
    [
      'Chinese keys',
      { 类型: 'add_item', 参数: { 物品: '银币', 数量: 3 } },
      { type: 'add_item', item: '银币', quantity: 3 },
    ],
    [
      'a number in a string',
      event('add_item', { item: 'rope', quantity: '3' }),
      { type: 'add_item', item: 'rope', quantity: 3 },
    ],
    [
      'a full-width number',
      event('add_item', { item: '银币', quantity: '３' }),
      { type: 'add_item', item: '银币', quantity: 3 },
    ],
    [
      'a Chinese numeral',
      event('add_item', { item: '银币', quantity: '十二' }),
      { type: 'add_item', item: '银币', quantity: 12 },
    ],
    [
      'a signed string',
      event('modify_relationship', { npc: 'Mara', delta: '+5' }),
      { type: 'modify_relationship', npc: 'Mara', delta: 5 },
    ],
    [
      'delta under `change`',
      event('modify_relationship', { npc: 'Mara', change: -3 }),
      { type: 'modify_relationship', npc: 'Mara', delta: -3 },
    ],
    ['a count in the name', event('add_item', { item: '三瓶药水' }), { type: 'add_item', item: '药水', quantity: 3 }],
    [
      'a count in the name and the default of one',
      event('add_item', { item: '三瓶药水', quantity: 1 }),
      { type: 'add_item', item: '药水', quantity: 3 },
    ],
    [
      'a count behind the name',
      event('remove_item', { item: 'torch x2' }),
      { type: 'remove_item', item: 'torch', quantity: 2 },
    ],
    [
      'an English count',
      event('add_item', { item: 'two bottles of oil' }),
      { type: 'add_item', item: 'oil', quantity: 2 },
    ],
    [
      'line breaks in a name',
      event('move', { location: 'the\n old  pier' }),
      { type: 'move', location: 'the old pier' },
    ],
  ] as [string, JsonValue, unknown][])('%s', (_, proposal, change) => expect(read(proposal)).toEqual(change));

  it.each([
    [{ minutes: 45 }, 45],
    [{ minutes: '45' }, 45],
    [{ duration: 90 }, 90],
    [{ hours: 2 }, 120],
    [{ hour: 1 }, 60],
    [{ hours: 1.5 }, 90],
    [{ hours: 1, minutes: 20 }, 80],
    [{ days: 2 }, 2_880],
    [{ weeks: 1 }, 10_080],
    [{ amount: 1, unit: 'hour' }, 60],
    [{ amount: 3, unit: 'hrs' }, 180],
    [{ amount: 2, unit: 'weeks' }, 20_160],
    [{ amount: 1, unit: 'week' }, 10_080],
    [{ amount: '2', unit: ' Days ' }, 2_880],
    [{ amount: 20 }, 20],
    [{ amount: 2, unit: '小时' }, 120],
    [{ amount: '两', unit: '个时辰' }, 240],
    [{ amount: 3, 单位: '天' }, 4_320],
    [{ amount: '30分钟' }, 30],
    [{ duration: '2 hours' }, 120],
    [{ duration: '半小时' }, 30],
    [{ amount: '一刻钟' }, 15],
    [{ amount: 1 / 3, unit: 'hour' }, 20],
  ] as [JsonValue, number][])('pass_time %j is %i minutes', (params, minutes) => {
    expect(read(event('pass_time', params))).toEqual({ type: 'pass_time', minutes });
  });
});

describe('normaliseChange refuses what the permissive reading let through', () => {
  it.each([
    ['a string', 'move', 'not-an-object'],
    ['a list', [], 'not-an-object'],
    ['nothing', null, 'not-an-object'],
    ['no type', { params: { location: 'pier' } }, 'unknown-type'],
    ['an unknown type', event('teleport', {}), 'unknown-type'],
    ['a name every object has', event('constructor', {}), 'unknown-type'],
    ['another name every object has', event('toString', {}), 'unknown-type'],
    ['a blank place', event('move', { location: ' 　' }), 'name-missing'],
    ['no place', event('move', {}), 'name-missing'],
    ['only dots for a name', event('add_item', { item: '……' }), 'name-missing'],
    ['a blank person', event('set_relationship', { npc: ' ', value: 3 }), 'name-missing'],
    ['an object for a name', event('move', { location: { name: 'pier' } }), 'name-missing'],
    ['a name of a novel', event('move', { location: 'x'.repeat(121) }), 'name-too-long'],
    ['__proto__', event('add_item', { item: '__proto__', quantity: 1 }), 'name-forbidden'],
    ['constructor as a flag', event('set_flag', { flag: 'constructor', value: 1 }), 'name-forbidden'],
    ['a control character', event('move', { location: 'a\u0000b' }), 'name-forbidden'],
    ['a placeholder of the schema', event('add_item', { item: 'string' }), 'placeholder'],
    ['a placeholder in brackets', event('move', { location: '<location>' }), 'placeholder'],
    ['none of an item', event('add_item', { item: 'rope', quantity: 0 }), 'not-positive'],
    ['less than none', event('add_item', { item: 'rope', quantity: -5 }), 'not-positive'],
    ['removing none', event('remove_item', { item: 'rope', quantity: 0 }), 'not-positive'],
    ['one and a half', event('add_item', { item: 'rope', quantity: 1.5 }), 'not-whole'],
    ['more than anything', event('add_item', { item: 'rope', quantity: 1e12 }), 'too-large'],
    ['a word for a number', event('add_item', { item: 'rope', quantity: 'many' }), 'not-a-number'],
    ['a number with a tail', event('add_item', { item: 'rope', quantity: '3abc' }), 'not-a-number'],
    ['true for a number', event('add_item', { item: 'rope', quantity: true }), 'not-a-number'],
    ['NaN in a string', event('set_relationship', { npc: 'Mara', value: 'NaN' }), 'not-a-number'],
    ['NaN itself', event('set_relationship', { npc: 'Mara', value: Number.NaN }), 'not-a-number'],
    ['Infinity', event('modify_relationship', { npc: 'Mara', delta: Number.POSITIVE_INFINITY }), 'not-a-number'],
    ['no value', event('set_relationship', { npc: 'Mara' }), 'number-missing'],
    ['a fraction of a relationship', event('set_relationship', { npc: 'Mara', value: 2.5 }), 'not-whole'],
    ['beyond a hundred', event('set_relationship', { npc: 'Mara', value: 101 }), 'out-of-range'],
    ['a change of nothing', event('modify_relationship', { npc: 'Mara', delta: 0 }), 'no-change'],
    ['a stage that is missing', event('advance_quest', { quest_id: 'ferry' }), 'name-missing'],
    ['an outcome of its own', event('complete_quest', { quest_id: 'ferry', outcome: 'maybe' }), 'unknown-outcome'],
    ['a flag without a value', event('set_flag', { flag: 'gate' }), 'value-missing'],
    ['a flag with a book in it', event('set_flag', { flag: 'gate', value: 'x'.repeat(5_000) }), 'value-too-large'],
    ['no time', event('pass_time', { amount: 0 }), 'not-positive'],
    ['time backwards', event('pass_time', { amount: -30 }), 'not-positive'],
    ['time partly backwards', event('pass_time', { hours: 2, minutes: -30 }), 'not-positive'],
    ['half a minute', event('pass_time', { minutes: 7.5 }), 'not-whole'],
    ['an unknown unit', event('pass_time', { amount: 3, unit: 'moons' }), 'unknown-unit'],
    ['an unknown unit in the number', event('pass_time', { amount: '3 moons' }), 'unknown-unit'],
    ['a unit that is a name every object has', event('pass_time', { amount: 3, unit: 'constructor' }), 'unknown-unit'],
    ['no amount', event('pass_time', { unit: 'hours' }), 'number-missing'],
    ['an age', event('pass_time', { days: 1_000_000 }), 'too-large'],
  ] as [string, JsonValue, string][])('%s', (_, proposal, code) => expect(read(proposal)).toBe(code));

  it('says why in the language of the chat', () => {
    const proposal = event('add_item', { item: '银币', quantity: -5 });
    expect(normaliseChange(proposal, 'zh')).toMatchObject({ error: { reason: '必须大于 0：-5' } });
    expect(normaliseChange(proposal, 'en')).toMatchObject({ error: { reason: 'it must be above 0: -5' } });
  });
});
