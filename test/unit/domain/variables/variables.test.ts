/** Layers, keys, policies: what a read sees and what a write leads to. */
import { describe, expect, it } from 'vitest';
import { type VariableWrite } from '../../../../src/domain/timeline/effect.ts';
import { externalChanges, markOf, projectionChanges } from '../../../../src/domain/variables/host-projection.ts';
import {
  resolveAllVariables,
  resolveVariable,
  type ScopedLayer,
} from '../../../../src/domain/variables/resolve-variables.ts';
import { readLayer, writeLayer } from '../../../../src/domain/variables/variable-layer.ts';
import { type LayerValue } from '../../../../src/domain/world.ts';
import { type JsonValue } from '../../../../src/shared/json-value.ts';

const layer = (values: Record<string, JsonValue>): Record<string, LayerValue> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }]));
const written = (values: Record<string, JsonValue>, key: string, write: VariableWrite) => {
  const copy = layer(values);
  const refusal = writeLayer(copy, key, write);
  return refusal ?? copy;
};
const set = (value: JsonValue, policy?: Extract<VariableWrite, { op: 'set' }>['policy']): VariableWrite =>
  policy ? { op: 'set', value, policy } : { op: 'set', value };

describe('resolving', () => {
  it('AC4: takes the narrowest layer that says anything, in resolve and resolveAll alike', () => {
    const scopes = ['page', 'floor', 'branch', 'chat', 'global'] as const;
    for (let from = 0; from < scopes.length; from += 1) {
      const layers: ScopedLayer[] = scopes
        .slice(from)
        .map((scope) => ({ scope, values: layer({ k: 5 - scopes.indexOf(scope) }) }));
      const expected = { value: 5 - from, scope: scopes[from] };
      expect(resolveVariable(layers, 'k')).toEqual(expected);
      expect(resolveAllVariables(layers).get('k')).toEqual(expected);
    }
  });

  it('I2: agrees with resolveAll for every key, masks and paths included', () => {
    const layers: ScopedLayer[] = [
      { scope: 'page', values: { ...layer({ a: { b: 1 } }), hidden: { masked: true } } },
      { scope: 'branch', values: layer({ 'a.b': 2, hidden: 3, list: [1, { x: 4 }] }) },
    ];
    for (const [key, value] of resolveAllVariables(layers)) expect(resolveVariable(layers, key)).toEqual(value);
    expect(resolveAllVariables(layers).has('hidden')).toBe(false);
    expect(resolveVariable(layers, 'hidden')).toBeNull();
    expect(resolveVariable(layers, 'a.b')).toEqual({ value: 1, scope: 'page' });
    expect(resolveVariable(layers, '/list/1/x')).toEqual({ value: 4, scope: 'branch' });
  });

  it('looks a dotted key up by its name first', () => {
    expect(readLayer(layer({ 'a.b': 1, a: { b: 2 } }), 'a.b')).toEqual({ value: 1 });
    expect(readLayer(layer({ a: { b: null } }), 'a.b')).toEqual({ value: null });
    expect(readLayer(layer({ a: 1 }), 'a.b')).toBeUndefined();
  });
});

