import { describe, expect, it } from 'vitest';
import { NarrativeError, type ErrorCode, type ErrorFacts } from '../../../src/domain/errors.ts';
import { type RunId } from '../../../src/domain/ids.ts';
import { type PromptMessage } from '../../../src/domain/prompt/segment.ts';
import { type Rung, type RunEvent } from '../../../src/domain/run/run.ts';
import { type AgentSettings } from '../../../src/domain/settings.ts';
import { type AgentCall, type CallDeps } from '../../../src/pipeline/agent-call.ts';
import { callAgent } from '../../../src/pipeline/call-agent.ts';
import { makeJournal } from '../../../src/pipeline/journal.ts';
import { deepFreeze } from '../../../src/shared/deep-freeze.ts';
import { readAnswer } from '../../../src/shared/read-answer.ts';
import { err, ok, type Result } from '../../../src/shared/result.ts';
import { analysisShape } from '../../fixtures/answers/shapes.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { scriptedModel, type ScriptedStep } from '../../support/scripted-model.ts';

const messages: readonly PromptMessage[] = deepFreeze([
  { role: 'system', content: 'Record what happened.' },
  { role: 'user', content: 'Mara cuts the rope.' },
]);
const settings = { profile: '' } as AgentSettings;
const good = '{"summary_entries":["Mara cut the rope."],"events":[]}';

function read(text: string): Result<unknown, NarrativeError> {
  const answer = readAnswer(text, analysisShape);
  if (answer.ok) return ok(answer.value.value);
  const { kind, message } = answer.error;
  const code = kind === 'cut-off' ? 'answer.cut-off' : kind === 'not-json' ? 'answer.not-json' : 'answer.invalid';
  return err(new NarrativeError(code, { message }));
}

interface Options {
  readonly retries?: number;
  readonly call?: Partial<AgentCall<unknown>>;
  readonly language?: 'zh' | 'en';
  readonly signal?: AbortSignal;
}

async function play(steps: readonly ScriptedStep[], options: Options = {}) {
  const model = scriptedModel(steps);
  const clock = fakeClock();
  const rungs: Rung[] = [];
  const waits: (number | null)[] = [];
  const journal = makeJournal('run' as RunId, clock, () => undefined);
  const deps: CallDeps = {
    model,
    clock,
    journal,
    nextId: countingIds('call').next,
    estimate: (text: string) => text.length,
    chance: () => 0.5,
    retries: options.retries ?? 2,
    rungs,
    onWait: (until) => waits.push(until),
    screenLanguage: () => options.language ?? 'en',
  };
  const call: AgentCall<unknown> = {
    slot: 'analysis',
    messages,
    promptTokens: 20,
    cut: [],
    settings,
    maxTokens: 500,
    read,
    repair: (problem) => `Again, please: ${problem}`,
    ...options.call,
  };
  const outcome = await callAgent(deps, call, options.signal ?? new AbortController().signal);
  model.finish();
  return { outcome, model, clock, rungs, waits, events: journal.all() };
}

const failing = (code: ErrorCode, facts: ErrorFacts = {}): ScriptedStep => ({ fail: new NarrativeError(code, facts) });
const types = (events: readonly RunEvent[]): string[] => events.map(({ type }) => type);

describe('one call', () => {
  it('that goes well: one request, two lines in the journal, no rung', async () => {
    const { outcome, model, events, rungs } = await play([{ say: good }]);
    expect(outcome).toEqual({ ok: true, value: { summary_entries: ['Mara cut the rope.'], events: [] } });
    expect(model.requests[0]).toMatchObject({ slot: 'analysis', messages, maxTokens: 500, reasoning: 'low' });
    expect(types(events)).toEqual(['call.started', 'call.completed']);
    expect(events[0]).toMatchObject({ callId: 'call1', attempt: 1, promptTokens: 20, model: 'scripted-1' });
    expect(rungs).toEqual([]);
  });

  it('hands the text on as it comes', async () => {
    const seen: string[] = [];
    await play([{ say: good }], { call: { onText: (text) => seen.push(text) } });
    expect(seen).toEqual([good]);
  });
});

