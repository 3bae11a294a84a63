import { describe, expect, it } from 'vitest';
import { composeAnalysis } from '../../../src/agents/analysis/agent.ts';
import { composeMergedWriting } from '../../../src/agents/merged-writing/agent.ts';
import { composePlanning } from '../../../src/agents/planning/agent.ts';
import { type Plan, type TurnSources } from '../../../src/agents/turn-view.ts';
import { composeWriting } from '../../../src/agents/writing/agent.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { promptTags } from '../../../src/domain/prompt/prompt-tags.ts';
import { renderPrompt } from '../../../src/domain/prompt/render-prompt.ts';
import { type Segment } from '../../../src/domain/prompt/segment.ts';
import { splitPreset } from '../../../src/domain/prompt/split-preset.ts';
import { type PresetPrompt, type StoryLanguage } from '../../../src/domain/run/turn-request.ts';
import { expectGolden } from '../../support/golden.ts';
import { firstTurn, laterTurn, words } from '../../support/agents/a-turn.ts';

type Case = (language: StoryLanguage) => TurnSources;

const base = defaultSettings();
const plan = (language: StoryLanguage): Plan => ({
  intent: '',
  toolCalls: [],
  textRecall: [0],
  narrativeDirection: words[language].harbour,
  sceneSetting: words[language].scenario,
  keyPoints: [words[language].bell, words[language].tide],
  tone: language === 'zh' ? '克制' : 'restrained',
  pacing: 'slow',
  continuityNotes: [words[language].summaryB],
});
const preset = (language: StoryLanguage): PresetPrompt[] => {
  const common = { enabled: true, marker: false, triggered: true };
  return [
    { ...common, identifier: 'main', name: 'Main', role: 'system', content: words[language].style },
    { ...common, identifier: 'taste', name: 'Taste', role: 'user', content: words[language].taste },
    { ...common, identifier: 'prefill', name: 'Prefill', role: 'assistant', content: 'never sent' },
  ];
};
const split: Case = (language) => ({
  ...laterTurn(language, { ...base, presetMode: 'split' }),
  preset: splitPreset(preset(language)),
});
const recalling = { ...base, pipeline: { ...base.pipeline, enableTextRecall: true, summaryToWriting: true } };

const agents: Record<string, { compose: (sources: TurnSources) => readonly Segment[]; cases: Record<string, Case> }> = {
  'merged-writing': {
    compose: composeMergedWriting,
    cases: {
      'first-turn': firstTurn,
      later: laterTurn,
      split,
      lite: (language) => ({ ...laterTurn(language), lite: true }),
      'tool-results': (language) => ({ ...laterTurn(language), toolResults: [words[language].result] }),
      'no-input': (language) => {
        const sources = laterTurn(language);
        return { ...sources, request: { ...sources.request, input: '' }, guidance: words[language].guide };
      },
      'own-instructions': (language) => {
        const writing = { ...base.agents.writing, instructionsOverride: 'Tell it as {{user}} would.', instructionsAppend: '+1' };
        return laterTurn(language, { ...base, agents: { ...base.agents, writing } });
      },
    },
  },
  planning: {
    compose: composePlanning,
    cases: {
      'first-turn': firstTurn,
      later: (language) => ({ ...laterTurn(language, recalling), toolList: words[language].tools }),
      split,
      lite: (language) => ({ ...laterTurn(language), lite: true, toolList: words[language].tools }),
    },
  },
  writing: {
    compose: composeWriting,
    cases: {
      'first-turn': (language) => ({ ...firstTurn(language), plan: plan(language) }),
      'tool-results': (language) => ({
        ...laterTurn(language),
        plan: plan(language),
        toolResults: [words[language].result],
      }),
      recall: (language) => ({
        ...laterTurn(language, recalling),
        plan: plan(language),
        writingWindow: { turns: [{ round: 2, text: words[language].turnB }], ridingAlong: 0 },
        recalled: [{ round: 0, text: words[language].recall }],
      }),
      split: (language) => ({ ...split(language), plan: plan(language) }),
      lite: (language) => ({ ...laterTurn(language), plan: plan(language), lite: true }),
    },
  },
  analysis: {
    compose: composeAnalysis,
    cases: {
      'first-turn': (language) => ({
        ...firstTurn(language),
        prose: words[language].prose,
        greeting: words[language].greeting,
      }),
      later: (language) => ({ ...laterTurn(language), prose: words[language].prose }),
      pending: (language) => ({
        ...laterTurn(language),
        prose: words[language].prose,
        pending: [{ round: 2, input: words[language].pendingInput, prose: words[language].pendingProse }],
      }),
      lite: (language) => ({ ...laterTurn(language), prose: words[language].prose, lite: true }),
      'without-evidence': (language) => {
        const mergedAnalysis = { ...base.agents.mergedAnalysis, antiHallucination: false };
        const sources = laterTurn(language, { ...base, agents: { ...base.agents, mergedAnalysis } });
        return { ...sources, prose: words[language].prose };
      },
    },
  },
};

const rows = Object.entries(agents).flatMap(([agent, { compose, cases }]) =>
  Object.entries(cases).flatMap(([name, sources]) =>
    (['zh', 'en'] as const).map((language) => ({ agent, name, language, compose, sources })),
  ),
);

const textOf = (segments: readonly Segment[]) =>
  renderPrompt(segments)
    .map(({ role, content }) => `# ${role}\n\n${content as string}\n`)
    .join('\n');

describe('the rendered prompt', () => {
  it.each(rows)('of $agent, $name, $language is the golden one', ({ agent, name, language, compose, sources }) => {
    expectGolden(`prompts/${agent}/${language}-${name}.golden.md`, textOf(compose(sources(language))));
  });

  it.each(rows)('of $agent, $name, $language describes only tags it sends', ({ compose, sources, language }) => {
    const text = textOf(compose(sources(language)));
    const named = promptTags.filter((tag) => text.includes(`<${tag}>`));
    for (const tag of named) expect(text).toContain(`</${tag}>`);
  });

  it.each(rows)('of $agent, $name, $language keeps what changes out of the system message', (row) => {
    const { compose, sources, language } = row;
    const now = sources(language);
    const other: TurnSources = {
      ...now,
      request: { ...now.request, input: 'OTHER' },
      stateText: 'OTHER',
      guidance: 'OTHER',
      toolResults: ['OTHER'],
      recalled: [{ round: 9, text: 'OTHER' }],
      recentReplies: ['OTHER '.repeat(900)],
      prose: 'OTHER',
      greeting: null,
      pending: [],
      writingWindow: { turns: [], ridingAlong: 0 },
      planningWindow: { turns: [], ridingAlong: 0 },
      world: { ...now.world, summaries: [] },
    };
    const system = (value: TurnSources) => renderPrompt(compose(value))[0];
    expect(system(now)?.role).toBe('system');
    expect(system(other)).toEqual(system(now));
  });

  it.each(rows)('of $agent, $name, $language ends with its task', ({ compose, sources, language }) => {
    const segments = compose(sources(language));
    const last = segments.at(-1);
    expect(last?.key).toBe('task');
    expect(last?.text.split('\n').at(-1)).toMatch(language === 'zh' ? /中文/ : /English/);
  });
});