describe('writing', () => {
  it.each([
    ['replace', {}, set(1), { k: 1 }],
    ['if_absent on nothing', {}, set(1, 'if_absent'), { k: 1 }],
    ['if_absent on something', { k: 0 }, set(1, 'if_absent'), { k: 0 }],
    ['add', { k: 2 }, set(3, 'add'), { k: 5 }],
    ['add on nothing', {}, set(3, 'add'), { k: 3 }],
    ['max', { k: 2 }, set(1, 'max'), { k: 2 }],
    ['min', { k: 2 }, set(1, 'min'), { k: 1 }],
    ['append_unique', { k: [1] }, set([1, 2], 'append_unique'), { k: [1, 2] }],
    ['append_unique of one', { k: [{ a: 1 }] }, set({ a: 1 }, 'append_unique'), { k: [{ a: 1 }] }],
    ['patch', { k: { a: 1 } }, set([{ op: 'replace', path: '/a', value: 2 }], 'patch'), { k: { a: 2 } }],
    ['patch into a list', { k: [1, 3] }, set([{ op: 'add', path: '/1', value: 2 }], 'patch'), { k: [1, 2, 3] }],
    ['null as an ordinary value', { k: 1 }, set(null), { k: null }],
  ] as const)('%s', (_name, before, write, after) => {
    expect(written(before, 'k', write)).toEqual(layer(after));
  });

  it.each([
    ['add to a text', { k: 'x' }, set(1, 'add'), 'not-a-number'],
    ['add a text', { k: 1 }, set('x', 'add'), 'not-a-number'],
    ['append to a number', { k: 1 }, set(1, 'append_unique'), 'not-a-list'],
    [
      'a patch whose test fails',
      { k: { a: 1 } },
      set(
        [
          { op: 'test', path: '/a', value: 2 },
          { op: 'remove', path: '/a' },
        ],
        'patch',
      ),
      'patch-failed',
    ],
    ['a patch into a missing parent', { k: {} }, set([{ op: 'add', path: '/a/b', value: 1 }], 'patch'), 'patch-failed'],
    [
      'a patch on a forbidden name',
      { k: {} },
      set([{ op: 'add', path: '/__proto__/x', value: 1 }], 'patch'),
      'patch-failed',
    ],
    ['what is too large', {}, set('长'.repeat(30_000)), 'too-large'],
  ] as const)('refuses %s and leaves the layer alone', (_name, before, write, refusal) => {
    const copy = layer(before);
    expect(writeLayer(copy, 'k', write)).toBe(refusal);
    expect(copy).toEqual(layer(before));
  });

  it.each(['__proto__', 'a.__proto__.b', '/constructor/prototype', 'prototype', '', '  '])(
    'refuses the key %j',
    (key) => {
      expect(written({}, key, set(1))).toBe('key-refused');
      expect(({} as Record<string, unknown>)['b']).toBeUndefined();
    },
  );

  it('goes into a value where the key is a path to it, and never through a plain value', () => {
    expect(written({ a: { b: 1 } }, 'a.c', set(2))).toEqual(layer({ a: { b: 1, c: 2 } }));
    expect(written({}, 'a.c', set(2))).toEqual(layer({ 'a.c': 2 }));
    expect(written({ a: [1] }, '/a/-', set(2))).toEqual(layer({ a: [1, 2] }));
    expect(written({ a: 5 }, '/a/b', set(null))).toBe('path-blocked');
  });

  it('takes a value away, or masks it for wider layers', () => {
    expect(written({ k: 1, j: 2 }, 'k', { op: 'unset' })).toEqual(layer({ j: 2 }));
    expect(written({ a: { b: 1, c: 2 } }, 'a.b', { op: 'unset' })).toEqual(layer({ a: { c: 2 } }));
    expect(written({ k: 1 }, 'k', { op: 'mask' })).toEqual({ k: { masked: true } });
    expect(written({ k: 1 }, 'none', { op: 'unset' })).toEqual(layer({ k: 1 }));
  });
});

describe('the projection into the host', () => {
  it('writes what differs, removes what it wrote before, and leaves the rest alone', () => {
    const host = { mine: 1, gone: 2, theirs: 3, 'state.hp': 4 };
    const mark = markOf({ mine: 1, gone: 2, theirs: 3 }, layer({ mine: 1, gone: 2 }));
    expect(projectionChanges(layer({ mine: 9, 'state.x': 1 }), host, mark)).toEqual({ mine: 9, gone: undefined });
  });

  it('finds what scripts changed since, and nothing else', () => {
    const before = { kept: 1, changed: 1, removed: 1, refolded: 1 };
    const mark = markOf(before, layer(before));
    const now = layer({ kept: 1, changed: 1, removed: 1, refolded: 5 });
    const host = { kept: 1, changed: 2, refolded: 1, fresh: 'x', 'state.hp': 9, large: 'x'.repeat(5_000) };
    expect(externalChanges(now, host, mark)).toEqual([
      { kind: 'variable', scope: 'branch', key: 'changed', write: { op: 'set', value: 2 }, source: 'external' },
      { kind: 'variable', scope: 'branch', key: 'fresh', write: { op: 'set', value: 'x' }, source: 'external' },
      { kind: 'variable', scope: 'branch', key: 'removed', write: { op: 'unset' }, source: 'external' },
    ]);
  });
});