describe('what passes by itself is tried again', () => {
  const passing: ErrorCode[] = [
    'model.network',
    'model.timeout',
    'model.rate-limited',
    'model.server',
    'model.cut-stream',
    'model.empty',
  ];

  it.each(passing)('%s', async (code) => {
    const { outcome, rungs, clock, events, model } = await play([failing(code), { say: good }]);
    expect(outcome.ok).toBe(true);
    expect(rungs).toEqual(['retry']);
    expect(clock.sleeps).toEqual([750]);
    expect(types(events)).toEqual(['call.started', 'call.failed', 'rung.used', 'call.started', 'call.completed']);
    expect(model.requests[1]?.messages).toEqual(messages);
  });

  it('with longer and longer waits that the player can see, and not for ever', async () => {
    const { outcome, clock, waits, rungs } = await play([
      failing('model.server'),
      failing('model.server'),
      failing('model.server'),
    ]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'model.server' } });
    expect(clock.sleeps).toEqual([750, 1_500]);
    expect(waits).toEqual([1_750, null, 3_250, null]);
    expect(rungs).toEqual(['retry']);
  });

  it('after as long as the server asks for', async () => {
    const { clock } = await play([failing('model.rate-limited', { details: { retryAfterMs: 20_000 } }), { say: good }]);
    expect(clock.sleeps).toEqual([21_000]);
  });

  it('not at all when the server asks for an hour', async () => {
    const { outcome } = await play([failing('model.rate-limited', { details: { retryAfterMs: 3_600_000 } })]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'model.rate-limited' } });
  });

  it('never when retries are off', async () => {
    const { outcome } = await play([failing('model.network')], { retries: 0 });
    expect(outcome.ok).toBe(false);
  });

  it('also for an error nobody named', async () => {
    const { outcome } = await play([{ fail: new TypeError('Failed to fetch') }, { say: good }]);
    expect(outcome.ok).toBe(true);
  });

  it('on an empty reply, in bounds', async () => {
    const { outcome } = await play([{ say: '' }, { say: ' \n' }, { say: '' }]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'model.empty' } });
  });
});

describe('what only a person can mend stops at once, with a sentence', () => {
  it.each([
    [
      'model.auth',
      'en',
      'Analysis (script · scripted-1): the key was refused. Check the key in the connection settings.',
    ],
    ['model.not-found', 'zh', '分析（script · scripted-1）：没有这个模型或地址。请检查连接里的模型名和地址。'],
    [
      'model.rejected',
      'en',
      'Analysis (script · scripted-1): the request was rejected. Check the parameters of the connection.',
    ],
  ] as const)('%s in %s', async (code, language, message) => {
    const { outcome } = await play([failing(code, { message: 'HTTP 4xx' })], { language });
    expect(outcome).toMatchObject({
      ok: false,
      error: { code, message, details: { slot: 'analysis', said: 'HTTP 4xx' } },
    });
  });

  it('refusals by the provider', async () => {
    const { outcome } = await play([{ say: { text: '', finish: 'filter' } }]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'model.refused' } });
  });

  it('refusals in half a sentence', async () => {
    const { outcome } = await play([{ say: { text: '{"summary', finish: 'filter' } }]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'model.refused' } });
  });
});

describe('a prompt that is too long', () => {
  const smaller: readonly PromptMessage[] = [{ role: 'user', content: 'short' }];
  const cut = [{ key: 'recent_turns', source: 'round:1', tokens: 9, reason: 'budget_exceeded' }] as const;
  const trim = () => Promise.resolve({ messages: smaller, segments: [], tokens: 7, cut });

  it('is made smaller once by the caller', async () => {
    const { outcome, model, rungs, events } = await play([failing('model.overflow'), { say: good }], {
      call: { trim },
    });
    expect(outcome.ok).toBe(true);
    expect(model.requests[1]?.messages).toEqual(smaller);
    expect(rungs).toEqual(['smaller-prompt']);
    const [first, second] = events.filter((event) => event.type === 'call.started');
    expect(first).toMatchObject({ promptTokens: 20, cut: [] });
    expect(second).toMatchObject({ promptTokens: 7, cut });
  });

  it('is made as small as the service says', async () => {
    const asked: (number | null)[] = [];
    await play([failing('model.overflow', { details: { contextTokens: 4_096 } }), { say: good }], {
      call: { trim: (limit) => (asked.push(limit), trim()) },
    });
    expect(asked).toEqual([4_096]);
  });

  it('ends the call when nothing more can go', async () => {
    const { outcome, rungs } = await play([failing('model.overflow')], { call: { trim: () => Promise.resolve(null) } });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'model.overflow' } });
    expect(rungs).toEqual([]);
  });

  it('is waited for no longer than until Stop', async () => {
    const stop = new AbortController();
    const trims = (): Promise<null> => {
      setTimeout(() => stop.abort(), 0);
      return new Promise(() => undefined);
    };
    const asked = play([failing('model.overflow')], { call: { trim: trims }, signal: stop.signal });
    await expect(asked).rejects.toMatchObject({ code: 'run.cancelled' });
  });

  it('is not made smaller twice', async () => {
    const { outcome } = await play([failing('model.overflow'), failing('model.overflow')], {
      call: { trim },
    });
    expect(outcome.ok).toBe(false);
  });
});

