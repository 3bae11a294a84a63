/** Tools and the variable model share the context like every other call: their prompts are cut to fit, and it is said. */
import { describe, expect, it } from 'vitest';
import { type RunId } from '../../../src/domain/ids.ts';
import { type CutRecord, type Segment } from '../../../src/domain/prompt/segment.ts';
import { type AgentSettings } from '../../../src/domain/settings.ts';
import { NarrativeError } from '../../../src/domain/errors.ts';
import { composeExtraction } from '../../../src/mvu/extractor/compose-extraction.ts';
import { makeAskExtractor } from '../../../src/pipeline/ask-extractor.ts';
import { makeJournal } from '../../../src/pipeline/journal.ts';
import { readExtraction } from '../../../src/pipeline/steps/update-mvu.ts';
import { fitToolPrompt, makeToolModel, type ToolModelDeps } from '../../../src/pipeline/tool-model.ts';
import { type TokenCounter } from '../../../src/ports/token-counter.ts';
import { contextSegments } from '../../../src/tools/context-keys.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { scriptedModel, type ScriptedStep } from '../../support/scripted-model.ts';

const tokens: TokenCounter = { count: (text) => Promise.resolve(text.length), estimate: (text) => text.length };
const settings = { profile: '', maxTokens: 0 } as AgentSettings;
const { signal } = new AbortController();

function play(steps: readonly ScriptedStep[], promptBudget: number, counter = tokens) {
  const scripted = scriptedModel(steps);
  const clock = fakeClock();
  const journal = makeJournal('run' as RunId, clock, () => undefined);
  const told: CutRecord[][] = [];
  const deps: ToolModelDeps = {
    calls: {
      model: scripted,
      clock,
      journal,
      nextId: countingIds('call').next,
      estimate: (text) => text.length,
      chance: () => 0.5,
      retries: 0,
      rungs: [],
      onWait: () => undefined,
    },
    tokens: counter,
    room: { promptBudget, replyTokens: 200 },
    onCut: (cut) => told.push([...cut]),
  };
  const model = makeToolModel(deps);
  const ask = makeAskExtractor(deps.calls, settings, 'en', fitToolPrompt(deps));
  const sent = (call = 0) =>
    (scripted.requests[call]?.messages ?? []).map(({ content }) => content as string).join('\n');
  return { model, ask, told, sent, events: () => journal.all() };
}

const segment = (key: Segment['key'], text: string, priority: number): Segment => ({
  key,
  role: 'user',
  text,
  tag: null,
  source: key,
  priority,
});

const composed = (segments: readonly Segment[]) => ({
  slot: 'tool' as const,
  messages: [],
  composed: segments,
  settings,
  maxTokens: 100,
  reasoning: 'low' as const,
  jsonSchema: null,
});

describe('the prompt of an llm tool', () => {
  const material = {
    language: 'en',
    entries: [],
    summaries: [],
    turns: Array.from({ length: 6 }, (_, i) => ({ round: i, input: `in ${i}`, reply: `Reply ${i}. `.repeat(20) })),
    narrative: 'The bell rings twice.',
    guide: '',
    stateText: 'place: pier',
    userName: 'Ren',
    persona: '',
    input: 'I listen.',
    dice: [],
    known: {},
  } as unknown as Parameters<typeof contextSegments>[1];

  it('loses old rounds first, and keeps the prose, the input and the state', async () => {
    const { model, told, sent, events } = play([{ say: 'done' }], 700);
    const keys = ['recent_turns', 'narrative_text', 'state_summary', 'user_input'] as const;
    await model.complete(composed([...contextSegments(keys, material), segment('task', 'Do it.', 0)]), signal);
    expect(sent().length).toBeLessThanOrEqual(700);
    for (const kept of ['The bell rings twice.', 'I listen.', 'place: pier', 'Do it.', 'Reply 5.']) {
      expect(sent()).toContain(kept);
    }
    expect(sent()).not.toContain('Reply 0.');
    expect(told[0]?.every(({ source }) => source === 'context:recent_turns')).toBe(true);
    expect(events().find((event) => event.type === 'call.started')).toMatchObject({ cut: told[0] });
  });

  it('that fits is sent whole, and nothing is said', async () => {
    const { model, told, sent } = play([{ say: 'done' }], 10_000);
    await model.complete(composed([...contextSegments(['recent_turns'], material)]), signal);
    expect(sent()).toContain('Reply 0.');
    expect(told).toEqual([]);
  });

  it('that a service refuses is sent again, smaller', async () => {
    const overflow = new NarrativeError('model.overflow', { details: { contextTokens: 400 } });
    const { model, sent } = play([{ fail: overflow }, { say: 'done' }], 10_000);
    const keys = ['recent_turns', 'user_input'] as const;
    await model.complete(composed([...contextSegments(keys, material), segment('task', 'Do it.', 0)]), signal);
    expect(sent(1).length).toBeLessThan(400);
    expect(sent(1)).toContain('Do it.');
  });

  it('whose own words are too long fails without a call', async () => {
    const { model } = play([], 300);
    const asked = model.complete(composed([segment('task', 'x'.repeat(400), 0)]), signal);
    await expect(asked).rejects.toMatchObject({ code: 'model.overflow' });
  });
});

describe('the prompt of the variable model', () => {
  const segments = (rules: readonly string[]) =>
    composeExtraction({
      language: 'en',
      record: { stat_data: { hp: 3 } },
      rules,
      input: 'I drink. '.repeat(60),
      prose: 'She drinks and coughs.',
      instructionsAppend: '',
      instructionsOverride: 'Record.',
    });

  it('loses the input, then rules, before variables and prose; its repair call fits as well', async () => {
    const steps = [{ say: 'no idea '.repeat(200) }, { say: '{"patches":[]}' }];
    const { ask, told, sent } = play(steps, 6_000);
    const rules = Array.from({ length: 8 }, (_, i) => `Rule ${i}: ${'more '.repeat(150)}`);
    expect(await ask(segments(rules), readExtraction, signal)).toMatchObject({ ok: true });
    expect(sent(0).length).toBeLessThanOrEqual(6_000);
    for (const call of [0, 1]) {
      expect(sent(call).length).toBeLessThanOrEqual(6_200);
      for (const kept of ['She drinks and coughs.', '"hp": 3', 'Record.', 'Rule 7']) expect(sent(call)).toContain(kept);
    }
    expect(sent(0)).not.toContain('Rule 0');
    expect(sent(1)).toContain('no idea');
    expect(told[0]?.some(({ source }) => source.startsWith('rule:'))).toBe(true);
  });
});

describe('stopped while its prompt is being counted', () => {
  const silent: TokenCounter = { ...tokens, count: () => new Promise<number>(() => undefined) };
  const long = [segment('task', 'x'.repeat(400), 0)];

  it.each([
    ['a tool', ({ model }: ReturnType<typeof play>, stop: AbortSignal) => model.complete(composed(long), stop)],
    ['the variable model', ({ ask }: ReturnType<typeof play>, stop: AbortSignal) => ask(long, readExtraction, stop)],
  ])('%s waits for no count', async (_who, asking) => {
    const stop = new AbortController();
    const asked = asking(play([], 300, silent), stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'run.cancelled' });
  });
});
