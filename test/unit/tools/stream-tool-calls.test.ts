/** Calls are handed out as soon as they are closed, whatever pieces the stream comes in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeToolCallStream } from '../../../src/tools/stream-tool-calls.ts';

const plan = (calls: unknown[], rest: object = {}): string =>
  JSON.stringify({ intent: 'x', tool_calls: calls, ...rest });
const calls = [
  { tool: 'roll_dice', params: { expr: '1d20', note: 'a ] } " \\ [ {' }, reason: '"tool_calls": [' },
  { tool: 'deep', params: { list: [[{ a: [1, { b: 2 }] }]] } },
  { tool: '中文', params: {} },
];

function feed(text: string, cuts: readonly number[]): unknown[] {
  const stream = makeToolCallStream();
  const ends = [...new Set([...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b);
  return ends.flatMap((end) => stream.push(text.slice(0, end))).map((element) => JSON.parse(element) as unknown);
}

describe('streamed calls', () => {
  it('are each given once, in order, wherever the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2_000)), (cuts) => {
        expect(feed(plan(calls, { tone: 'calm' }), cuts)).toEqual(calls);
      }),
    );
  });

  it('are given before the plan is over', () => {
    const stream = makeToolCallStream();
    const text = plan(calls);
    const end = text.indexOf('{"tool":"deep"');
    expect(stream.push(text.slice(0, end))).toHaveLength(1);
    expect(stream.push(text.slice(0, end + 3))).toHaveLength(0);
    expect(stream.push(text)).toHaveLength(2);
  });

  it.each([
    ['a fence', '```json\n', '\n```'],
    ['thinking', '<think>shall I "roll"? it\'s [likely]</think>\n', ''],
    ['a greeting', 'Here is the plan: ', ' Done.'],
  ])('are found behind %s', (_, before, after) => {
    expect(feed(`${before}${plan(calls)}${after}`, [10, 50, 90])).toEqual(calls);
  });

  it('are only those of the answer itself', () => {
    const elsewhere = JSON.stringify({
      note: { tool_calls: [{ tool: 'no' }] },
      text: '"tool_calls":[{"tool":"no"}]',
      tool_calls: [],
    });
    expect(feed(elsewhere, [20, 40])).toEqual([]);
    expect(feed('{"other":[{"tool":"no"}],"tool_calls":"none"}', [])).toEqual([]);
  });

  it('start over when the planner is asked again', () => {
    const stream = makeToolCallStream();
    expect(stream.push(plan([calls[0]]))).toHaveLength(1);
    expect(stream.push('{"tool')).toHaveLength(0);
    expect(stream.push(plan([calls[2]]))).toHaveLength(1);
  });

  it('never throw, whatever streams', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'tool_calls', '"tool_calls":[', 'x')),
        (parts) => {
          const stream = makeToolCallStream();
          let text = '';
          for (const part of parts) stream.push((text += part));
        },
      ),
    );
  });
});
