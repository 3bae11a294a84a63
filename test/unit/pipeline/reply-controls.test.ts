/** One table: in which agents' prompts each reply control stands, that it is gone when unset, and its words on screen. */
import { describe, expect, it } from 'vitest';
import { composeAnalysis } from '../../../src/agents/analysis/agent.ts';
import { renderInsertion } from '../../../src/agents/host-insertion.ts';
import { composeMergedWriting } from '../../../src/agents/merged-writing/agent.ts';
import { composePlanning } from '../../../src/agents/planning/agent.ts';
import { type TurnSources } from '../../../src/agents/turn-view.ts';
import { composeWriting } from '../../../src/agents/writing/agent.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { cleanUserText } from '../../../src/domain/history/clean-message.ts';
import { type FloorId } from '../../../src/domain/ids.ts';
import { renderPrompt } from '../../../src/domain/prompt/render-prompt.ts';
import { type StoryLanguage } from '../../../src/domain/run/turn-request.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { composeExtraction } from '../../../src/mvu/extractor/compose-extraction.ts';
import { guidanceOf } from '../../../src/pipeline/guidance-of.ts';
import { insertionOf } from '../../../src/pipeline/insertion-of.ts';
import { makeNextTurn } from '../../../src/pipeline/next-turn.ts';
import { type OpenState } from '../../../src/pipeline/turn-state.ts';
import { fieldText, settingsText } from '../../../src/ui/settings/settings-text.ts';
import { type SettingPath } from '../../../src/ui/settings/setting-path.ts';
import { laterTurn } from '../../support/agents/a-turn.ts';

type AgentName = 'planning' | 'writing' | 'merged' | 'analysis' | 'variables';
const all: readonly AgentName[] = ['planning', 'writing', 'merged', 'analysis', 'variables'];
const writers: readonly AgentName[] = ['writing', 'merged'];
const story: readonly AgentName[] = ['planning', 'writing', 'merged'];

interface Controls {
  readonly reply?: Partial<Settings['reply']>;
  readonly agents?: (agents: Settings['agents']) => Partial<Settings['agents']>;
  readonly note?: string;
  readonly guide?: string;
  readonly input?: string;
}

function sourcesOf(language: StoryLanguage, { reply, agents, note, guide, input }: Controls): TurnSources {
  const base = defaultSettings();
  const settings: Settings = {
    ...base,
    reply: { ...base.reply, ...reply },
    agents: { ...base.agents, ...agents?.(base.agents) },
  };
  const turn = laterTurn(language, settings);
  const orders = { guide: guide ?? '' };
  const session = { choice: (key: string) => (key === 'styleNote' ? note : undefined) } as OpenState['session'];
  return {
    ...turn,
    request: { ...turn.request, input: input ?? turn.request.input },
    guidance: guidanceOf({ session, orders }),
    prose: 'The bell rang.',
  };
}

function promptsOf(language: StoryLanguage, set: Controls): Record<AgentName, string> {
  const sources = sourcesOf(language, set);
  const { tool } = sources.request.settings.agents;
  const extraction = composeExtraction({
    ...sources.request,
    ...tool,
    record: {},
    rules: ['rule'],
    prose: sources.prose,
  });
  const text = (segments: Parameters<typeof renderPrompt>[0]): string =>
    renderPrompt(segments)
      .map(({ content }) => content)
      .join('\n');
  return {
    planning: text(composePlanning(sources)),
    writing: text(composeWriting(sources)),
    merged: text(composeMergedWriting(sources)),
    analysis: text(composeAnalysis(sources)),
    variables: text(extraction),
  };
}

const append = (agent: keyof Settings['agents'], words: string): Controls => ({
  agents: (agents) => ({ [agent]: { ...agents[agent], instructionsAppend: words } }),
});
const override = (agent: keyof Settings['agents'], words: string): Controls => ({
  agents: (agents) => ({ [agent]: { ...agents[agent], instructionsOverride: words } }),
});

/** A line of each agent's own instructions that an override takes away. */
const ours: Record<AgentName, Record<StoryLanguage, string>> = {
  planning: { zh: '你是这个故事的规划者', en: 'You are the planner of this story' },
  writing: { zh: '1. ', en: '1. ' },
  merged: { zh: '1. ', en: '1. ' },
  analysis: { zh: '你是这个故事的记录员', en: 'You are the record keeper' },
  variables: { zh: '变量', en: 'variables' },
};

