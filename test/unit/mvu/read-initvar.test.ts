/** Initial variables in every form authors write them in, and what is said when one is broken. */
import { describe, expect, it } from 'vitest';
import { looksLikeToml, parseToml } from '../../../src/mvu/parse-toml.ts';
import { readGreetingInitvars, readInitvar } from '../../../src/mvu/read-initvar.ts';
import { readAddedBooks, readInitial } from '../../../src/mvu/init-record.ts';
import { applyMvu } from '../../../src/mvu/apply-effects.ts';
import { recordFrom } from './base-card.ts';

const lamp = { 灯: { 油: 3, 名: '渡灯' } };

describe('readInitvar', () => {
  it.each([
    ['JSON', '{"灯":{"油":3,"名":"渡灯"}}'],
    ['JSON5', "{灯: {油: +3, 名: '渡灯',}, /* note */ }"],
    ['careless JSON', '{“灯”：{"油": 3，"名": "渡灯"}}'],
    ['YAML', '灯:\n  油: 3 # drops\n  名: "渡灯"'],
    ['YAML with full-width colons', '灯：\n  油：3\n  名：渡灯'],
    ['TOML', '[灯]\n油 = 3\n名 = "渡灯"'],
    ['dotted TOML', "灯.油 = 3\n灯.名 = '渡灯'"],
    ['fenced', 'Some words.\n```yaml\n灯: {油: 3, 名: 渡灯}\n```\nMore.'],
    ['tagged', '<initvar>\n灯: {油: 3, 名: 渡灯}\n</initvar>'],
    ['tagged on one line', '<InitVar>{"灯":{"油":3,"名":"渡灯"}}</InitVar>'],
    ['tagged and fenced', '<initvar>\n```json\n{"灯":{"油":3,"名":"渡灯"}}\n```\n</initvar>'],
    ['with a byte order mark', '\uFEFF灯: {油: 3, 名: 渡灯}'],
  ])('reads %s', async (_, content) => {
    expect(await readInitvar(content)).toEqual({ ok: true, value: lamp });
  });

  it('keeps yes, dates and times as text, and lists as lists', async () => {
    const read = await readInitvar('答: yes\n日: 2031-04-05\n时: 06:45\n包:\n  - 绳\n  - 灯\n对: [80, "0-100"]');
    expect(read).toEqual({
      ok: true,
      value: { 答: 'yes', 日: '2031-04-05', 时: '06:45', 包: ['绳', '灯'], 对: [80, '0-100'] },
    });
  });

  it('leaves a full-width colon in a value and in a block text alone', async () => {
    const read = await readInitvar('言: 她说：走吧\n录: |\n  注意：雾\n  起：浪\n数: 1');
    expect(read).toEqual({ ok: true, value: { 言: '她说：走吧', 录: '注意：雾\n起：浪\n', 数: 1 } });
  });

  it.each([['hello'], ['[1,2]'], ['42'], [''], ['- a\n- b']])('refuses %j, which is no object', async (content) => {
    expect((await readInitvar(content)).ok).toBe(false);
  });

  it('drops forbidden names', async () => {
    const read = await readInitvar('{"a":1,"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}');
    expect(read).toEqual({ ok: true, value: { a: 1 } });
  });

  it('merges every block of a greeting’s text and reports the broken one', async () => {
    const read = await readGreetingInitvars('a<initvar>{"x":1}</initvar>b<INITVAR>[</INITVAR>c<initvar>y: 2</initvar>');
    expect(read.trees).toEqual([{ x: 1 }, { y: 2 }]);
    expect(read.problems).toHaveLength(1);
  });
});

