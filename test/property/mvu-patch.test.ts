/** A hundred thousand hostile and careless patches: nothing is polluted, nothing throws, nothing is done by half. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMvu } from '../../src/mvu/apply-effects.ts';
import { updateRecord } from '../../src/mvu/update-record.ts';
import { ZOD_SCHEMA_MARK } from '../../src/mvu/record.ts';
import { buildSchema } from '../../src/mvu/schema/build-schema.ts';
import { type JsonObject } from '../../src/shared/json-value.ts';

const built = buildSchema(
  {
    世界: { 地点: '码头', 天气: '晴', 时: '2031-05-06' },
    主角: {
      金币: 50,
      体力: [80, '0-100'],
      仓库: ['绳', '灯', '$__META_EXTENSIBLE__$'],
      技能: { $meta: { extensible: true, template: { 等级: 1 } }, 剑: { 等级: 3 } },
      _族: '人',
    },
    列: [[1, 2], { a: null }],
  },
  null,
);
const classic: JsonObject = { stat_data: built.tree, schema: built.schema, initialized_lorebooks: {} };
const zod: JsonObject = { stat_data: built.tree, schema: ZOD_SCHEMA_MARK, initialized_lorebooks: {} };

const segment = fc.constantFrom(
  '世界',
  '地点',
  '主角',
  '金币',
  '体力',
  '仓库',
  '技能',
  '剑',
  '等级',
  '_族',
  '列',
  '0',
  '1',
  '2',
  '-',
  '-1',
  '00',
  '1e0',
  '',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'stat_data',
  '$meta',
  'a/b',
  'a~1b',
  '~',
  '新',
  'a.b',
  '[0]',
  '["x"]',
);
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(segment, { maxLength: 5 }).map((parts) => parts.map((part) => `/${part}`).join('')),
  },
  { weight: 2, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => parts.join('.')) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);
const value = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    -3,
    0.1,
    '5',
    '',
    'x',
    null,
    true,
    [],
    {},
    [60, '0-100'],
    { 等级: 2 },
    NaN,
    Infinity,
    undefined,
  ),
  fc.constant(JSON.parse('{"__proto__":{"polluted":1}}')),
  fc.constant({ constructor: { prototype: { polluted: 1 } } }),
  fc.jsonValue({ maxDepth: 2 }),
);
const patchItem = fc.record(
  {
    op: fc.constantFrom('replace', 'delta', 'insert', 'add', 'remove', 'move', 'test', 'copy', 'Replace', '__proto__'),
    path,
    from: path,
    to: path,
    value,
  },
  { requiredKeys: ['op'] },
);
const command = fc.record({
  command: fc.constantFrom('set', 'insert', 'remove', 'add', 'constructor'),
  args: fc.array(fc.oneof(path, value), { maxLength: 4 }),
});
const operation = fc.oneof(
  { weight: 8, arbitrary: patchItem },
  { weight: 3, arbitrary: command },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 1, 'x', [], undefined) },
);

const prototypes = () =>
  JSON.stringify([Object.prototype, Array.prototype, Function.prototype].map((p) => Object.getOwnPropertyNames(p)));

describe('fuzzed patches', () => {
  it('never pollute, throw, change the old record or leave half an operation', () => {
    const before = prototypes();
    const frozen = JSON.stringify([classic, zod]);
    let count = 0;
    fc.assert(
      fc.property(fc.array(operation, { minLength: 5, maxLength: 12 }), fc.boolean(), (operations, isZod) => {
        count += operations.length;
        const start = isZod ? zod : classic;
        const whole = updateRecord(start, operations);
        expect(whole.results).toHaveLength(operations.length);
        expect(plain(whole.record['stat_data'])).toBe(true);
        // One at a time, only those that were done: the same tree, so the refused ones left nothing behind.
        const tree = whole.record['stat_data'];
        const done = operations.filter((_, i) => whole.results[i]?.ok);
        expect(updateRecord(start, done).record['stat_data']).toEqual(tree);
        if (done.length === 0) expect(tree).toBe(start['stat_data']);
      }),
      { numRuns: 13_000 },
    );
    expect(count).toBeGreaterThan(100_000);
    expect(prototypes()).toBe(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(JSON.stringify([classic, zod])).toBe(frozen);
  });

  it('exact differences keep the same promises', () => {
    const before = prototypes();
    fc.assert(
      fc.property(fc.array(patchItem, { maxLength: 8 }), (operations) => {
        const effect = {
          kind: 'mvu',
          exact: true,
          source: 'external',
          operations: operations as JsonObject[],
        } as const;
        expect(plain(applyMvu(classic, effect).record)).toBe(true);
      }),
      { numRuns: 4_000 },
    );
    expect(prototypes()).toBe(before);
  });
});

/** Only what JSON holds, with ordinary prototypes. */
function plain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return Object.keys(value).length === value.length && value.every(plain);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.getOwnPropertyNames(value).every((key) => key !== '__proto__' && plain((value as JsonObject)[key]));
}
