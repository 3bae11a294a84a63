import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { noted, renderOutputFormat } from '../../../src/agents/output-format.ts';

const schema = z.object({
  first: noted(z.string(), '第一', 'the first'),
  count: noted(z.int(), '几个', 'how many'),
  maybe: noted(z.optional(z.array(z.number())), '也许', 'perhaps'),
  word: z.enum(['a', 'b']),
  things: z.array(
    z.union([z.object({ type: z.literal('x'), n: z.number() }), z.object({ type: z.literal('y'), free: z.json() })]),
  ),
  map: noted(z.record(z.string(), z.unknown()), '任意', 'anything'),
});

describe('renderOutputFormat', () => {
  it('sketches the JSON in the order of the schema and explains a list of shapes below it', () => {
    expect(renderOutputFormat(schema, 'en')).toBe(
      [
        '{',
        '  "first": "<the first>",',
        '  "count": <whole number, how many>,',
        '  "maybe": [<number>],',
        '  "word": "<a | b>",',
        '  "things": […],',
        '  "map": { <anything> }',
        '}',
        'Each item of things is one of:',
        '{ "type": "x", "n": <number> }',
        '{ "type": "y", "free": <any value> }',
      ].join('\n'),
    );
  });
  it('speaks Chinese', () => {
    const text = renderOutputFormat(schema, 'zh');
    expect(text).toContain('"count": <整数，几个>');
    expect(text).toContain('things 的每一项是以下之一：');
  });
  it('leaves out the notes when asked, and keeps names and kinds', () => {
    const text = renderOutputFormat(schema, 'en', { notes: false });
    expect(text).not.toContain('the first');
    expect(text).toContain('"first": "<…>"');
    expect(text).toContain('"count": <whole number>');
  });
  it('says of an optional text that it is one', () => {
    const optional = z.object({ why: noted(z.optional(z.string()), '缘由', 'reason') });
    expect(renderOutputFormat(optional, 'en')).toContain('"why": "<reason, optional>"');
  });
});