describe('readInitial', () => {
  const entries = (...contents: string[]) => contents.map((content, i) => ({ comment: `[initvar]${i}`, content }));

  it('merges the entries of one book deeply, lists replaced, later ones win', async () => {
    const books = [{ name: 'A', entries: entries('a: {x: 1, l: [1, 2]}', 'a: {y: 2, l: [3]}') }];
    const { effects } = await readInitial({ books, primary: 'A', greeting: '', dialect: 'classic' });
    expect(applyMvu(null, effects[0]!).record?.['stat_data']).toEqual({ a: { x: 1, y: 2, l: [3] } });
  });

  it('reports a broken entry with its title and book, and uses the others', async () => {
    const books = [{ name: 'A', entries: entries('a: [1', 'b: 2') }];
    const { effects, problems } = await readInitial({ books, primary: 'A', greeting: '', dialect: 'classic' });
    expect(problems).toMatchObject([{ where: '[initvar]0', book: 'A' }]);
    expect(applyMvu(null, effects[0]!).record?.['stat_data']).toEqual({ b: 2 });
  });

  it('uses the book when the greeting’s own block is broken', async () => {
    const books = [{ name: 'A', entries: entries('a: 1') }];
    const greeting = '<initvar>[</initvar>';
    const { effects, problems } = await readInitial({ books, primary: 'A', greeting, dialect: 'classic' });
    expect(problems).toMatchObject([{ where: 'greeting' }]);
    expect(applyMvu(null, effects[0]!).record?.['stat_data']).toEqual({ a: 1 });
  });

  it('is empty for a chat without initial variables', async () => {
    expect(await readInitial({ books: [], primary: null, greeting: '你好', dialect: 'classic' })).toEqual({
      effects: [],
      problems: [],
    });
  });

  it('adds only missing root keys when a book joins a running story', async () => {
    const record = await recordFrom('a: {x: 1}');
    const books = [
      { name: '雾港', entries: entries('a: {x: 9}') },
      { name: '新书', entries: entries('a: {y: 1}\nb: {z: 2, $meta: {extensible: true}}') },
    ];
    const { effects } = await readAddedBooks(books, record['initialized_lorebooks'] as object as never, 'classic');
    const after = effects.reduce((before, effect) => applyMvu(before, effect).record ?? before, record);
    expect(after['stat_data']).toEqual({ a: { x: 1 }, b: { z: 2 } });
    expect(after['initialized_lorebooks']).toEqual({ 雾港: [], 新书: [] });
    expect(after['schema']).toMatchObject({ properties: { b: { extensible: true } } });
  });
});

describe('parseToml', () => {
  it('reads tables, lists of tables, inline tables, texts of all kinds and numbers', () => {
    const text = [
      '# harbour',
      'name = "雾\\n港"',
      'since = 2031-04-05 06:45:00',
      "raw = 'a\\b'",
      'long = """',
      'one',
      'two"""',
      'hex = 0x1F',
      'big = 1_000.5e1',
      'list = [1, # one',
      '  2, ]',
      '[crew."old scales"]',
      'pos = { x = 1, y = -2 }',
      '[[goods]]',
      'id = 1',
      '[[goods]]',
      'id = 2',
      '[goods.more]',
      'ok = true',
    ].join('\n');
    expect(parseToml(text)).toEqual({
      ok: true,
      value: {
        name: '雾\n港',
        since: '2031-04-05 06:45:00',
        raw: 'a\\b',
        long: 'one\ntwo',
        hex: 31,
        big: 10005,
        list: [1, 2],
        crew: { 'old scales': { pos: { x: 1, y: -2 } } },
        goods: [{ id: 1 }, { id: 2, more: { ok: true } }],
      },
    });
  });

  it.each(['a = ', 'a = 1 b = 2', 'a = "x', '[a', 'a = 1\na = 2', '__proto__.x = 1', 'a = hello', 'a = [1 2]'])(
    'refuses %j',
    (text) => {
      expect(parseToml(text).ok).toBe(false);
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
  );

  it('is not mistaken for JSON, YAML or prose', () => {
    for (const text of ['[1, 2]', '["a"]', 'a: b = c', '{"a": 1}', '灯: {油: 3}', 'hello world']) {
      expect(looksLikeToml(text), text).toBe(false);
    }
  });
});
