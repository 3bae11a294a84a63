import { describe, expect, it } from 'vitest';
import { fillTemplate } from '../../../src/shared/template.ts';

describe('fillTemplate', () => {
  it('fills every place, the same one twice', () => {
    expect(fillTemplate('{{a}} and {{b}} and {{a}}', { a: '1', b: '2' })).toBe('1 and 2 and 1');
  });
  it('does not fill places inside a value', () => {
    expect(fillTemplate('{{a}}|{{b}}', { a: '{{b}}', b: '$&' })).toBe('{{b}}|$&');
  });
  it('throws for a place without a value', () => {
    expect(() => fillTemplate('{{a}}{{b}}', { a: '1' })).toThrow(/\{\{b\}\}/);
  });
  it('throws for a value without a place', () => {
    expect(() => fillTemplate('{{a}}', { a: '1', b: '2' })).toThrow(/\bb\b/);
  });
  it('takes no value from the prototype', () => {
    expect(() => fillTemplate('{{constructor}}', {})).toThrow(RangeError);
  });
});
