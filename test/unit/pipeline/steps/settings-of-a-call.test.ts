/** Each call of ours goes with the settings of its own slot; tools stay inside the player's bounds. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../../src/config/settings.ts';
import { type Settings } from '../../../../src/domain/settings.ts';
import { makeAskExtractor } from '../../../../src/pipeline/ask-extractor.ts';
import { callDeps } from '../../../../src/pipeline/call-deps.ts';
import { analyseTurn } from '../../../../src/pipeline/steps/analyse-turn.ts';
import { gatherSources } from '../../../../src/pipeline/steps/gather-sources.ts';
import { planTurn } from '../../../../src/pipeline/steps/plan-turn.ts';
import { readRequest } from '../../../../src/pipeline/steps/read-request.ts';
import { type TurnDeps } from '../../../../src/pipeline/turn-deps.ts';
import { openTurnTools } from '../../../../src/pipeline/turn-tools.ts';
import { type AnalysableState, type GatheredState } from '../../../../src/pipeline/turn-state.ts';
import { type ModelRequest } from '../../../../src/ports/model-client.ts';
import { type CatalogueTool } from '../../../../src/tools/catalogue.ts';
import { refusalOf } from '../../../../src/tools/permission.ts';
import { materialOf, openedTurn, turnDeps } from '../../../support/turn-states.ts';

const base = defaultSettings();
const { signal } = new AbortController();
const answers = {
  planning: '{"narrative_direction":"on"}',
  analysis: '{"summary_entries":["ok."],"events":[]}',
  tool: '{"patches":[]}',
} as const;
type Slot = keyof typeof answers;
const agentOf = { planning: 'planning', analysis: 'mergedAnalysis', tool: 'tool' } as const;

/** The one request that is sent for the slot. */
async function sent(slot: Slot, part: Partial<Settings['agents']['planning']>): Promise<[ModelRequest, Settings]> {
  const agent = agentOf[slot];
  const settings: Settings = { ...base, agents: { ...base.agents, [agent]: { ...base.agents[agent], ...part } } };
  const requests: ModelRequest[] = [];
  const model = {
    describe: () => ({ source: 'custom', model: 'm', profile: '' }),
    complete(request: ModelRequest) {
      requests.push(request);
      return Promise.resolve({ text: answers[slot], finish: 'stop', usage: null, reasoning: '', model: 'm' });
    },
  };
  const deps = {
    ...turnDeps,
    clock: { now: () => 0 },
    ids: { next: () => 'id' },
    random: { seed: () => 1 },
    progress: { notice: () => undefined, status: () => undefined },
    log: { warn: (_: string, error: unknown) => expect.fail(String(error)) },
  } as unknown as TurnDeps;
  const open = { ...openedTurn(settings), model, journal: { append: () => undefined, calls: () => 0 } };
  const gathered = await gatherSources(deps, readRequest(open as never, materialOf({})));
  const state = { ...gathered, schedule: 'serial', effects: [], written: { text: 'The bell rang.' } };
  if (slot === 'planning') await planTurn(deps, state as unknown as GatheredState, signal);
  if (slot === 'analysis') await analyseTurn(deps, state as unknown as AnalysableState, signal);
  if (slot === 'tool') {
    const ask = makeAskExtractor(callDeps(deps, gathered), settings.agents.tool, 'en');
    await ask([], () => Promise.resolve({ ok: true, value: null as never }), signal);
  }
  const [request] = requests;
  return [request ?? expect.fail('nothing was sent'), settings];
}

describe.each(['planning', 'analysis', 'tool'] as const)('the call for %s', (slot) => {
  it('goes with its own profile, temperature and waiting times', async () => {
    const part = { profile: 'p', temperature: 0.1, firstTokenTimeoutSeconds: 11, totalTimeoutSeconds: 22 };
    const [request, settings] = await sent(slot, part);
    expect(request.slot).toBe(slot);
    expect(request.settings).toBe(settings.agents[agentOf[slot]]);
    expect(request.settings).toMatchObject(part);
  });
  it('may be as long as the player set, else as long as we think', async () => {
    expect((await sent(slot, { maxTokens: 777 }))[0].maxTokens).toBe(777);
    expect((await sent(slot, {}))[0].maxTokens).toBeGreaterThan(1_000);
  });
});

describe('the bounds of tools', () => {
  const tool = {
    state: 'ready',
    definition: { name: 'dice', trigger: 'planning', sideEffect: 'none' },
  } as unknown as CatalogueTool;
  const refused = (use: { calls: number; steps: number }, part: Partial<Settings['tools']>) =>
    refusalOf({ tool, slot: 'planning', phase: 'planning', use }, { ...base.tools, ...part });
  it('maxCallsPerTurn and maxSteps are the player’s', () => {
    expect(refused({ calls: 2, steps: 1 }, {})).toBeNull();
    expect(refused({ calls: 2, steps: 1 }, { maxCallsPerTurn: 2 })).toBe('max_calls_exceeded');
    expect(refused({ calls: 0, steps: 2 }, { maxSteps: 1 })).toBe('max_steps_exceeded');
    expect(refused({ calls: 0, steps: 2 }, { maxSteps: 2 })).toBeNull();
  });
  it.each([
    [true, 1],
    [false, 0],
  ])('allowPageCode %s: the page is opened for pinned code, or never asked for', async (allowPageCode, times) => {
    let opened = 0;
    const settings = { ...base, tools: { ...base.tools, allowPageCode } };
    const deps = {
      ...turnDeps,
      tools: {
        sandbox: () => Promise.resolve({ available: () => true }),
        pageSandbox: () => Promise.resolve(void (opened += 1)),
        consents: () => [],
        expand: (text: string) => text,
      },
      clock: { now: () => 0 },
    } as unknown as TurnDeps;
    const state = readRequest(openedTurn(settings), materialOf({}));
    await openTurnTools(deps, state, [], new Set());
    expect(opened).toBe(times);
  });
});
