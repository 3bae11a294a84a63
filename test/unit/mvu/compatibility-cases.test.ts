/** The numbered cases of the compatibility reference, each with the value this extension has on purpose. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { applyMvu, type MvuEffect } from '../../../src/mvu/apply-effects.ts';
import { findMvuEntries } from '../../../src/mvu/find-entries.ts';
import { readInitial } from '../../../src/mvu/init-record.ts';
import { updateRecord } from '../../../src/mvu/update-record.ts';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { baseYaml, block, patch, recordFrom, say, type Tree } from './base-card.ts';
import { entry } from './entry.ts';

const base = await recordFrom(baseYaml);
const zod = await recordFrom(baseYaml.replace('技能:', '技能:').replace(/\n {4}\$meta.*/, ''), 'zod');

describe('numbered cases', () => {
  it('1: replace sets the value and delta_data tells old and new', () => {
    const { record, tree } = patch(base, [{ op: 'replace', path: '/世界/地点', value: '灯塔' }]);
    expect(tree.世界.地点).toBe('灯塔');
    expect(record['delta_data']).toEqual({ 世界: { 地点: '码头->灯塔 (json_patch)' } });
    expect((record['display_data'] as Tree).世界).toEqual({ 地点: '码头->灯塔 (json_patch)', 天气: '晴' });
  });

  it('2: replace of a missing path changes nothing and says so', () => {
    const { tree, refused } = patch(base, [{ op: 'replace', path: '/世界/温度', value: 3 }]);
    expect(tree).toEqual(base['stat_data']);
    expect(refused).toEqual(['missing']);
  });

  it('3: replace and delta write through to the value of a described pair', () => {
    expect(patch(base, [{ op: 'replace', path: '/主角/体力', value: 60 }]).tree.主角.体力).toEqual([60, '0-100']);
    expect(patch(base, [{ op: 'delta', path: '/主角/体力', value: -15 }]).tree.主角.体力).toEqual([65, '0-100']);
    const inside = patch(base, [{ op: 'delta', path: '/主角/体力/0', value: -1 }]);
    expect(inside.tree.主角.体力).toEqual([79, '0-100']);
    expect(inside.record['delta_data']).toEqual({ 主角: { 体力: ['80->79 (json_patch)'] } });
  });

  it('4: a pair whose second item is no text is an ordinary list', () => {
    expect(patch(base, [{ op: 'replace', path: '/主角/坐标', value: [3, 4] }]).tree.主角.坐标).toEqual([3, 4]);
  });

  it('5: any list of two texts counts as a described value', () => {
    const { tree } = patch(base, [{ op: 'replace', path: '/主角/双串', value: ['丙', '丁'] }]);
    expect(tree.主角.双串).toEqual([['丙', '丁'], '乙']);
  });

  it('6: text over a number is read as a number; what is none is refused; null is allowed', () => {
    const to = (value: unknown) => patch(base, [{ op: 'replace', path: '/主角/金币', value }]);
    expect(to('75').tree.主角.金币).toBe(75);
    expect(to('很多').refused).toEqual(['not-a-number']);
    expect(to('很多').tree.主角.金币).toBe(50);
    expect(to('').refused).toEqual(['not-a-number']);
    expect(to(null).tree.主角.金币).toBeNull();
  });

  it('7: deltas add up exactly', () => {
    const steps = [0.1, 0.2].map((value) => ({ op: 'delta', path: '/主角/金币', value }));
    expect(patch(base, steps).tree.主角.金币).toBe(50.3);
  });

  it('8: delta needs a number on a number', () => {
    const { refused, tree } = patch(base, [
      { op: 'delta', path: '/主角/金币', value: '5' },
      { op: 'delta', path: '/主角/备注', value: 1 },
      { op: 'delta', path: '/世界/地点', value: 1 },
    ]);
    expect(refused).toEqual(['not-a-number', 'not-a-date', 'not-a-date']);
    expect(tree).toEqual(base['stat_data']);
    expect(patch(zod, [{ op: 'delta', path: '/主角/金币', value: '5' }]).tree.主角.金币).toBe(55);
  });

  it('9: delta moves a date by milliseconds and writes it in ISO form', async () => {
    const record = await recordFrom('时间: "2031-05-06 23:50"');
    const { tree } = patch(record, [{ op: 'delta', path: '/时间', value: 1_200_000 }]);
    expect(tree.时间).toBe('2031-05-07T00:10:00.000Z');
  });

  it('10: insert appends at -, goes in at an index, and beyond the end appends', () => {
    const at = (place: string) =>
      patch(base, [{ op: 'insert', path: `/主角/仓库/${place}`, value: '镐' }]).tree.主角.仓库;
    expect(at('-')).toEqual(['绳索', '火把', '镐']);
    expect(at('0')).toEqual(['镐', '绳索', '火把']);
    expect(at('9')).toEqual(['绳索', '火把', '镐']);
  });

  it('11: an inserted child is completed by the template', () => {
    const { tree } = patch(base, [{ op: 'insert', path: '/主角/技能/火球', value: { 等级: 2 } }]);
    expect(tree.主角.技能.火球).toEqual({ 等级: 2, 描述: '待定' });
  });

  it('12: an existing key is overwritten by insert, template included', () => {
    const { tree } = patch(base, [{ op: 'add', path: '/主角/技能/剑术', value: { 等级: 9 } }]);
    expect(tree.主角.技能.剑术).toEqual({ 等级: 9, 描述: '待定' });
  });

  it('13: a locked object takes no new key, but a known one', () => {
    const fresh = patch(base, [{ op: 'insert', path: '/主角/任务/支线', value: 'b' }]);
    expect(fresh.refused).toEqual(['locked']);
    const known = patch(base, [{ op: 'insert', path: '/主角/任务/主线', value: 'b' }]);
    expect(known.tree.主角.任务).toEqual({ 主线: 'b' });
  });

  it('14: a missing container is refused in the classic dialect and made in the zod one', () => {
    const operation = { op: 'insert', path: '/主角/宠物/猫', value: 1 };
    expect(patch(base, [operation]).refused).toEqual(['missing-parent']);
    expect(patch(zod, [operation]).tree.主角.宠物).toEqual({ 猫: 1 });
  });

  it('15: remove closes the gap in a list, one after the other', () => {
    const first = { op: 'remove', path: '/主角/仓库/0' };
    expect(patch(base, [first]).tree.主角.仓库).toEqual(['火把']);
    const both = patch(base, [first, { op: 'remove', path: '/主角/仓库/1' }]);
    expect(both.tree.主角.仓库).toEqual(['火把']);
    expect(both.refused).toEqual(['missing']);
    expect(patch(base, [{ op: 'remove', path: '/主角/仓库/-' }]).refused).toEqual(['missing']);
  });

  it('16: what the schema requires stays, what an open object holds may go', () => {
    expect(patch(base, [{ op: 'remove', path: '/主角/任务/主线' }]).refused).toEqual(['required']);
    expect(patch(base, [{ op: 'remove', path: '/主角/技能/剑术' }]).tree.主角.技能).toEqual({});
  });

  it.each(['path', 'to'])('17: move works with its goal in `%s`', (goal) => {
    const operation = { op: 'move', from: '/主角/技能/剑术', [goal]: '/主角/技能/旧剑' };
    for (const record of [base, zod]) {
      expect(patch(record, [operation]).tree.主角.技能).toEqual({ 旧剑: { 等级: 3, 描述: '熟练' } });
    }
  });

  it('18: ~1 and ~0 are decoded', async () => {
    const record = await recordFrom('主角: {a/b: 1, c~d: 2}');
    const { tree } = patch(record, [
      { op: 'replace', path: '/主角/a~1b', value: 5 },
      { op: 'replace', path: '/主角/c~0d', value: 6 },
    ]);
    expect(tree.主角).toEqual({ 'a/b': 5, 'c~d': 6 });
  });

  it('19: a dot in a name does not split it', () => {
    const { tree } = patch(base, [{ op: 'insert', path: '/主角/技能/v1.5剑', value: { 等级: 1 } }]);
    expect(Object.keys(tree.主角.技能)).toEqual(['剑术', 'v1.5剑']);
  });

  it('20: an item without a path is reported and the others are applied', async () => {
    const { tree, refused } = await say(
      base,
      block('[{"op":"replace","value":1},{"op":"replace","path":"/世界/天气","value":"雪"}]'),
    );
    expect(tree.世界.天气).toBe('雪');
    expect(refused).toEqual(['bad-path']);
  });

  it('21: operations that are not part of the language are skipped', () => {
    const { tree, refused } = patch(base, [
      { op: 'test', path: '/世界/天气', value: '晴' },
      { op: 'copy', from: '/世界/天气', path: '/世界/地点' },
      { op: 'replace', path: '/世界/天气', value: '雪' },
    ]);
    expect(tree.世界).toEqual({ 地点: '码头', 天气: '雪' });
    expect(refused).toEqual(['unknown-op', 'unknown-op']);
  });

  it.each([
    ['YAML', '- op: replace\n  path: /世界/天气\n  value: 雪'],
    ['fenced', '```json\n[{"op":"replace","path":"/世界/天气","value":"雪"}]\n```'],
    ['careless', '[{"op":"replace","path":"/世界/天气","value":"雪"}, // snow\n]'],
    ['truncated', '[{"op":"replace","path":"/世界/天气","value":"雪"},{"op":"delta","path":"/主角/金币","va'],
  ])('22: a block in %s form is read', async (_, body) => {
    const { tree } = await say(base, block(body));
    expect(tree.世界.天气).toBe('雪');
    expect(tree.主角.金币).toBe(50);
  });

  it('23: a draft in the thinking is no update', async () => {
    const one = block('[{"op":"delta","path":"/主角/金币","value":-1}]');
    expect((await say(base, `<thinking>${one}</thinking>\n船走了。\n${one}`)).tree.主角.金币).toBe(49);
  });

  it('24: tags may be nested, of either name, in any case; a mismatched or attributed one is none', async () => {
    const one = (weather: string) => `[{"op":"replace","path":"/世界/天气","value":"${weather}"}]`;
    const weather = async (text: string) => (await say(base, text)).tree.世界.天气;
    expect(await weather(`<JSONPatch>draft <JSONPatch>${one('雨')}</jsonpatch>`)).toBe('雨');
    expect(await weather(`<json_patch>${one('雨')}</JSON_PATCH>`)).toBe('雨');
    expect(await weather(`<JSONPatch>${one('雨')}</json_patch>`)).toBe('晴');
    expect(await weather(`<JSONPatch x="1">${one('雨')}</JSONPatch>`)).toBe('晴');
    expect(await weather(`<JSONPatch>${one('雨')}`)).toBe('晴');
    expect(await weather(`<JSONPatch>${one('雨')}</JSONPatch> <JSONPatch>${one('雾')}</JSONPatch>`)).toBe('雾');
  });

  it('25: a command without its semicolon is none', async () => {
    expect((await say(base, `_.set('主角.金币', 63)`)).tree.主角.金币).toBe(50);
    expect((await say(base, `_.set('主角.金币', 50, 63);//卖鱼`)).tree.主角.金币).toBe(63);
  });

  it('26: commands take by value and merge without a template', async () => {
    expect((await say(base, `_.remove('主角.仓库','火把');`)).tree.主角.仓库).toEqual(['绳索']);
    const merged = await say(base, `_.assign('主角.技能',{k:{等级:1}});`);
    expect(merged.tree.主角.技能).toEqual({ 剑术: { 等级: 3, 描述: '熟练' }, k: { 等级: 1 } });
  });

  it.each(['/__proto__/x', '/主角/constructor/x', '/constructor/prototype/x', '__proto__.x'])(
    '27: the path %s is refused and no prototype changes',
    (path) => {
      for (const record of [base, zod])
        expect(patch(record, [{ op: 'insert', path, value: 1 }]).refused).toEqual(['forbidden']);
      expect(({} as Tree).x).toBeUndefined();
    },
  );

  it('28: nothing is evaluated', async () => {
    const { tree, refused } = await say(base, `_.set('主角.仓库',[globalThis.x=1]);`);
    expect(refused).toEqual(['bad-value']);
    expect(tree).toEqual(base['stat_data']);
    expect((globalThis as Tree).x).toBeUndefined();
  });

  it('29: the card’s own schema has the last word in the zod dialect', async () => {
    const record = await recordFrom('金币: 50\n物品: {绳: {数量: 2}}\n_种族: 人\n世界: {地点: 码头}', 'zod');
    const Goods = z.pipe(
      z.record(z.string(), z.object({ 数量: z.number() })),
      z.transform((goods) => Object.fromEntries(Object.entries(goods).filter(([, item]) => item.数量 > 0))),
    );
    const Card = z.looseObject({
      金币: z.pipe(
        z.coerce.number(),
        z.transform((coins) => Math.min(100, Math.max(0, coins))),
      ),
      物品: Goods,
    });
    const settle = (tree: JsonObject) => {
      const parsed = z.safeParse(Card, tree);
      return parsed.success ? (parsed.data as JsonObject) : null;
    };
    const { record: after, results } = updateRecord(
      record,
      [
        { op: 'delta', path: '/金币', value: 80 },
        { op: 'delta', path: '/物品/绳/数量', value: -2 },
        { op: 'replace', path: '/_种族', value: '鬼' },
        { op: 'replace', path: '/stat_data/世界/地点', value: '灯塔' },
      ],
      settle,
    );
    expect(after['stat_data']).toEqual({ 金币: 100, 物品: {}, _种族: '人', 世界: { 地点: '灯塔' } });
    expect(results.map((result) => result.ok)).toEqual([true, true, false, true]);
  });

  it('31: between books the first one with a root key keeps it', async () => {
    const books = [
      { name: '全局', entries: [{ comment: '[initvar]', content: '主: {g: 1}' }] },
      { name: '主书', entries: [{ comment: '[initvar]', content: '主: {p: 2}\n角: 1' }] },
    ];
    const { effects } = await readInitial({ books, primary: '主书', greeting: '', dialect: 'classic' });
    expect(fold(effects)['stat_data']).toEqual({ 主: { g: 1 }, 角: 1 });
    expect(fold(effects)['initialized_lorebooks']).toEqual({ 全局: [], 主书: [] });
  });

  it('32: a greeting with its own variables replaces the card’s book for itself alone', async () => {
    const books = [
      { name: '全局', entries: [{ comment: '[initvar]', content: '全: 1' }] },
      { name: '主书', entries: [{ comment: '[initvar]', content: '主: {金: 5}' }] },
    ];
    const greetings = ['你醒来。', '你在灯塔。<initvar>主: {银: 2}</initvar>\n_.set("主.银",3);'];
    const trees = await Promise.all(
      greetings.map(
        async (greeting) =>
          fold((await readInitial({ books, primary: '主书', greeting, dialect: 'classic' })).effects)['stat_data'],
      ),
    );
    expect(trees).toEqual([
      { 主: { 金: 5 }, 全: 1 },
      { 主: { 银: 3 }, 全: 1 },
    ]);
  });

  it('33: a disabled entry with the marker anywhere in its title is used', () => {
    const found = findMvuEntries([entry({ comment: '变量[InItVaR]1', enabled: false }), entry({ comment: 'initvar' })]);
    expect(found.initial.map((e) => e.comment)).toEqual(['变量[InItVaR]1']);
  });

  it('34: the record keeps its schema and every key it had', () => {
    const { record } = patch({ ...base, 别人的: 1 }, [{ op: 'replace', path: '/世界/天气', value: '雪' }]);
    expect(record['schema']).toEqual(base['schema']);
    expect(record['别人的']).toBe(1);
    expect(record['initialized_lorebooks']).toEqual({ 雾港: [] });
  });
});

function fold(effects: readonly MvuEffect[]): JsonObject {
  return effects.reduce<JsonObject | null>((before, effect) => applyMvu(before, effect).record, null) ?? {};
}
