/** What the settings of a turn change in it: each would be missed here if it were ignored. */
import { describe, expect, it } from 'vitest';
import { renderInsertion } from '../../../../src/agents/host-insertion.ts';
import { composeMergedWriting } from '../../../../src/agents/merged-writing/agent.ts';
import { defaultSettings } from '../../../../src/config/settings.ts';
import { renderPrompt } from '../../../../src/domain/prompt/render-prompt.ts';
import { type StoryLanguage } from '../../../../src/domain/run/turn-request.ts';
import { type Settings } from '../../../../src/domain/settings.ts';
import { forgetBooks } from '../../../../src/host/forget-books.ts';
import { readWorldbooks } from '../../../../src/host/read-worldbooks.ts';
import { callDeps } from '../../../../src/pipeline/call-deps.ts';
import { tailMode } from '../../../../src/pipeline/complete-turn.ts';
import { chooseSchedule } from '../../../../src/pipeline/choose-schedule.ts';
import { insertionOf } from '../../../../src/pipeline/insertion-of.ts';
import { assembleTurn } from '../../../../src/pipeline/steps/assemble-turn.ts';
import { composeWriting } from '../../../../src/pipeline/steps/compose-writing.ts';
import { gatherSources } from '../../../../src/pipeline/steps/gather-sources.ts';
import { planTurn } from '../../../../src/pipeline/steps/plan-turn.ts';
import { readRequest } from '../../../../src/pipeline/steps/read-request.ts';
import { type TurnDeps } from '../../../../src/pipeline/turn-deps.ts';
import {
  type ComposedState,
  type GatheredState,
  type PostState,
  type ToolState,
} from '../../../../src/pipeline/turn-state.ts';
import { anEntry } from '../../domain/worldbook/an-entry.ts';
import { materialOf, openedTurn, type Part, settingsWith, type Story, turnDeps } from '../../../support/turn-states.ts';
import { makeFakeSt } from '../../../support/fake-st.ts';

const base = defaultSettings();
const deps = turnDeps;

async function gather(part: Part, story: Story = {}): Promise<GatheredState> {
  const state = openedTurn(settingsWith(part), story);
  return gatherSources(deps, readRequest(state, materialOf(story)));
}

const shown = ({ turns }: GatheredState['sources']['writingWindow']): number[] => turns.map(({ round }) => round);
const promptOf = ({ sources }: GatheredState): string =>
  renderPrompt(composeMergedWriting(sources))
    .map(({ content }) => String(content))
    .join('\n');

describe('pipeline.ownKeywordScan', () => {
  const entries = [anEntry({ uid: 'bell', keys: ['bell'], content: 'The bell is cracked.' })];
  it.each([
    [true, ['bell']],
    [false, []],
  ])('%s: an entry only our scan reaches is in, or the set is SillyTavern’s', async (ownKeywordScan, uids) => {
    const state = await gather({ pipeline: { ownKeywordScan } }, { entries, input: 'I ring the bell.' });
    expect(state.sources.lore.routed.map(({ entry }) => entry.uid)).toEqual(uids);
    expect(promptOf(state).includes('The bell is cracked.')).toBe(ownKeywordScan);
  });
});

describe('state.autoSyncWorldInfo', () => {
  const entries = [anEntry({ uid: 'quay', comment: '[LOCATION] Old quay', constant: true })];
  it.each([
    [true, ['Old quay']],
    [false, []],
  ])('%s: places of the books are known, or not', async (autoSyncWorldInfo, places) => {
    const { sources } = await gather({ state: { autoSyncWorldInfo } }, { entries });
    expect(sources.world.game.known.locations).toEqual(places);
    expect(sources.stateText).toBe(`en: ${places.join(', ')}`);
  });
});

describe('pipeline.depth and the windows', () => {
  const story = { rounds: 20 };
  const last = (count: number): number[] => Array.from({ length: count }, (_, i) => 21 - count + i);
  it.each([
    ['lean', {}, 5, 5],
    ['lean', { recentTurnsForWriting: 1, writingGrowthMargin: 0 }, 5, 1],
    ['lean', { recentTurnsForPlanning: 2, planningGrowthMargin: 0 }, 2, 5],
    ['normal', { recentTurnsForWriting: 1, recentTurnsForPlanning: 1 }, 11, 11],
  ] as const)('%s %j: planning sees %i rounds, writing %i', async (depth, sizes, planning, writing) => {
    const { sources } = await gather({ pipeline: { depth, ...sizes } }, story);
    expect([shown(sources.planningWindow), shown(sources.writingWindow)]).toEqual([last(planning), last(writing)]);
  });
  it('budget: every round is shown, and only what does not fit is left out', async () => {
    const state = await gather({ pipeline: { depth: 'budget' } }, story);
    expect(shown(state.sources.writingWindow)).toEqual([0, ...last(20)]);
    const large = { ...state, dice: [], toolCalls: [], messages: [], effects: [] } as unknown as ToolState;
    const small = { ...large, request: { ...large.request, promptBudget: 750 } };
    expect((await composeWriting(deps, large)).prompt.cut).toEqual([]);
    const { cut } = (await composeWriting(deps, small)).prompt;
    expect(cut.length).toBeGreaterThan(0);
  });
});