type Row = readonly [
  control: string,
  set: Controls,
  text: Record<StoryLanguage, string>,
  agents: readonly AgentName[],
  path: SettingPath | null,
];

const same = (text: string): Record<StoryLanguage, string> => ({ zh: text, en: text });

const rows: readonly Row[] = [
  [
    'length as a number',
    { reply: { length: 1_000 } },
    { zh: '700 到 1300 字', en: '700 to 1300 words' },
    writers,
    'reply.length',
  ],
  [
    'first person',
    { reply: { person: 'first' } },
    { zh: '第一人称', en: 'in the first person' },
    writers,
    'reply.person',
  ],
  [
    'second person',
    { reply: { person: 'second' } },
    { zh: '第二人称', en: 'Address the player character as "you"' },
    writers,
    'reply.person',
  ],
  [
    'third person',
    { reply: { person: 'third' } },
    { zh: '用第三人称', en: 'in the third person' },
    writers,
    'reply.person',
  ],
  ['past tense', { reply: { tense: 'past' } }, { zh: '追述的口吻', en: 'in the past tense' }, writers, 'reply.tense'],
  [
    'present tense',
    { reply: { tense: 'present' } },
    { zh: '正在发生的口吻', en: 'in the present tense' },
    writers,
    'reply.tense',
  ],
  [
    'my character makes gestures',
    { reply: { playerSpeaks: 'gestures' } },
    { zh: '只写细小的动作与神情', en: 'small gestures and looks only' },
    writers,
    'reply.playerSpeaks',
  ],
  [
    'my character speaks',
    { reply: { playerSpeaks: 'free' } },
    { zh: '可以顺着玩家的输入', en: 'You may write the player character' },
    writers,
    'reply.playerSpeaks',
  ],
  ['the style note of the chat', { note: 'NOTE short sentences' }, same('NOTE short sentences'), story, null],
  ['the guide for one turn', { guide: 'GUIDE the fog thickens' }, same('GUIDE the fog thickens'), story, null],
  ['words from outside the story', { input: 'I go on. ((OOC SLOWER here))' }, same('SLOWER'), story, null],
  ['words from outside, full-width', { input: '我走过去。（（OOC：SLOWER））' }, same('SLOWER'), story, null],
  ['only words from outside', { input: '((OOC SLOWER here))' }, same('SLOWER'), story, null],
  [
    'append for planning',
    append('planning', 'MORE for it'),
    same('MORE for it'),
    ['planning'],
    'agents.planning.instructionsAppend',
  ],
  [
    'append for writing',
    append('writing', 'MORE for it'),
    same('MORE for it'),
    writers,
    'agents.writing.instructionsAppend',
  ],
  [
    'append for the analysis',
    append('mergedAnalysis', 'MORE for it'),
    same('MORE for it'),
    ['analysis'],
    'agents.mergedAnalysis.instructionsAppend',
  ],
  [
    'append for tools',
    append('tool', 'MORE for it'),
    same('MORE for it'),
    ['variables'],
    'agents.tool.instructionsAppend',
  ],
  [
    'override for planning',
    override('planning', 'MINE alone'),
    same('MINE alone'),
    ['planning'],
    'agents.planning.instructionsOverride',
  ],
  [
    'override for writing',
    override('writing', 'MINE alone'),
    same('MINE alone'),
    writers,
    'agents.writing.instructionsOverride',
  ],
  [
    'override for the analysis',
    override('mergedAnalysis', 'MINE alone'),
    same('MINE alone'),
    ['analysis'],
    'agents.mergedAnalysis.instructionsOverride',
  ],
  [
    'override for tools',
    override('tool', 'MINE alone'),
    same('MINE alone'),
    ['variables'],
    'agents.tool.instructionsOverride',
  ],
];

