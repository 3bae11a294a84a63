/** Everything a tool needs to run in a test: a world, a catalogue, the real engine, a scripted model. */
import { defaultSettings } from '../../../src/config/settings.ts';
import { NarrativeError } from '../../../src/domain/errors.ts';
import { emptyGameState } from '../../../src/domain/game-state/game-state.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { type World } from '../../../src/domain/world.ts';
import { entryId } from '../../../src/domain/worldbook/entry-id.ts';
import { type WorldbookEntry } from '../../../src/domain/worldbook/entry.ts';
import { type ConsentRecord } from '../../../src/ports/consent-store.ts';
import { type ModelClient, type ModelRequest } from '../../../src/ports/model-client.ts';
import { type Sandbox } from '../../../src/ports/sandbox.ts';
import { writeJobText } from '../../../src/sandbox/job-text.ts';
import { buildCatalogue, type Catalogue } from '../../../src/tools/catalogue.ts';
import { codeHashOf, needsConsent } from '../../../src/tools/consent.ts';
import { type ToolContextMaterial } from '../../../src/tools/context-keys.ts';
import { readDefinitions } from '../../../src/tools/definition/read-definitions.ts';
import { type ToolRunDeps } from '../../../src/tools/run-tool.ts';
import { type ToolWorld } from '../../../src/tools/tool-world.ts';
import { type ToolCall } from '../../../src/domain/tools/tool-call.ts';
import { runner } from '../sandbox/open-runner.ts';

export const world: World = {
  game: {
    ...emptyGameState,
    time: { day: 2, hour: 18, minute: 5 },
    location: 'pier',
    inventory: { coin: 3 },
    relationships: { Mara: 12 },
    known: { locations: ['pier', 'mill'], npcs: ['Mara', 'Odo'], items: ['coin'], quests: [] },
  },
  summaries: [
    { floorId: 'f1' as never, round: 1, text: 'Mara lent the lantern.' },
    { floorId: 'f2' as never, round: 2, text: 'The ferry left at dusk.' },
  ],
  variables: { mood: { value: 'calm' } },
  mvu: { stat_data: { hp: [7, 'health'], pack: { rope: 1 } } },
  locks: [],
};

export const view = (parts: Partial<ToolWorld> = {}): ToolWorld => ({
  world,
  language: 'en',
  userName: 'Ren',
  characterName: 'Mara',
  persona: 'a ferryman',
  card: { description: 'keeps the light', personality: 'dry', scenario: 'a harbour' },
  round: 3,
  now: 1_700_000_000_000,
  ...parts,
});

export const material = (parts: Partial<ToolContextMaterial> = {}): ToolContextMaterial => ({
  language: 'en',
  entries: [],
  summaries: world.summaries,
  turns: [{ round: 2, input: 'wait', reply: 'The ferry leaves.' }],
  narrative: 'Rain on the planks.',
  guide: 'Direction: inward',
  stateText: 'Location: pier',
  userName: 'Ren',
  persona: 'a ferryman',
  input: 'I light the lamp',
  dice: [],
  known: world.game.known,
  ...parts,
});

/** The real engine; the Worker around it is tested in Chromium. */
export const sandbox: Sandbox = {
  available: () => ({ ok: true }),
  async run(job, signal) {
    if (signal.aborted) throw new NarrativeError('run.cancelled');
    const text = writeJobText(job);
    if (text.ok) return runner.run({ ...text.value, limitMs: job.limitMs ?? 4_000 });
    const error = { code: 'tool.invalid-input', message: text.error, line: null } as const;
    return { ok: false, error, logs: [], rolls: [], milliseconds: 0 };
  },
  check: (code) => runner.check(code, 4_000),
  stop: () => undefined,
};

export interface ScriptedModel extends ModelClient {
  readonly asked: ModelRequest[];
}

/** Answers by the tool named in the last line; a function may wait or throw. */
export function scriptedModel(
  answer: (request: ModelRequest, signal: AbortSignal) => string | Promise<string>,
): ScriptedModel {
  const asked: ModelRequest[] = [];
  return {
    asked,
    describe: () => ({ source: 'scripted', model: 'scripted', profile: '' }),
    async complete(request, signal) {
      asked.push(request);
      const text = await answer(request, signal);
      const usage = { promptTokens: null, completionTokens: null, cachedTokens: null };
      return { text, reasoning: '', finish: 'stop', usage, model: 'scripted' };
    },
  };
}

export function toolDeps(parts: Partial<ToolRunDeps> = {}): ToolRunDeps {
  let count = 0;
  return {
    model: scriptedModel(() => 'a panel'),
    sandbox,
    pageSandbox: null,
    clock: { now: () => 1_000, sleep: () => Promise.resolve() },
    ids: { next: () => `id${(count += 1)}` },
    ...parts,
  };
}

export const settings = (tools: Partial<Settings['tools']> = {}): Settings => {
  const base = defaultSettings();
  return { ...base, tools: { ...base.tools, ...tools } };
};

export interface CatalogueParts {
  readonly active?: readonly WorldbookEntry[];
  readonly consents?: readonly ConsentRecord[];
  readonly sandbox?: ReturnType<Sandbox['available']>;
  readonly pageCode?: boolean;
}

/** All code is allowed unless `consents` says otherwise. */
export async function catalogueOf(entries: readonly WorldbookEntry[], parts: CatalogueParts = {}): Promise<Catalogue> {
  const tools = await readDefinitions(entries);
  const allowed = tools.flatMap(({ definition }) =>
    definition && needsConsent(definition)
      ? [{ owner: 'card', codeHash: codeHashOf(definition), answer: 'always', at: 0 } as const]
      : [],
  );
  return buildCatalogue({
    tools,
    activeEntries: new Set((parts.active ?? []).map(entryId)),
    consents: parts.consents ?? allowed,
    sandbox: parts.sandbox ?? { ok: true },
    pageCode: parts.pageCode ?? false,
  });
}

export const call = (tool: string, params: ToolCall['params'] = {}, parts: Partial<ToolCall> = {}): ToolCall => ({
  tool,
  params,
  successBranch: '',
  failureBranch: '',
  reason: '',
  ...parts,
});
