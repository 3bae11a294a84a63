import { describe, expect, it } from 'vitest';
import { readAnalysis } from '../../../src/agents/analysis/answer.ts';
import { emptyExample, fullExample } from '../../../src/agents/analysis/example.ts';
import { analysisJsonSchema, analysisSchema, type changeParams } from '../../../src/agents/analysis/format.ts';
import { normaliseChange } from '../../../src/domain/game-state/normalise-change.ts';

const answer = (value: unknown) => {
  const read = readAnalysis(typeof value === 'string' ? value : JSON.stringify(value), 'en');
  if (!read.ok) throw read.error;
  return read.value;
};
const refused = (text: string) => {
  const read = readAnalysis(text, 'en');
  return read.ok ? null : read.error.code;
};
const buyOil = { type: 'add_item', params: { item: 'oil', quantity: 1 }, quote: 'a flask of oil' };

describe('readAnalysis', () => {
  it('reads the documented answer', () => {
    expect(answer({ summary_entries: ['Mira bought oil.'], events: [buyOil] })).toEqual({
      summary: 'Mira bought oil.',
      changes: [{ change: { type: 'add_item', item: 'oil', quantity: 1 }, quote: 'a flask of oil' }],
      rejected: [],
      opening: null,
      earlier: [],
      cutOff: false,
      lost: 0,
      repaired: false,
    });
  });
  it.each([
    ['text for a list', { summary_entries: 'Mira bought oil.' }],
    ['a list of objects', { summary_entries: [{ text: 'Mira bought oil.' }] }],
    ['another name', { summary: ['Mira bought oil.'] }],
    ['the Chinese name', { 摘要: 'Mira bought oil.' }],
    ['a number of its own', { summary_entries: ['[第9轮] Mira bought oil.'] }],
    ['a round label', { summary_entries: ['[Round 9] Mira bought oil.'] }],
    ['a label without brackets', { summary_entries: ['第 9 轮：Mira bought oil.'] }],
    ['line breaks', { summary_entries: ['Mira\nbought  oil.'] }],
    ['two entries', { summary_entries: ['Mira', 'bought oil.'] }],
  ])('reads a summary given as %s', (_, value) => {
    expect(answer({ ...value, events: [] }).summary).toBe('Mira bought oil.');
  });
  it('keeps a number that belongs to the sentence', () => {
    expect(answer({ summary_entries: ['3 coins went to Wren.'], events: [] }).summary).toBe('3 coins went to Wren.');
  });
  it('reads flat events and a single event', () => {
    const flat = { type: 'add_item', item: 'oil', quantity: '2' };
    expect(answer({ events: flat, summary_entries: ['x'] }).changes).toEqual([
      { change: { type: 'add_item', item: 'oil', quantity: 2 } },
    ]);
  });
  it('keeps the good events beside the refused ones, each with its reason', () => {
    const found = answer({
      summary_entries: ['x'],
      events: [buyOil, { type: 'dance' }, 'text', { type: 'add_item', params: { item: 'oil', quantity: -1 } }],
    });
    expect(found.changes).toHaveLength(1);
    expect(found.rejected.map(({ code }) => code)).toEqual(['unknown-type', 'not-an-object', 'not-positive']);
    expect(found.rejected[1]?.proposal).toBe('text');
    expect(found.rejected.every(({ reason }) => reason.length > 0)).toBe(true);
  });
  it.each([
    [
      'YAML',
      'summary: Mara cut the rope.\nopening:\n  location: pier\n  day: 1\n  hour: 6\nevents:\n  - type: add_item\n    item: rope\n    quantity: 2',
    ],
    [
      'headings',
      '## Summary\nMara cut the rope.\n## Opening\nlocation: pier\nday: 1\nhour: 6\n## Events\n1. type: add_item\n   item: rope\n   quantity: 2',
    ],
  ])('reads %s like JSON', (_, text) => {
    const read = readAnalysis(text, 'en');
    if (!read.ok) throw read.error;
    expect(read.value.summary).toBe('Mara cut the rope.');
    expect(read.value.changes.map(({ change }) => change)).toEqual([{ type: 'add_item', item: 'rope', quantity: 2 }]);
    expect(read.value.rejected).toEqual([]);
    expect(read.value.opening).toEqual({ location: 'pier', time: { day: 1, hour: 6, minute: 0 } });
  });
  it('takes a quiet round as it is', () => {
    const found = answer({ summary_entries: [], events: [] });
    expect([found.summary, found.changes]).toEqual([null, []]);
  });
  it('keeps what is complete in a cut answer, and says so', () => {
    const whole = JSON.stringify({ summary_entries: ['Mira bought oil.'], events: [buyOil, buyOil] });
    const found = answer(whole.slice(0, -30));
    expect(found.cutOff).toBe(true);
    expect(found.summary).toBe('Mira bought oil.');
    expect(found.changes).toHaveLength(1);
  });
  it.each([
    ['nothing', '', 'model.empty'],
    ['a refusal', '抱歉，我不能协助。', 'model.refused'],
    ['prose', 'Mira bought a flask of oil.', 'answer.not-json'],
    ['another object', '{"weather":"fog","wind":3}', 'answer.invalid'],
    ['a summary without words and no events', '{"summary_entries": [""]}', 'answer.invalid'],
    ['a cut before anything was whole', '{"summary_entries": ["Mira bou', 'answer.cut-off'],
    ['a cut in the first event', '{"events": [{"type": "add_it', 'answer.cut-off'],
  ])('takes %s for an error, never for a quiet round', (_, text, code) => {
    expect(refused(text)).toBe(code);
  });
  it('reads the opening, each part alone, and leaves out what cannot be', () => {
    const opening = (value: unknown) => answer({ summary_entries: ['x'], events: [], opening: value }).opening;
    expect(opening({ location: 'the pier', day: 1, hour: 18, minute: 40 })).toEqual({
      location: 'the pier',
      time: { day: 1, hour: 18, minute: 40 },
    });
    expect(opening({ location: 'the pier' })).toEqual({ location: 'the pier' });
    expect(opening({ hour: '18', minute: '40' })).toEqual({ time: { day: 1, hour: 18, minute: 40 } });
    expect(opening({ location: 'the pier', hour: 99 })).toEqual({ location: 'the pier' });
    expect(opening({ location: 'x', time: { day: 2, hour: 5 } })).toEqual({
      location: 'x',
      time: { day: 2, hour: 5, minute: 0 },
    });
    expect(opening({})).toBeNull();
    expect(opening('dusk')).toBeNull();
  });
  it('reads earlier rounds by their number and leaves out those without one', () => {
    const found = answer({
      summary_entries: ['now'],
      events: [],
      earlier: [
        { round: '2', summary_entries: 'then', events: [buyOil] },
        { summary_entries: ['lost'] },
        { round: -1 },
        'x',
      ],
    });
    expect(found.earlier).toEqual([
      {
        round: 2,
        summary: 'then',
        changes: [{ change: { type: 'add_item', item: 'oil', quantity: 1 }, quote: 'a flask of oil' }],
        rejected: [],
      },
    ]);
  });
  it('bounds a list without end', () => {
    const found = answer({ summary_entries: ['x'.repeat(5_000)], events: Array.from({ length: 500 }, () => buyOil) });
    expect(found.changes).toHaveLength(64);
    expect(found.summary).toHaveLength(600);
  });
});