describe('promptLanguage', () => {
  const rendered = async (promptLanguage: Settings['promptLanguage'], fixed: StoryLanguage | null) => {
    const state = openedTurn(settingsWith({ promptLanguage }), { rounds: 1, fixed });
    const gathered = await gatherSources(deps, readRequest(state, materialOf({ rounds: 1 })));
    return { prompt: promptOf(gathered), state, gathered };
  };
  it.each([
    ['auto', null, 'en', 'en'],
    ['auto', 'zh', 'zh', 'zh'],
    ['zh', null, 'zh', 'zh'],
    ['zh', 'en', 'zh', 'en'],
    ['en', 'zh', 'en', 'zh'],
  ] as const)('%s in a chat fixed as %s speaks %s, and the chat stays %s', async (setting, fixed, spoken, stays) => {
    const { prompt, state, gathered } = await rendered(setting, fixed);
    expect(gathered.request.language).toBe(spoken);
    expect(prompt).toContain(spoken === 'zh' ? '[轮1] 用户: Input 1.' : '[Round 1] User: Input 1.');
    expect(prompt).not.toContain(spoken === 'zh' ? '[Round 1]' : '[轮1]');
    expect(gathered.sources.stateText).toMatch(new RegExp(`^${spoken}: `));
    expect(prompt).toContain(spoken === 'zh' ? '开场白' : 'greeting');
    expect(state.session.language).toBe(stays);
  });
  it.each([
    ['auto', 'zh', 'zh'],
    ['en', 'zh', 'en'],
    ['zh', 'en', 'zh'],
    ['auto', null, 'en'],
  ] as const)('%s in a chat fixed as %s puts our words into SillyTavern’s prompt in %s', (setting, fixed, spoken) => {
    const open = openedTurn(settingsWith({ promptLanguage: setting }), { fixed });
    const text = renderInsertion(
      insertionOf(deps, { ...open, orders: { guide: 'Fog.', skipPlanning: false, notes: [] } }),
    );
    expect(/\p{Script=Han}/u.test(text)).toBe(spoken === 'zh');
    expect(text).toContain('Fog.');
  });
  it('numbers the line of the tagged body in the language of the turn', async () => {
    const { gathered } = await rendered('zh', 'en');
    const done = assembleTurn({
      ...gathered,
      settings: settingsWith({ messageBody: 'tagged' }),
      opened: { ...gathered.opened, round: 2, floorId: 'f2' },
      outputs: [],
      effects: [{ kind: 'summary', text: '她敲了钟。' }],
      written: { text: 'x' },
    } as unknown as PostState);
    expect(done.finalText).toMatch(/<summary>\n\[第2轮\] ?.*她敲了钟。\n<\/summary>/);
  });
});

describe('presetMode, by preset entries', () => {
  it.each([
    ['none', false],
    ['split', true],
  ] as const)('%s', async (presetMode, sent) => {
    const preset = {
      name: 'P',
      stock: false,
      prompts: [
        {
          identifier: 'a',
          name: 'a',
          role: 'user',
          content: 'PRESET words',
          enabled: true,
          marker: false,
          triggered: true,
        },
      ],
    } as const;
    const state = openedTurn(settingsWith({ presetMode }));
    const material = { ...materialOf({}), preset };
    expect(promptOf(await gatherSources(deps, readRequest(state, material))).includes('PRESET words')).toBe(sent);
    const targets = { presetMode, presetTargets: { P: { a: 'none' } } } as const;
    const held = openedTurn(settingsWith(targets));
    expect(promptOf(await gatherSources(deps, readRequest(held, material)))).not.toContain('PRESET words');
  });
});

describe('promptLayout', () => {
  it.each([
    ['classic', false],
    ['cache', true],
    ['auto', false],
  ] as const)('%s: rounds are one text, or messages of their own', async (promptLayout, apart) => {
    const state = await gather({ promptLayout }, { rounds: 3 });
    const { prompt } = await composeWriting(deps, state as unknown as ToolState);
    expect(prompt.layout).toBe(promptLayout === 'auto' ? 'classic' : promptLayout);
    expect(prompt.messages.some(({ role }) => role === 'assistant')).toBe(apart);
  });
});

