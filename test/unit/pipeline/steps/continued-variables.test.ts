/** What a continuation adds to the variables: nothing twice, nothing lost, also where the earlier text is not known. */
import { describe, expect, it } from 'vitest';
import { type Effect } from '../../../../src/domain/timeline/effect.ts';
import { continuedVariables } from '../../../../src/pipeline/steps/continued-variables.ts';

const block = (value: number): string =>
  `<UpdateVariable>\n<JSONPatch>[{"op":"delta","path":"/coins","value":${value}}]</JSONPatch>\n</UpdateVariable>`;
const update = (value: number) => ({ op: 'delta', path: '/coins', value });
const mvu = (...values: number[]): Effect => ({ kind: 'mvu', operations: values.map(update), source: 'mvu' });
const outside: Effect = { kind: 'mvu', operations: [update(9)], source: 'external', exact: true };

describe('a continuation', () => {
  it.each([
    ['with another update', `Ten. ${block(-10)}`, `Ten. ${block(-10)} Five. ${block(-5)}`, [mvu(-5)]],
    ['without one', `Ten. ${block(-10)}`, `Ten. ${block(-10)} And on.`, []],
    ['of a text that had none', 'Ten.', `Ten. Five. ${block(-5)}`, [mvu(-5)]],
    ['of a text nobody knows any more', null, `Ten. ${block(-10)} Five. ${block(-5)}`, [mvu(-5)]],
  ])('%s', async (_what, before, now, expected) => {
    expect(await continuedVariables({ before, now }, [mvu(-10), outside])).toEqual(expected);
  });
});