describe('the context', () => {
  it('bounds a larger answer', async () => {
    const steps = [{ say: { text: '', reasoning: 'Hm', finish: 'length' } }, { say: good }] as const;
    const { model } = await play(steps, { call: { context: 1_000 } });
    expect(model.requests.map(({ maxTokens }) => maxTokens)).toEqual([500, 980]);
    const full = await play(steps.slice(0, 1), { call: { context: 510 } });
    expect(full.outcome).toMatchObject({ ok: false, error: { code: 'model.budget-eaten' } });
  });

  it('bounds the answer that is quoted back for its repair', async () => {
    const { model } = await play([{ say: 'no '.repeat(2_000) }, { say: good }], { call: { context: 1_000 } });
    const quoted = String(model.requests[1]?.messages.at(-2)?.content);
    expect(quoted.length).toBeLessThan(480);
    expect(quoted.length).toBeGreaterThan(79);
  });

  it.each(['', 'x'])('never quotes half a character (after %j)', async (before) => {
    const { model } = await play([{ say: before + '🌙'.repeat(4_000) }, { say: good }], { call: { context: 1_000 } });
    const quoted = JSON.stringify(model.requests[1]?.messages.at(-2)?.content);
    expect(quoted).toContain('🌙');
    expect(quoted).not.toMatch(/\\ud[89a-f]/i);
  });
});

describe('a connection of its own', () => {
  const own = { settings: { profile: 'small model' } as AgentSettings };

  it.each(['model.auth', 'model.not-found', 'model.refused', 'model.overflow'] as const)(
    'that fails for good (%s) gives way to the current one, from the beginning',
    async (code) => {
      const { outcome, model, rungs } = await play([failing(code), { say: good }], { call: own });
      expect(outcome.ok).toBe(true);
      expect(model.requests.map(({ settings: { profile } }) => profile)).toEqual(['small model', '']);
      expect(model.requests[1]?.messages).toEqual(messages);
      expect(rungs).toContain('other-profile');
    },
  );

  it('is tried to the end first', async () => {
    const steps = [failing('model.server'), failing('model.server'), failing('model.server'), { say: good }];
    const { outcome, model } = await play(steps, { call: own });
    expect(outcome.ok).toBe(true);
    expect(model.requests.map(({ settings: { profile } }) => profile === '')).toEqual([false, false, false, true]);
  });

  it('an answer it cannot give is asked of the current one, without the bad answer', async () => {
    const { outcome, model } = await play([{ say: 'no' }, { say: 'no' }, { say: good }], { call: own });
    expect(outcome.ok).toBe(true);
    expect(model.requests[2]?.messages).toEqual(messages);
  });

  it('that fails on both says so of the current one', async () => {
    const { outcome } = await play([failing('model.auth'), failing('model.auth')], { call: own });
    expect(outcome.ok).toBe(false);
  });
});

describe('an answer that needs more room', () => {
  it('because thinking ate it: once, with three times as much', async () => {
    const { outcome, model } = await play([
      { say: { text: '', reasoning: 'Let me think', finish: 'length' } },
      { say: good },
    ]);
    expect(outcome.ok).toBe(true);
    expect(model.requests.map(({ maxTokens }) => maxTokens)).toEqual([500, 1_500]);
  });

  it.each(['{"weather": "ra', 'It rains, and', '[[['])('because the service says that it cut %j', async (text) => {
    const { outcome, model } = await play([{ say: { text, finish: 'length' } }, { say: good }]);
    expect(outcome.ok).toBe(true);
    expect(model.requests.map(({ maxTokens }) => maxTokens)).toEqual([500, 1_500]);
    expect(model.requests[1]?.messages).toEqual(model.requests[0]?.messages);
  });

  it('because it was cut before anything was complete', async () => {
    const { outcome, model } = await play([{ say: { text: '```json\n{"summary_', finish: 'length' } }, { say: good }]);
    expect(outcome.ok).toBe(true);
    expect(model.requests[1]?.maxTokens).toBe(1_500);
  });

  it('fails as what it is when the room was eaten again', async () => {
    const eaten: ScriptedStep = { say: { text: '', reasoning: 'Hmm', finish: 'length' } };
    const { outcome } = await play([eaten, eaten]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'model.budget-eaten' } });
  });

  it('is found among the thoughts when it is nowhere else', async () => {
    const misplaced: ScriptedStep = { say: { text: '', reasoning: `So: ${good}`, finish: 'stop' } };
    const { outcome } = await play([misplaced, misplaced]);
    expect(outcome).toMatchObject({ ok: true, value: { events: [] } });
  });
});