describe.each(['zh', 'en'] as const)('a reply control, told in %s', (language) => {
  const unset = promptsOf(language, {});

  it.each(rows)('%s stands exactly where it belongs, and nowhere when it is not set', (_, set, text, agents) => {
    const prompts = promptsOf(language, set);
    expect(all.filter((agent) => prompts[agent].includes(text[language]))).toEqual(
      all.filter((agent) => agents.includes(agent)),
    );
    expect(all.filter((agent) => unset[agent].includes(text[language]))).toEqual([]);
  });

  it.each(rows)('%s has its words on the screen', (_, _set, _text, _agents, path) => {
    const words = settingsText(language);
    const text =
      path === null ? { label: words.drawer.styleNote, hint: words.drawer.styleNoteHint } : fieldText(words, path);
    expect(text?.label).toMatch(language === 'zh' ? /\p{Script=Han}/u : /[a-z]/);
    expect(text?.hint).toMatch(language === 'zh' ? /\p{Script=Han}.*[。]/u : /[a-z].*\./);
  });

  it('a length that the preset rules is said by nobody', () => {
    const prompts = promptsOf(language, { reply: { length: 'preset' } });
    const said = language === 'zh' ? /篇幅约/ : /Length: about/;
    expect(writers.filter((agent) => said.test(prompts[agent]))).toEqual([]);
    expect(writers.filter((agent) => said.test(unset[agent]))).toEqual(writers);
  });

  it.each([
    ['planning', ['planning']],
    ['writing', writers],
    ['mergedAnalysis', ['analysis']],
    ['tool', ['variables']],
  ] as const)('an override for %s takes the place of ours, and empty brings ours back', (slot, agents) => {
    const mine = promptsOf(language, override(slot, 'MINE alone'));
    const reset = promptsOf(language, override(slot, ' '));
    for (const agent of agents) {
      expect(mine[agent].length).toBeLessThan(unset[agent].length);
      expect(mine[agent].startsWith('MINE alone') || !mine[agent].includes(ours[agent][language])).toBe(true);
    }
    expect(reset).toEqual(unset);
  });

  it('what the player chose holds under instructions of the player’s own', () => {
    const set: Controls = {
      reply: { person: 'third', tense: 'past', playerSpeaks: 'free', length: 1_000 },
      ...override('writing', 'MINE alone'),
    };
    const prompts = promptsOf(language, set);
    const texts = rows.filter(([name]) => /third|past|speaks|number/.test(name)).map(([, , text]) => text[language]);
    expect(texts).toHaveLength(4);
    for (const agent of writers) {
      expect(texts.filter((text) => !prompts[agent].includes(text))).toEqual([]);
    }
  });

  it('an override that is taken back leaves no choice behind twice', () => {
    const once = promptsOf(language, { reply: { person: 'third' } });
    const text = rows.find(([name]) => name === 'third person')?.[2][language] ?? '';
    for (const agent of writers) expect(once[agent].split(text)).toHaveLength(2);
  });

  it('words from outside the story are gone from history, and alone they are no input', () => {
    expect(cleanUserText('I go on. ((OOC SLOWER here))')).toBe('I go on.');
    expect(cleanUserText('((OOC SLOWER here))')).toBe('');
    const alone = promptsOf(language, { input: '((OOC SLOWER here))' });
    const noInput = language === 'zh' ? '玩家这一轮没有输入' : 'The player gave no input this round';
    expect(story.filter((agent) => alone[agent].includes(noInput))).toEqual(story);
  });

  it('note and guide stand in SillyTavern’s own prompt too, where that is kept', () => {
    const { request, world } = laterTurn(language);
    const open = (note: string | undefined, guide: string) =>
      ({
        settings: defaultSettings(),
        session: { choice: () => note, language: request.language },
        orders: { guide, skipPlanning: false, notes: [] },
        opened: { base: world },
      }) as unknown as OpenState;
    const inserted = (note: string | undefined, guide: string): string =>
      renderInsertion(insertionOf({ stateText: () => 'state', screenLanguage: () => language }, open(note, guide)));
    expect(inserted('NOTE', 'GUIDE')).toMatch(/NOTE\nGUIDE/);
    expect(inserted(undefined, '')).not.toMatch(/NOTE|GUIDE|<guidance>/);
  });
});

describe('the guide for one turn', () => {
  const floor = 'f1' as FloorId;
  it('is used up by the reply, and holds for that reply’s swipes', () => {
    const next = makeNextTurn(
      () => {},
      () => 'n',
    );
    next.change({ guide: 'fog' });
    expect(next.ordersFor(floor).guide).toBe('fog');
    next.committed(floor);
    expect(next.pending().guide).toBe('');
    expect(next.ordersFor(floor).guide).toBe('fog');
    expect(next.ordersFor('f2' as FloorId).guide).toBe('');
  });
  it('a note of another kind than text is none', () => {
    const session = { choice: () => ({ text: 'x' }) } as unknown as OpenState['session'];
    expect(guidanceOf({ session, orders: { guide: '' } })).toBe('');
  });
});
