/** The variable model's answer in every form it comes in. */
import { describe, expect, it } from 'vitest';
import { readUpdateAnswer } from '../../../src/mvu/read-update-answer.ts';
import { holdsUpdate, shouldExtract } from '../../../src/mvu/extractor/should-extract.ts';
import { block } from './base-card.ts';

const ops = [
  { op: 'delta', path: '/金币', value: -2 },
  { op: 'insert', path: '/背包/-', value: ['油', '绳'] },
];
const json = JSON.stringify(ops);

describe('readUpdateAnswer', () => {
  it.each([
    ['an object with patches', `{"patches":${json}}`],
    ['a bare list', json],
    ['a fenced list', 'Here you are:\n```json\n' + json + '\n```'],
    ['a tagged block', block(json)],
    ['the other tag', `<json_patch>${json}</json_patch>`],
    [
      'a tagged block with an analysis before it',
      `<UpdateVariable><Analysis>金币 - Y</Analysis><JSONPatch>${json}</JSONPatch></UpdateVariable>`,
    ],
    ['thinking before it', `<think>maybe {"patches":[{"op":"remove","path":"/x"}]}</think>{"patches":${json}}`],
    ['a draft block before the last', `<JSONPatch>[]</JSONPatch> no:\n<JSONPatch>${json}</JSONPatch>`],
    ['another name of the list', `{"analysis":"…","json_patch":${json}}`],
    ['operations one after the other', ops.map((op) => JSON.stringify(op)).join('\n')],
    [
      'a YAML list in a block',
      '<JSONPatch>\n- {op: delta, path: /金币, value: -2}\n- {op: insert, path: /背包/-, value: [油, 绳]}\n</JSONPatch>',
    ],
    ['trailing commas and comments', `{"patches":[${JSON.stringify(ops[0])}, // paid\n${JSON.stringify(ops[1])},],}`],
  ])('reads %s', async (_, answer) => {
    expect(await readUpdateAnswer(answer)).toEqual({ ok: true, value: { operations: ops, cutOff: false } });
  });

  it.each([
    ['an object', `{"patches":[${JSON.stringify(ops[0])},{"op":"insert","path":"/背`],
    ['a list', `[${JSON.stringify(ops[0])},{"op":"insert","pa`],
    ['a block', `<UpdateVariable><JSONPatch>[${JSON.stringify(ops[0])},{"op":"ins`],
  ])('takes the complete operations of %s that was cut off', async (_, answer) => {
    expect(await readUpdateAnswer(answer)).toEqual({ ok: true, value: { operations: [ops[0]], cutOff: true } });
  });

  it.each(['[]', '```json\n[]\n```', '{"patches":[]}', '<JSONPatch>[]</JSONPatch>', '<JSONPatch>\n[]'])(
    'takes %j as nothing changed',
    async (answer) => {
      expect(await readUpdateAnswer(answer)).toMatchObject({ ok: true, value: { operations: [] } });
    },
  );

  it('reads commands', async () => {
    const read = await readUpdateAnswer('_.add(\'金币\', -2);//买油\n_.set("主角.名", \'阿芜\', "Wren");');
    expect(read).toMatchObject({
      ok: true,
      value: {
        operations: [
          { command: 'add', args: ['金币', -2], reason: '买油' },
          { command: 'set', args: ['主角.名', '阿芜', 'Wren'] },
        ],
      },
    });
  });

  it('keeps only the fields of an operation', async () => {
    const read = await readUpdateAnswer('[{"op":"remove","path":"/a","exact":true,"command":"set","args":["b",1]}]');
    expect(read).toMatchObject({ ok: true, value: { operations: [{ op: 'remove', path: '/a' }] } });
  });

  it.each(['', 'Nothing happened.', '{"events":[]}', 'I’m sorry, I can’t.'])(
    'says what is wrong with %j',
    async (answer) => {
      expect((await readUpdateAnswer(answer)).ok).toBe(false);
    },
  );
});

describe('shouldExtract', () => {
  const ask = { hasRecord: true, mvuAsksItself: false };

  it('asks for prose without a block', async () => {
    expect(await shouldExtract({ ...ask, prose: '船走了。' })).toEqual({ extract: true });
    expect(await shouldExtract({ ...ask, prose: '船走了。<JSONPatch>[{"op":"rem' })).toEqual({ extract: true });
  });

  it('does not ask when the reply holds a block or a command, even an empty block', async () => {
    const because = { extract: false, because: 'reply-has-block' };
    expect(await shouldExtract({ ...ask, prose: `船走了。${block(json)}` })).toEqual(because);
    expect(await shouldExtract({ ...ask, prose: `船走了。${block('[]')}` })).toEqual(because);
    expect(await shouldExtract({ ...ask, prose: "船走了。_.set('金币', 3);" })).toEqual(because);
  });

  it('asks when all that the reply holds is unusable', async () => {
    expect(await holdsUpdate(block('[{"op":"fly","path":"/a"}]'))).toBe(false);
    expect(await holdsUpdate(`<thinking>${block(json)}</thinking>船走了。`)).toBe(false);
  });

  it('leaves it to MVU where MVU asks its own model, and to nobody where there are no variables', async () => {
    expect(await shouldExtract({ ...ask, mvuAsksItself: true, prose: '船走了。' })).toMatchObject({
      because: 'mvu-extra-model',
    });
    expect(await shouldExtract({ ...ask, hasRecord: false, prose: '船走了。' })).toMatchObject({
      because: 'no-variables',
    });
  });
});