describe('messageBody and pipeline.tail', () => {
  const panel = {
    tool: 'w',
    title: 'Watch',
    text: 'in panel',
    messageText: '',
    placement: 'panel',
    keepInHistory: false,
  };
  const tool = (name: string) => ({
    tool: name,
    title: '',
    text: name,
    messageText: `${name} shown`,
    placement: 'message',
    keepInHistory: false,
  });
  const post = (messageBody: Settings['messageBody'], summary: string | null) =>
    assembleTurn({
      settings: settingsWith({ messageBody }),
      request: { language: 'en' },
      opened: { floorId: 'f3', round: 3 },
      effects: summary === null ? [] : [{ kind: 'state' }, { kind: 'summary', text: summary }],
      outputs: [tool('beta'), panel, tool('alpha')],
      written: { text: 'The bell rang.\n' },
    } as unknown as PostState).finalText;

  it('tagged: prose, numbered summary, then every shown output in its order', () => {
    expect(post('tagged', 'She rang.')).toBe(
      '<context>\nThe bell rang.\n</context>\n\n<summary>\n[Round 3] She rang.\n</summary>\n\nbeta shown\n\nalpha shown',
    );
    expect(post('tagged', null)).toBe('<context>\nThe bell rang.\n</context>\n\nbeta shown\n\nalpha shown');
  });
  it('clean: prose and shown outputs, no tags and no summary', () => {
    expect(post('clean', 'She rang.')).toBe('The bell rang.\n\nbeta shown\n\nalpha shown');
  });
  it.each([
    ['auto', 'clean', false, 'released'],
    ['auto', 'clean', true, 'held'],
    ['auto', 'tagged', false, 'held'],
    ['held', 'clean', false, 'held'],
  ] as const)('tail %s with a %s body, tools changing it: %s → %s', (tail, messageBody, changesMessage, mode) => {
    const state = {
      settings: settingsWith({ messageBody, pipeline: { tail } }),
      tools: { changesMessage },
      variablesRule: false,
    };
    expect(tailMode(state as unknown as ComposedState)).toBe(mode);
  });
});

describe('pipeline.enableTextRecall and retries', () => {
  it('recall makes a turn serial', () => {
    expect(chooseSchedule(settingsWith({ pipeline: { enableTextRecall: true } }), false)).toBe('serial');
    expect(chooseSchedule(settingsWith({ pipeline: { enableTextRecall: false } }), false)).toBe('merged');
    const both = { enableTextRecall: true, parallelExecutionEnabled: true };
    expect(chooseSchedule(settingsWith({ pipeline: both }), false)).toBe('parallel');
  });
  it('every call of a turn is tried as often as the player set', () => {
    for (const retries of [0, 3]) {
      expect(callDeps(deps, openedTurn(settingsWith({ pipeline: { retries } }))).retries).toBe(retries);
    }
  });
});

describe('swipe', () => {
  const plan = { narrativeDirection: 'the old plan' };
  const swiped = async (swipe: Settings['swipe']) => {
    const settings = settingsWith({ swipe, pipeline: { enableTextRecall: true } });
    const state = await gather({ swipe });
    const asked: string[] = [];
    const serial = { ...state, type: 'swipe', settings, schedule: 'serial' } as GatheredState;
    const { planBasis } = await import('../../../../src/pipeline/plan-basis.ts');
    const rewritten = { plan, planBasis: planBasis(serial.sources) };
    const model = {
      describe: () => ({ source: 'custom', model: 'm', profile: '' }),
      complete: () => {
        asked.push('planning');
        return Promise.resolve({
          text: '{"narrative_direction":"a new plan"}',
          finish: 'stop',
          usage: null,
          reasoning: '',
        });
      },
    };
    const journal = { append: () => undefined, calls: () => 0 };
    const full = { ...serial, model, journal, opened: { ...serial.opened, rewritten } } as unknown as GatheredState;
    const calling = {
      ...deps,
      clock: { now: () => 0 },
      ids: { next: () => 'id' },
      random: { seed: () => 1 },
    } as unknown as TurnDeps;
    const { sources } = await planTurn(calling, full, new AbortController().signal);
    return { asked, direction: sources.plan?.narrativeDirection };
  };
  it('rewrite keeps the plan and asks nobody; replan asks anew', async () => {
    expect(await swiped('rewrite')).toEqual({ asked: [], direction: 'the old plan' });
    expect(await swiped('replan')).toEqual({ asked: ['planning'], direction: 'a new plan' });
  });
});

describe('refreshing the books', () => {
  it('brings what was changed on disk into the next prompt, keys and text', async () => {
    const disk = { uid: 1, world: 'Quay', key: ['bell'], content: 'The bell is whole.', position: 1 };
    let cache: object[] | null = null;
    const module = {
      getSortedEntries: () => Promise.resolve((cache ??= [{ ...disk }])),
      worldInfoCache: { clear: () => (cache = null) },
    };
    const turn = async (input: string): Promise<string> => {
      const books = await readWorldbooks(makeFakeSt().ctx, module, { type: 'normal', source: 'world', activated: [] });
      const state = openedTurn(base);
      return promptOf(await gatherSources(deps, readRequest(state, { ...materialOf({ input }), ...books })));
    };
    expect(await turn('I ring the bell.')).toContain('The bell is whole.');
    disk.content = 'The bell is cracked.';
    disk.key = ['gong'];
    expect(await turn('I ring the bell.')).toContain('The bell is whole.');
    forgetBooks(module);
    expect(await turn('I strike the gong.')).toContain('The bell is cracked.');
    expect(await turn('I ring the bell.')).not.toMatch(/The bell is (whole|cracked)/);
    expect(() => forgetBooks(null)).not.toThrow();
  });
});
