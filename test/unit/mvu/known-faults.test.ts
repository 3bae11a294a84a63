/**
 * Faults that MVU integrations are known for; each with the behaviour this one has instead. Tests named `6.2 <letter>`
 * stand here, in compatibility-cases, in pipeline/mvu-* and in host/mvu-client and host/prompt-handover. Without one:
 * - p (frames that poll until memory is out): the frames and their scripts are not ours; our two observers of the chat
 *   list watch its direct children only, and what they do happens inside a message
 * - t (two renderers of a card's HTML): we render none of it
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adoptDifference } from '../../../src/mvu/adopt-difference.ts';
import { applyMvu } from '../../../src/mvu/apply-effects.ts';
import { diffTrees, renderDiff } from '../../../src/mvu/diff.ts';
import { withMvuParts, withoutMvuParts } from '../../../src/mvu/message-text.ts';
import { findNewKeys } from '../../../src/mvu/new-keys.ts';
import { describeRefusal } from '../../../src/mvu/patch/refusal.ts';
import { statDataOf } from '../../../src/mvu/record.ts';
import { renderTree } from '../../../src/mvu/render-tree.ts';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { baseYaml, block, patch, recordFrom, say, type Tree } from './base-card.ts';

const base = await recordFrom(baseYaml);
const zod = await recordFrom('主角: {金币: 50, 标签: {}}\n_族: 人', 'zod');

describe('operations', () => {
  it('a list value and a later operation both arrive', () => {
    const { tree } = patch(zod, [
      { op: 'insert', path: '/主角/标签/x', value: ['a', 'b'] },
      { op: 'delta', path: '/主角/金币', value: -5 },
    ]);
    expect(tree.主角).toEqual({ 金币: 45, 标签: { x: ['a', 'b'] } });
  });

  it('a number written as text counts where the dialect coerces', () => {
    expect(patch(zod, [{ op: 'delta', path: '/主角/金币', value: '-5' }]).tree.主角.金币).toBe(45);
  });

  it('6.2 a: a dot in a name never splits it, whichever operation names it', () => {
    for (const record of [base, zod]) {
      const home = record === base ? '技能' : '标签';
      const at = `/主角/${home}/v1.5剑`;
      const steps = [
        { op: 'insert', path: at, value: { 等级: 1 } },
        { op: 'replace', path: `${at}/等级`, value: 4 },
        { op: 'delta', path: `${at}/等级`, value: 1 },
        { op: 'move', from: at, to: `/主角/${home}/v2.0剑` },
      ];
      const { tree, refused, record: after } = patch(record, steps);
      expect(refused).toEqual([]);
      expect(tree.主角[home]['v2.0剑'].等级).toBe(5);
      expect(Object.keys(tree.主角[home]).filter((key) => key.startsWith('v'))).toEqual(['v2.0剑']);
      const gone = patch(after, [{ op: 'remove', path: `/主角/${home}/v2.0剑` }]);
      expect(gone.tree).toEqual(record['stat_data']);
    }
  });

  it.each(['think', 'thinking', 'Thinking', 'reasoning'])('6.2 c: a draft inside <%s> is no update', async (tag) => {
    const one = (by: number) => block(`[{"op":"delta","path":"/主角/金币","value":${by}}]`);
    const text = `<${tag}>先扣一。${one(-1)}不，扣二。${one(-2)}</${tag}>\n船走了。\n${one(-3)}`;
    expect((await say(base, text)).tree.主角.金币).toBe(47);
    expect((await say(base, `<${tag}>${one(-1)}</${tag}>船走了。`)).results).toEqual([]);
  });

  it('6.2 v: lists, described values, moves and nested brackets, in one text with tags in any case', async () => {
    const operations = [
      { op: 'insert', path: '/主角/仓库/-', value: '镐' },
      { op: 'insert', path: '/主角/仓库/0', value: '绳[旧]' },
      { op: 'remove', path: '/主角/仓库/1' },
      { op: 'delta', path: '/主角/体力', value: -15 },
      { op: 'move', from: '/主角/技能/剑术', to: '/主角/技能/旧剑' },
      { op: 'replace', path: '/主角/坐标', value: [[3, [4]], 5] },
    ];
    const text = `船走了。<UPDATEvariable><jsonPATCH>${JSON.stringify(operations)}</JSONpatch></updateVARIABLE>`;
    const { tree, record, refused } = await say(base, text);
    expect(refused).toEqual([]);
    expect(tree.主角).toMatchObject({
      仓库: ['绳[旧]', '火把', '镐'],
      体力: [65, '0-100'],
      技能: { 旧剑: { 等级: 3 } },
      坐标: [[3, [4]], 5],
    });
    expect(tree.主角.仓库).not.toHaveProperty('-');
    expect(record['schema']).toMatchObject({ properties: { 主角: {} } });
  });

  it('6.2 b: one bad path does not take the others with it, and is told in both languages', () => {
    const { tree, results } = patch(base, [
      { op: 'replace', path: '/世界/无此项', value: 1 },
      { op: 'replace', path: '/世界/天气', value: '雪' },
    ]);
    expect(tree.世界.天气).toBe('雪');
    const bad = results[0]!;
    expect(bad.ok ? '' : describeRefusal(bad, 'zh')).toBe('变量不存在：/世界/无此项');
    expect(bad.ok ? '' : describeRefusal(bad, 'en')).toBe('there is no such variable: /世界/无此项');
  });

  it('no new first-level category appears', () => {
    expect(patch(base, [{ op: 'insert', path: '/新类', value: {} }]).refused).toEqual(['locked']);
    expect(patch(zod, [{ op: 'insert', path: '/新类', value: {} }]).refused).toEqual(['new-category']);
    expect(patch(zod, [{ op: 'insert', path: '/stat_data/主角/标签/y', value: 1 }]).tree.主角.标签).toEqual({ y: 1 });
    expect(patch(zod, [{ op: 'insert', path: '/stat_data/新类', value: 1 }]).refused).toEqual(['new-category']);
  });

  it('the careless spellings of a path lead to the same place, the exact one first', async () => {
    for (const path of [
      '/世界/天气',
      '世界/天气',
      '世界.天气',
      '/stat_data/世界/天气',
      'stat_data.世界.天气',
      '/世界.天气',
    ]) {
      expect(patch(base, [{ op: 'replace', path, value: '雪' }]).tree.世界.天气, path).toBe('雪');
    }
    const dotted = await recordFrom('a.b: 1\na: {b: 2}\nstat_data: {c: 3}\nc: 4');
    expect(patch(dotted, [{ op: 'replace', path: '/a.b', value: 9 }]).tree).toMatchObject({ 'a.b': 9, a: { b: 2 } });
    expect(patch(dotted, [{ op: 'replace', path: '/stat_data/c', value: 9 }]).tree).toMatchObject({
      stat_data: { c: 9 },
      c: 4,
    });
  });

  it('a trailing slash is not found, and nothing is made of it', () => {
    expect(patch(base, [{ op: 'replace', path: '/世界/天气/', value: '雪' }]).refused).toEqual(['missing']);
  });

  it('a key on a list is refused, whichever way it is written', () => {
    for (const key of ['名', '-1', '01', '1e0', '1.0']) {
      expect(patch(base, [{ op: 'insert', path: `/主角/仓库/${key}`, value: 1 }]).refused, key).toEqual([
        'not-an-index',
      ]);
    }
  });

  it('commands know places from the end', async () => {
    expect((await say(base, `_.insert('主角.仓库', -1, '镐');`)).tree.主角.仓库).toEqual(['绳索', '镐', '火把']);
    expect((await say(base, `_.insert('主角.仓库', '镐');`)).tree.主角.仓库).toEqual(['绳索', '火把', '镐']);
    expect((await say(base, `_.remove('主角.仓库[0]');`)).tree.主角.仓库).toEqual(['火把']);
    expect((await say(base, `_.add('主角.金币', -7);//船费`)).record['delta_data']).toEqual({
      主角: { 金币: '50->43 (船费)' },
    });
    expect((await say(base, `_.add('主角.金币');`)).refused).toEqual(['no-value']);
    expect((await say(base, `_.move('主角.金币','主角.银币');`)).results).toEqual([]);
  });

  it('locked lists take nothing but lose what is taken', () => {
    expect(patch(base, [{ op: 'insert', path: '/主角/坐标/-', value: 3 }]).refused).toEqual(['locked']);
    expect(patch(base, [{ op: 'remove', path: '/主角/坐标/0' }]).tree.主角.坐标).toEqual([2]);
  });

  it('templates: lists are joined, scalars become lists, the value wins; a moved child gets nothing', async () => {
    const record = await recordFrom(
      '袋: [{$meta: {extensible: true, template: [旧]}, $arrayMeta: true}]\n技: {$meta: {extensible: true, template: {级: 1, 注: {深: 1}}}}\n闲: {$meta: {extensible: true}, 甲: {注: {深: 2}}}',
    );
    const { tree } = patch(record, [
      { op: 'insert', path: '/袋/-', value: ['新'] },
      { op: 'insert', path: '/袋/-', value: '单' },
      { op: 'insert', path: '/技/跑', value: { 注: { 浅: 2 } } },
      { op: 'move', from: '/闲/甲', path: '/技/甲' },
    ]);
    expect(tree.袋).toEqual([
      ['新', '旧'],
      ['单', '旧'],
    ]);
    expect(tree.技).toEqual({ 跑: { 级: 1, 注: { 深: 1, 浅: 2 } }, 甲: { 注: { 深: 2 } } });
  });

  it('a strict template casts nothing, a merged one fills places', async () => {
    const meta = (flag: string) =>
      `$meta: {${flag}}\n袋: [{$meta: {extensible: true, template: [甲, 乙]}, $arrayMeta: true}]`;
    const strict = await recordFrom(meta('strictTemplate: true'));
    expect(patch(strict, [{ op: 'insert', path: '/袋/-', value: '单' }]).tree.袋).toEqual(['单']);
    const merged = await recordFrom(meta('concatTemplateArray: false'));
    expect(patch(merged, [{ op: 'insert', path: '/袋/-', value: ['新'] }]).tree.袋).toEqual([['新', '乙']]);
    const plain = await recordFrom('$meta: {strictSet: true}\n体力: [80, "0-100"]');
    expect(patch(plain, [{ op: 'replace', path: '/体力', value: 60 }]).tree.体力).toBe(60);
  });

  it('a model cannot unlock what the card locked', () => {
    const meta = { extensible: true };
    expect(patch(base, [{ op: 'insert', path: '/主角/任务/$meta', value: meta }]).refused).toEqual(['forbidden']);
    const { record } = patch(base, [{ op: 'replace', path: '/主角/任务', value: { 主线: 'a', $meta: meta } }]);
    expect((statDataOf(record) as Tree).主角.任务).toEqual({ 主线: 'a' });
    expect(patch(record, [{ op: 'insert', path: '/主角/任务/支线', value: 1 }]).refused).toEqual(['locked']);
  });

  it('what an open object gained may go again, what was fixed may not', () => {
    const grown = patch(base, [{ op: 'insert', path: '/主角/技能/火球', value: {} }]).record;
    expect(patch(grown, [{ op: 'remove', path: '/主角/技能/火球' }]).refused).toEqual([]);
    expect(patch(grown, [{ op: 'remove', path: '/主角/技能/火球/等级' }]).refused).toEqual(['required']);
    expect(patch(grown, [{ op: 'remove', path: '/主角/技能' }]).refused).toEqual(['required']);
  });

  it('a move into itself, from nowhere or to a locked place leaves the tree alone', () => {
    const { tree, refused } = patch(base, [
      { op: 'move', from: '/主角/技能', path: '/主角/技能/剑术/内' },
      { op: 'move', from: '/主角/技能/无', path: '/主角/技能/有' },
      { op: 'move', from: '/主角/技能/剑术', path: '/主角/任务/剑术' },
      { op: 'move', from: '/世界/天气', path: '/主角/技能/天气' },
    ]);
    expect(refused).toEqual(['into-itself', 'missing', 'locked', 'required']);
    expect(tree).toBe(base['stat_data']);
  });

  it('a whole tree may be replaced by an object and by nothing else', () => {
    expect(patch(base, [{ op: 'replace', path: '', value: 5 }]).refused).toEqual(['bad-value']);
    expect(patch(base, [{ op: 'remove', path: '' }]).refused).toEqual(['bad-path']);
    expect(patch(base, [{ op: 'insert', path: '', value: {} }]).refused).toEqual(['bad-path']);
    expect(patch(base, [{ op: 'replace', path: '/', value: { 新: 1 } }]).tree).toEqual({ 新: 1 });
  });

  it('an endless list is cut and said', () => {
    const many = Array.from({ length: 230 }, () => ({ op: 'delta', path: '/主角/金币', value: 1 }));
    const { tree, refused } = patch(base, many);
    expect(tree.主角.金币).toBe(250);
    expect(new Set(refused)).toEqual(new Set(['too-many']));
  });

  it('large and small numbers add up exactly', () => {
    const sums: [number, number, number][] = [
      [9007199254740, 1, 9007199254741],
      [0.1, 0.2, 0.3],
      [1e21, 1, 1e21 + 1],
      [1e-7, 2e-7, 3e-7],
      [-5, 5, 0],
      [123456789.12, 0.01, 123456789.13],
    ];
    for (const [a, b, sum] of sums) {
      const start = patch(base, [{ op: 'replace', path: '/主角/金币', value: a }]).record;
      expect(patch(start, [{ op: 'delta', path: '/主角/金币', value: b }]).tree.主角.金币).toBe(sum);
    }
    const huge = patch(base, [{ op: 'replace', path: '/主角/金币', value: 1.7e308 }]).record;
    expect(patch(huge, [{ op: 'delta', path: '/主角/金币', value: 1.7e308 }]).refused).toEqual(['not-a-number']);
  });
});

describe('the record', () => {
  it('without data every update is refused, and said', () => {
    const effect = { kind: 'mvu', operations: [{ op: 'replace', path: '/a', value: 1 }], source: 'mvu' } as const;
    expect(applyMvu(null, effect)).toMatchObject({ record: null, results: [{ ok: false, code: 'missing' }] });
  });

  it('6.2 g: keys of others and lists of others’ scripts survive', () => {
    const { record } = patch({ ...base, 脚本: [1, 2], $own: { a: 1 } }, [
      { op: 'delta', path: '/主角/金币', value: 1 },
    ]);
    expect([record['脚本'], record['$own']]).toEqual([[1, 2], { a: 1 }]);
  });

  it('the zod dialect keeps its mark and drops the display copies', () => {
    const old: JsonObject = { ...zod, display_data: {}, delta_data: {} };
    const { record } = patch(old, [
      { op: 'replace', path: '/_族', value: '鬼' },
      { op: 'delta', path: '/主角/金币', value: 1 },
    ]);
    expect(Object.keys(record).sort()).toEqual(['initialized_lorebooks', 'schema', 'stat_data']);
    expect((record['stat_data'] as Tree)._族).toBe('人');
  });

  it('display data tells insertions at the container and removals at the place', () => {
    const { record } = patch(base, [
      { op: 'insert', path: '/主角/技能/火', value: { 等级: 2 } },
      { op: 'remove', path: '/主角/技能/剑术' },
      { op: 'remove', path: '/主角/仓库/0' },
    ]);
    const delta = record['delta_data'] as Tree;
    expect(JSON.stringify(delta)).toContain('REMOVED 主角.技能.剑术 (json_patch)');
    expect(JSON.stringify(delta)).not.toContain('仓库');
    expect(
      JSON.stringify(patch(base, [{ op: 'insert', path: '/主角/仓库/-', value: '镐' }]).record['delta_data']),
    ).toBe('{"主角":{"仓库":"ASSIGNED \\"镐\\" into 主角.仓库 (json_patch)"}}');
  });

  it('a change by others becomes an exact effect, display copies and equal data none', () => {
    const theirs = structuredClone(base) as Tree;
    expect(adoptDifference(base, { ...theirs, display_data: { x: 1 } }, 'external')).toBeNull();
    theirs.stat_data.主角.金币 = 7;
    delete theirs.stat_data.世界.天气;
    theirs.stat_data.主角.双串 = ['戊', '己'];
    const effect = adoptDifference(base, theirs, 'external');
    expect(effect && applyMvu(base, effect).record?.['stat_data']).toEqual(theirs.stat_data);
    expect(adoptDifference(base, { stat_data: { a: 1 } }, 'external')).toBeNull();
    expect(adoptDifference(null, theirs, 'external')).toMatchObject({ kind: 'mvu-init' });
  });
});

describe('cards', () => {
  it('6.2 n: are never written', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const writers = files.filter((name) =>
      /writeExtensionField|\/api\/characters\/(?!chats\b)/.test(readFileSync(`src/${name}`, 'utf8')),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(writers).toEqual([]);
  });
});

describe('new initial keys', () => {
  it('6.2 k: existing values win, new places and descriptions come, what the story removed stays away', async () => {
    const now = patch(base, [
      { op: 'delta', path: '/主角/金币', value: -50 },
      { op: 'remove', path: '/主角/技能/剑术' },
    ]).record;
    const initial = await recordFrom(
      baseYaml
        .replace('[80, "0-100"]', '[90, "0 to 120"]')
        .replace('备注: null', '备注: null\n  声望: {$meta: {extensible: true}}') + '\n季节: 秋\n',
    );
    const { effect, added, refreshed } = findNewKeys(now, initial);
    expect([...added].sort()).toEqual(['主角.声望', '季节'].sort());
    expect(refreshed).toEqual(['主角.体力']);
    const after = applyMvu(now, effect!).record!;
    expect(after['stat_data'] as Tree).toMatchObject({
      季节: '秋',
      主角: { 金币: 0, 体力: [80, '0 to 120'], 技能: {} },
    });
    expect(patch(after, [{ op: 'insert', path: '/主角/声望/渔帮', value: 1 }]).refused).toEqual([]);
    expect(patch(after, [{ op: 'insert', path: '/主角/任务/支线', value: 1 }]).refused).toEqual(['locked']);
    expect(findNewKeys(after, initial).effect).toBeNull();
  });
});

describe('texts', () => {
  it('6.2 h: the message gets one block and one mark, whatever the model printed', () => {
    const ops = [{ op: 'replace', path: '/a', value: '</JSONPatch>' }];
    const text = withMvuParts(
      '船走了。<StatusPlaceHolderImpl/>\n<status_current_variable>a: 1</status_current_variable>',
      ops,
    );
    expect(text.match(/<StatusPlaceHolderImpl\/>/g)).toHaveLength(1);
    expect(text.startsWith('船走了。\n\n<UpdateVariable>')).toBe(true);
    expect(text).not.toContain('status_current');
    expect(withoutMvuParts(text)).toBe('船走了。');
    expect(withMvuParts(text, null)).toBe(text);
  });

  it.each([
    '<StatusPlaceHolderImpl/>船走了。',
    '船<statusplaceholderimpl />走了。<StatusPlaceHolderImpl/>',
    '船走了。\n\n<StatusPlaceHolderImpl/>\n<StatusPlaceHolderImpl/>',
  ])('6.2 h: exactly one mark, at the end and after the block, of %j', (printed) => {
    const ops = [{ op: 'replace', path: '/a', value: 1 }];
    for (const operations of [ops, [], null]) {
      const text = withMvuParts(printed, operations);
      expect(text.match(/<StatusPlaceHolderImpl\s*\/>/gi)).toHaveLength(1);
      expect(text.endsWith('\n\n<StatusPlaceHolderImpl/>')).toBe(true);
      expect(withMvuParts(text, null)).toBe(text);
    }
  });

  it('the block we write is read back as it was', async () => {
    const record = await recordFrom('a: x');
    const ops = [{ op: 'replace', path: '/a', value: 'b </JSONPatch> "c" \n d' }];
    expect((await say(record, withMvuParts('船走了。', ops))).tree).toEqual({ a: 'b </JSONPatch> "c" \n d' });
  });

  it('blocks, marks, echoes and initial variables leave the text agents read', () => {
    const text = `一。\n\n${block('[]')}\n<update>x</update>二。<json_patch>[]</json_patch>\n<initvar>a: 1</initvar>`;
    expect(withoutMvuParts(text)).toBe('一。二。');
    expect(withoutMvuParts('a < b')).toBe('a < b');
  });

  it('the state text shows described values, lists of objects and `_`, hides `$`, and cuts nothing', async () => {
    const record = await recordFrom(
      '体力: [80, "0-100"]\n$秘: 1\n_族: 人\n空: {}\n包: [绳, 灯]\n人:\n  - {名: 阿芜, 好感: [3, "-10~10"]}\n深: {a: {b: {c: {d: {e: {f: 底}}}}}}',
      'zod',
    );
    expect(renderTree(record, 'zh')).toBe(
      [
        '体力: 80（0-100）',
        '_族: 人',
        '空: {}',
        '包: 绳, 灯',
        '人:',
        '  - 名: 阿芜',
        '    好感: 3（-10~10）',
        '深:',
        '  a:',
        '    b:',
        '      c:',
        '        d:',
        '          e:',
        '            f: 底',
      ].join('\n'),
    );
  });

  it('a list that may grow is never taken for a described value', () => {
    expect(renderTree(base, 'en')).toContain('仓库: 绳索, 火把');
    expect(renderTree(base, 'en')).toContain('体力: 80 (0-100)');
    expect(renderTree(base, 'en')).toContain('双串: 甲 (乙)');
  });

  it('a diff names places, old and new', () => {
    const after = patch(base, [
      { op: 'delta', path: '/主角/金币', value: -5 },
      { op: 'replace', path: '/主角/体力', value: 60 },
      { op: 'remove', path: '/主角/技能/剑术' },
      { op: 'insert', path: '/主角/技能/游泳', value: { 等级: 2 } },
    ]).tree;
    expect(renderDiff(diffTrees(statDataOf(base), after), 'en')).toEqual([
      '主角.金币: 50 → 45',
      '主角.体力: 80 → 60',
      '主角.技能.剑术: {"等级":3,"描述":"熟练"} (removed)',
      '主角.技能.游泳: {"等级":2,"描述":"待定"} (new)',
    ]);
  });
});
