/** What rides in the chat file is read with care: foreign, broken or forged data is left out and never throws. */
import { describe, expect, it } from 'vitest';
import {
  parseChatMirror,
  parseHandEdit,
  parseInputMirror,
  parsePageMirror,
} from '../../../../src/domain/timeline/parse-mirror.ts';
import { coins, replyMirror } from '../../../support/reply-mirror.ts';

const whole = replyMirror({ floor: 'f', page: 'p', base: 'q', round: 3 }, 'Text', {
  effects: [
    coins(2),
    { kind: 'summary', text: 'A line.' },
    { kind: 'opening', location: 'Harbour', time: { day: 1, hour: 8, minute: 0 } },
    {
      kind: 'variable',
      scope: 'branch',
      key: 'k',
      write: { op: 'set', value: [1], policy: 'append_unique' },
      source: 'tool',
    },
    { kind: 'variable', scope: 'page', key: 'j', write: { op: 'mask' }, source: 'api', reason: 'r' },
    { kind: 'mvu', operations: [{ op: 'replace', path: '/a', value: 1 }], source: 'mvu', exact: true },
    { kind: 'mvu-init', record: { stat_data: {} } },
  ],
  partial: true,
  toolOutput: [{ tool: 'menu', text: 'Menu', keepInHistory: true }],
});
const json = (text: string): unknown => JSON.parse(text);

describe('the mirror of a page', () => {
  it('comes back as it was written', () => {
    expect(parsePageMirror(json(JSON.stringify(whole)))).toEqual(whole);
  });

  it.each([
    null,
    undefined,
    7,
    'text',
    [],
    {},
    { ...whole, v: 2 },
    { ...whole, pageId: '' },
    { ...whole, floorId: 5 },
    { ...whole, kind: 'other' },
    { ...whole, analysis: 'maybe' },
    { ...whole, round: -1 },
    { ...whole, round: 1.5 },
    { ...whole, effects: {} },
    { ...whole, hash: null },
  ])('is null for %j', (raw) => {
    expect(parsePageMirror(raw)).toBeNull();
  });

  it('leaves out effects it cannot read and keeps the others', () => {
    const effects = [
      coins(1),
      { kind: 'later-invention' },
      { kind: 'state', change: { type: 'add_item', item: 'x' } },
      null,
    ];
    expect(parsePageMirror({ ...whole, effects })?.effects).toEqual([coins(1)]);
  });

  it('drops forbidden names, however deep, and reads no inherited ones', () => {
    const text = JSON.stringify(whole).replace(
      '"stat_data":{}',
      '"stat_data":{"__proto__":{"x":1},"constructor":1,"ok":2}',
    );
    const record = parsePageMirror(json(text))?.effects.at(-1);
    expect(record).toEqual({ kind: 'mvu-init', record: { stat_data: { ok: 2 } } });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(parsePageMirror(Object.create(whole))).toBeNull();
  });
});

describe('the other mirrors', () => {
  it('tell an input from a page', () => {
    expect(parseInputMirror({ v: 1, floorId: 'f', round: 2 })).toEqual({ v: 1, floorId: 'f', round: 2 });
    expect(parseInputMirror(whole)).toBeNull();
  });

  it('keep choices of later versions and drop what is not JSON', () => {
    const raw = {
      v: 1,
      chatId: 'c',
      branchId: 'b',
      integrity: 'i',
      file: 'one',
      handEdits: 'none',
      later: { a: 1 },
      language: 'fr',
    };
    expect(parseChatMirror({ ...raw, bad: () => 1 })).toEqual({
      ...{ v: 1, chatId: 'c', branchId: 'b', integrity: 'i', file: 'one', handEdits: [] },
      later: { a: 1 },
    });
    expect(parseChatMirror({ ...raw, chatId: 1 })).toBeNull();
  });

  it('read hand edits one by one', () => {
    const edit = {
      id: 'e',
      floorId: 'f',
      seq: 0,
      at: 1,
      pointer: '/game/location',
      op: 'set',
      value: 'x',
      undone: false,
    };
    expect(parseHandEdit(edit)).toEqual(edit);
    expect(parseHandEdit({ ...edit, op: 'explode' })).toBeNull();
    expect(parseHandEdit({ ...edit, pointer: 'game' })).toBeNull();
  });
});
