/** Parameters are checked and converted before a tool runs. */
import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../src/shared/json-value.ts';
import { validateParams } from '../../../src/tools/validate-params.ts';

const one = (schema: JsonObject, value: JsonObject[string]) => {
  const result = validateParams({ x: value }, { type: 'object', properties: { x: schema } });
  return result.ok ? result.value.params['x'] : result.error[0];
};

describe('conversions', () => {
  it.each([
    [{ type: 'number' }, '3.5', 3.5],
    [{ type: 'number' }, '１２', 12],
    [{ type: 'integer' }, ' 4 ', 4],
    [{ type: 'string' }, 7, '7'],
    [{ type: 'boolean' }, 'True', true],
    [{ type: 'boolean' }, '否', false],
    [{ type: 'boolean' }, 0, false],
    [{ type: 'array', items: { type: 'string' } }, 'a', ['a']],
    [{ type: 'array', items: { type: 'number' } }, ['1', 2], [1, 2]],
    [{ type: ['number', 'null'] }, null, null],
    [{ enum: ['Fire', 'Ice'] }, 'fire ', 'Fire'],
    [{ type: 'integer', enum: [1, 2] }, '2', 2],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, 'x', 'x'],
    [{ oneOf: [{ type: 'boolean' }, { type: 'integer' }] }, '5', 5],
    [
      { type: 'object', properties: { a: { type: 'number' } } },
      { a: '1', b: 2 },
      { a: 1, b: 2 },
    ],
    [{}, { any: [1] }, { any: [1] }],
    [{ type: 'mystery' }, 1, 1],
  ])('%j makes %j into %j', (schema, given, value) => {
    expect(one(schema as JsonObject, given as never)).toEqual(value);
  });

  it('says each of them, and is silent when nothing changed', () => {
    const schema: JsonObject = {
      properties: { dc: { type: 'number' }, deep: { type: 'object', properties: { n: { type: 'integer' } } } },
    };
    const result = validateParams({ dc: '15', deep: { n: '2' } }, schema);
    expect(result.ok && result.value.coercions).toEqual(['dc: "15" → 15', 'deep.n: "2" → 2']);
    const same = validateParams({ dc: 15 }, schema);
    expect(same.ok && same.value.coercions).toEqual([]);
  });
});

describe('problems', () => {
  it.each([
    [{ type: 'number' }, 'many', 'x: expected number, got "many"'],
    [{ type: 'number' }, '', 'x: expected number, got ""'],
    [{ type: 'integer' }, 1.5, 'x: expected integer, got 1.5'],
    [{ type: 'string' }, { a: 1 }, 'x: expected string, got {"a":1}'],
    [{ type: 'object' }, 'x', 'x: expected object, got "x"'],
    [{ enum: ['a', 'b'] }, 'c', 'x: expected one of "a", "b", got "c"'],
    [{ const: 3 }, 4, 'x: expected one of 3, got 4'],
    [{ type: 'number', minimum: 1, maximum: 5 }, 9, 'x: the value 9 is above 5'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'x: the value 0 must be above 0'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'x: the length 3 is above 2'],
    [{ type: 'array', minItems: 1 }, [], 'x: the number of items 0 is below 1'],
    [{ type: 'array', items: { type: 'number' } }, [1, 'x'], 'x[1]: expected number, got "x"'],
    [{ type: 'object', required: ['a'] }, {}, 'x.a: is required'],
  ])('%j refuses %j', (schema, given, problem) => {
    expect(one(schema as JsonObject, given as never)).toBe(problem);
  });

  it('names every required parameter that is missing; null counts as left out', () => {
    const schema: JsonObject = { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] };
    const result = validateParams({ a: null }, schema);
    expect(result.ok ? [] : result.error).toEqual(['a: is required', 'b: is required']);
  });

  it('fills defaults, leaves out what is closed, and never takes a name that reaches a prototype', () => {
    const schema: JsonObject = { properties: { a: { type: 'string', default: 'x' } }, additionalProperties: false };
    const result = validateParams(JSON.parse('{"b":1,"__proto__":{"c":1}}') as JsonObject, schema);
    expect(result.ok && result.value.params).toEqual({ a: 'x' });
  });

  it('never runs a pattern and never recurses without end', () => {
    expect(one({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)).toHaveLength(61);
    let deep: JsonObject = { type: 'number' };
    let value: JsonObject[string] = 1;
    for (let i = 0; i < 40; i += 1) {
      deep = { type: 'object', properties: { x: deep } };
      value = { x: value };
    }
    expect(one(deep, value)).toMatch(/nested too deep/);
  });
});