describe('an answer that cannot be read', () => {
  it('gets one repair call that quotes it and what was wrong', async () => {
    const { outcome, model, rungs } = await play([{ say: 'Mara cut the rope.' }, { say: good }]);
    expect(outcome.ok).toBe(true);
    expect(model.requests[1]?.messages).toEqual([
      ...messages,
      { role: 'assistant', content: 'Mara cut the rope.' },
      { role: 'user', content: 'Again, please: No JSON was found in the answer.' },
    ]);
    expect(rungs).toEqual(['repair']);
  });

  it('gets no second one', async () => {
    const { outcome } = await play([{ say: '{"other":1}' }, { say: '{"other":2}' }]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'answer.invalid' } });
  });

  it('is not quoted at full length', async () => {
    const { model } = await play([{ say: 'x'.repeat(100_000) }, { say: good }]);
    expect(JSON.stringify(model.requests[1]?.messages).length).toBeLessThan(15_000);
  });

  it('keeps its repair through a failure that passes', async () => {
    const { outcome, model } = await play([{ say: 'prose' }, failing('model.network'), { say: good }]);
    expect(outcome.ok).toBe(true);
    expect(model.requests[2]?.messages).toEqual(model.requests[1]?.messages);
  });
});

describe('a stop', () => {
  async function stopDuring(steps: readonly ScriptedStep[], hangingClock: boolean) {
    const model = scriptedModel(steps);
    const clock = fakeClock(hangingClock);
    const journal = makeJournal('run' as RunId, clock, () => undefined);
    const controller = new AbortController();
    const waits: (number | null)[] = [];
    const rungs: Rung[] = [];
    const deps: CallDeps = {
      model,
      clock,
      journal,
      nextId: countingIds().next,
      estimate: (text: string) => text.length,
      chance: () => 0,
      retries: 2,
      rungs,
      onWait: (until) => waits.push(until),
    };
    const call = {
      slot: 'analysis',
      messages,
      promptTokens: 1,
      cut: [],
      settings,
      maxTokens: 9,
      read,
      repair: String,
    } as const;
    const pending = callAgent(deps, call, controller.signal);
    const settled = expect(pending).rejects.toMatchObject({ code: 'run.cancelled' });
    await Promise.resolve();
    setTimeout(() => controller.abort(new NarrativeError('run.cancelled', { details: { cause: 'stop' } })), 5);
    await settled;
    return { model, waits, events: journal.all() };
  }

  it('while the model answers closes the request', async () => {
    const { model, events } = await stopDuring([{ hang: true }], false);
    expect(model.aborted()).toBe(1);
    expect(types(events)).toEqual(['call.started', 'call.failed']);
  });

  it('while a retry waits ends the countdown, and nothing more is sent', async () => {
    const { model, waits } = await stopDuring([failing('model.network')], true);
    expect(model.requests).toHaveLength(1);
    expect(waits.at(-1)).toBeNull();
  });

  it('before it began sends nothing', async () => {
    const model = scriptedModel([]);
    const deps = {
      model,
      nextId: () => '',
      estimate: (text: string) => text.length,
      chance: () => 0,
      retries: 0,
      rungs: [],
      onWait: () => undefined,
    } as unknown as CallDeps;
    const call = {
      slot: 'analysis',
      messages,
      promptTokens: 1,
      cut: [],
      settings,
      maxTokens: 9,
      read,
      repair: String,
    } as const;
    await expect(callAgent(deps, call, AbortSignal.abort())).rejects.toMatchObject({ code: 'run.cancelled' });
    expect(model.requests).toEqual([]);
  });
});

describe('the scripted model', () => {
  it('fails on an unexpected call', async () => {
    const model = scriptedModel([]);
    await expect(model.complete({} as never, new AbortController().signal)).rejects.toThrow('unexpected call 1');
    expect(() => model.finish()).toThrow('unexpected call 1');
  });

  it('fails on an unused step', () => {
    expect(() => scriptedModel([{ say: 'x' }]).finish()).toThrow('1 steps were not used');
  });
});