describe('the format that is asked for', () => {
  const offer = { lite: false, quotes: true, quests: true, opening: true, earlier: true };
  const samples: Record<keyof typeof changeParams, object> = {
    move: { location: 'pier' },
    add_item: { item: 'oil', quantity: 1 },
    remove_item: { item: 'oil', quantity: 1 },
    modify_relationship: { npc: 'Wren', delta: -3 },
    set_relationship: { npc: 'Wren', value: 10 },
    start_quest: { quest_id: 'oil', stage: 'asked' },
    advance_quest: { quest_id: 'oil', stage: 'found' },
    complete_quest: { quest_id: 'oil', outcome: 'success' },
    set_flag: { flag: 'fog', value: { thick: [1, null] } },
    pass_time: { minutes: 20 },
  };
  it.each(Object.entries(samples))('lets %s pass the schema and the reader alike', (type, params) => {
    for (const event of [
      { type, params, quote: 'q' },
      { type, ...params },
    ]) {
      const normal = normaliseChange(event as never, 'en');
      expect(normal.ok && normal.value.type).toBe(type);
    }
    const schema = analysisSchema({ ...offer, opening: false, earlier: false });
    expect(schema.safeParse({ summary_entries: ['x'], events: [{ type, params, quote: 'q' }] }).success).toBe(true);
  });
  it.each(['zh', 'en'] as const)('is met by its own examples, %s', (language) => {
    for (const lite of [false, true]) {
      const schema = analysisSchema({ ...offer, lite, opening: false, earlier: false });
      for (const text of [emptyExample(language), fullExample(language, { lite, quotes: true })]) {
        expect(schema.safeParse(JSON.parse(text)).success).toBe(true);
        expect(answer(text).rejected).toEqual([]);
      }
    }
  });
  it('exists as a JSON schema for providers', () => {
    const { schema } = analysisJsonSchema(offer);
    const text = JSON.stringify(schema);
    for (const type of Object.keys(samples)) expect(text).toContain(`"${type}"`);
    expect(text.indexOf('summary_entries')).toBeLessThan(text.indexOf('events'));
  });
  it('leaves out of the lite form what a small model seldom needs', () => {
    const types = (quests: boolean) => JSON.stringify(analysisJsonSchema({ ...offer, lite: true, quests }).schema);
    expect(types(false)).not.toMatch(/set_relationship|advance_quest|complete_quest|"quote"|"params"/);
    expect(types(true)).toMatch(/advance_quest/);
  });
});

describe('fields under other spellings', () => {
  const item = { type: 'add_item', params: { item: 'lamp', quantity: 1 } };

  it.each([
    ['with capital initials', { Type: 'add_item', Params: { Item: 'lamp', Quantity: '1' } }],
    ['beside the wanted one', { type: 'add_item', Type: 'x', params: item.params }],
  ])('%s', (_name, event) => {
    const read = readAnalysis(JSON.stringify({ SummaryEntries: ['A lamp.'], Events: [event] }), 'en');
    expect(read).toMatchObject({ ok: true, value: { summary: 'A lamp.', changes: [{ change: { item: 'lamp' } }] } });
  });

  it('a list that is an object by index', () => {
    const read = readAnalysis(
      JSON.stringify({ summary_entries: { 0: 'A lamp.' }, events: { 0: item, 1: item } }),
      'en',
    );
    expect(read).toMatchObject({ ok: true, value: { changes: [{ change: { item: 'lamp' } }, {}] } });
  });
});
