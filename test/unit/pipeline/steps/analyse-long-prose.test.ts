/** A reply longer than the analysis has room for is analysed all the same, from its beginning and its end, and it is said. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../../src/config/settings.ts';
import { middleMarks } from '../../../../src/domain/prompt/middle-marks.ts';
import { type RunEvent } from '../../../../src/domain/run/run.ts';
import { type StoryLanguage } from '../../../../src/domain/run/turn-request.ts';
import { composeExtraction } from '../../../../src/mvu/extractor/compose-extraction.ts';
import { fitToolPrompt, toolModelDeps } from '../../../../src/pipeline/tool-model.ts';
import { analyseTurn } from '../../../../src/pipeline/steps/analyse-turn.ts';
import { gatherSources } from '../../../../src/pipeline/steps/gather-sources.ts';
import { readRequest } from '../../../../src/pipeline/steps/read-request.ts';
import { type TurnDeps } from '../../../../src/pipeline/turn-deps.ts';
import { type ModelRequest } from '../../../../src/ports/model-client.ts';
import { materialOf, openedTurn, turnDeps } from '../../../support/turn-states.ts';

const { signal } = new AbortController();
const sentence = {
  zh: (i: number) => `潮水第${i}次退下去，钟响了一声。`,
  en: (i: number) => `The tide ebbed for the ${i}th time. `,
};
const long = (language: StoryLanguage, sentences = 900): string =>
  Array.from({ length: sentences }, (_, i) => sentence[language](i)).join('');

async function analysed(language: StoryLanguage, prose: string, budget: number, input = 'I wait.') {
  const requests: ModelRequest[] = [];
  const events: RunEvent[] = [];
  const said: string[] = [];
  const failures: unknown[] = [];
  const model = {
    describe: () => ({ source: 'custom', model: 'm', profile: '' }),
    complete(request: ModelRequest) {
      requests.push(request);
      const text = '{"summary_entries":["ok."],"events":[]}';
      return Promise.resolve({ text, finish: 'stop', usage: null, reasoning: '', model: 'm' });
    },
  };
  const deps = {
    ...turnDeps,
    notifier: { once: (_key: string, text: string) => said.push(text) },
    screenLanguage: () => language,
    clock: { now: () => 0 },
    ids: { next: () => 'id' },
    random: { seed: () => 1 },
    progress: { notice: () => undefined, status: () => undefined },
    log: { warn: (_: string, error: unknown) => failures.push(error) },
  } as unknown as TurnDeps;
  const journal = { append: (event: RunEvent) => events.push(event), calls: () => 0 };
  const open = openedTurn(defaultSettings(), { fixed: language });
  const state = readRequest({ ...open, model, journal } as never, {
    ...materialOf({ input }, language),
    promptBudget: budget,
    replyTokens: 500,
  });
  const gathered = { ...(await gatherSources(deps, state)), effects: [], written: { text: prose } };
  const findings = await analyseTurn(deps, gathered, signal);
  const prompt = requests[0]?.messages.map(({ content }) => String(content)).join('\n') ?? '';
  return { findings, requests, prompt, events, said, failures, rungs: open.notes.rungs, deps, state: gathered };
}

describe.each(['zh', 'en'] as const)('an analysis in %s', (language) => {
  it('of a reply longer than the context goes out once, with a mark in the middle, and says so', async () => {
    const { findings, requests, prompt, events, said, failures, rungs } = await analysed(
      language,
      long(language),
      2_500,
    );
    expect(failures).toEqual([]);
    expect(findings.analysis).toBe('done');
    expect(requests).toHaveLength(1);
    expect(prompt).toContain(middleMarks[language]);
    expect(prompt).toContain(sentence[language](0).trim());
    expect(prompt).toContain(sentence[language](899).trim());
    expect(prompt).not.toContain(sentence[language](450).trim());
    expect(await turnDeps.tokens.count(prompt)).toBeLessThanOrEqual(2_500);
    expect(rungs).toEqual(['smaller-prompt']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'rung.used', rung: 'smaller-prompt' }));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(language === 'zh' ? /中间已省略/ : /middle was left out/);
  });

  it('of a reply that fits is told nothing of it', async () => {
    const { prompt, said, rungs } = await analysed(language, long(language, 20), 4_000);
    expect(prompt).toContain(long(language, 20).trim());
    expect(prompt).not.toContain(middleMarks[language]);
    expect([said, rungs]).toEqual([[], []]);
  });

  it('of an input longer than the context goes out too, with the reply whole', async () => {
    const { findings, prompt } = await analysed(language, long(language, 10), 2_500, long(language));
    expect(findings.analysis).toBe('done');
    expect(prompt).toContain(long(language, 10).trim());
    expect(prompt).toContain(middleMarks[language]);
  });

  it('of the variables has room for a long reply too', async () => {
    const { deps, state, said } = await analysed(language, 'x', 1_200);
    const segments = composeExtraction({
      language,
      record: {},
      rules: [],
      input: '',
      prose: long(language),
      instructionsAppend: '',
      instructionsOverride: '',
    });
    const prompt = await fitToolPrompt(toolModelDeps(deps, state))(segments, 500, signal);
    const text = prompt.messages.map(({ content }) => String(content)).join('\n');
    expect(text).toContain(middleMarks[language]);
    expect(prompt.promptTokens).toBeLessThanOrEqual(1_200);
    expect(said).not.toEqual([]);
  });
});
