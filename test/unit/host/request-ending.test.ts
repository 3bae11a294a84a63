import { describe, expect, it } from 'vitest';
import { requestEnding, type EndingFacts } from '../../../src/host/request-ending.ts';
import { unsentTrace, type RequestTrace } from '../../../src/host/request-trace.ts';

const trace = (over: Partial<RequestTrace>): RequestTrace => ({
  ...unsentTrace,
  outcome: 'complete',
  status: 200,
  ...over,
});
const facts = (over: Partial<EndingFacts>): EndingFacts => ({
  trace: trace({ closed: true, finish: 'stop', textLength: 5 }),
  stopped: false,
  timedOut: null,
  prose: true,
  now: 0,
  ...over,
});
const nameOf = (over: Partial<EndingFacts>): string => {
  const ending = requestEnding(facts(over));
  return ending.kind === 'failed' ? ending.error.code : ending.kind;
};
const refusal = { status: 500, statusText: '', message: '', code: '', retryAfter: '' };

describe('how a request ended', () => {
  it('is finished when it was read to a proper end', () => {
    expect(requestEnding(facts({}))).toMatchObject({ kind: 'finished', finish: 'stop' });
    expect(nameOf({ trace: trace({ closed: true, textLength: 1 }) })).toBe('finished');
    expect(nameOf({ trace: trace({ finish: 'length', textLength: 1 }) })).toBe('finished');
  });

  it.each([
    ['the watchdog, even when its stop looks like the player’s', { timedOut: 'gap', stopped: true }, 'model.timeout'],
    ['a stop in the middle', { stopped: true, trace: trace({ outcome: 'aborted' }) }, 'stopped'],
    ['a stop after the end', { stopped: true }, 'finished'],
    ['an abort by somebody else', { trace: trace({ outcome: 'aborted' }) }, 'stopped'],
    ['a refusal', { trace: trace({ refusal }) }, 'model.server'],
    ['a refusal in mid-stream', { trace: trace({ refusal, textLength: 9 }) }, 'model.server'],
    ['no line', { trace: trace({ outcome: 'unreachable', status: null }), prose: false }, 'model.network'],
    ['a line that broke', { trace: trace({ outcome: 'broken' }) }, 'model.cut-stream'],
    ['a quiet early end', { trace: trace({ textLength: 4 }) }, 'model.cut-stream'],
    ['a quiet end before anything', { trace: trace({}), prose: false }, 'model.cut-stream'],
    ['an empty answer', { trace: trace({ closed: true, finish: 'stop' }), prose: false }, 'model.empty'],
    [
      'thinking that ate the budget',
      { trace: trace({ closed: true, finish: 'length', reasoningLength: 9 }), prose: false },
      'model.budget-eaten',
    ],
    ['a filtered answer', { trace: trace({ closed: true, finish: 'filter' }), prose: false }, 'model.refused'],
    ['a request that never left', { trace: unsentTrace, prose: false }, 'model.network'],
  ] as const)('is told for %s', (_name, over, wanted) => {
    expect(nameOf(over)).toBe(wanted);
  });
});
