/** The one door through which every tool runs: rights, parameters, the run itself, and a record of it, whatever happens. */
import { deriveSeed } from '../domain/dice/seeded-random.ts';
import { type ErrorCode, isCancelled, NarrativeError } from '../domain/errors.ts';
import { type ExecutionId, type FloorId, type PageId, type RunId } from '../domain/ids.ts';
import { type AgentSlot } from '../domain/run/agent-slot.ts';
import { type ExecutionRecord, type ExecutionStatus } from '../domain/run/execution.ts';
import { type Settings } from '../domain/settings.ts';
import { type Effect } from '../domain/timeline/effect.ts';
import { type RefusalReason, type ToolCall } from '../domain/tools/tool-call.ts';
import { type Clock } from '../ports/clock.ts';
import { type IdSource } from '../ports/id-source.ts';
import { type ModelClient } from '../ports/model-client.ts';
import { type Sandbox } from '../ports/sandbox.ts';
import { type JsonObject } from '../shared/json-value.ts';
import { isRecord } from '../shared/safe-json.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { isBuiltInName } from './built-in/built-in-names.ts';
import { builtInRuns } from './built-in/built-in-tools.ts';
import { plainParams } from './built-in/plain-params.ts';
import { type Catalogue, type CatalogueTool, findTool } from './catalogue.ts';
import { type ToolContextMaterial } from './context-keys.ts';
import { refusalOf, type TurnUse } from './permission.ts';
import { refusalWords } from './refusal-words.ts';
import { runCodeTool } from './run-code-tool.ts';
import { runLlmTool } from './run-llm-tool.ts';
import { type OutputRound } from './tag-history.ts';
import { failedRun, textOfValue, type ToolRun } from './tool-run.ts';
import { type ToolWorld } from './tool-world.ts';
import { validateParams } from './validate-params.ts';

export interface ToolRunDeps {
  readonly model: ModelClient;
  /** The sandbox proper. */
  readonly sandbox: Sandbox;
  /** For code the player pinned to the page; null where that is not wired. */
  readonly pageSandbox: Sandbox | null;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The record of a call that was stopped while it ran. */
  readonly onStopped?: (record: ExecutionRecord) => void;
}

export interface ToolRunInput {
  readonly call: ToolCall;
  readonly catalogue: Catalogue;
  readonly phase: 'planning' | 'post' | 'bench';
  readonly slot: AgentSlot;
  readonly settings: Settings;
  readonly use: TurnUse;
  /** Place among the phase's calls, from 0. */
  readonly index: number;
  /** How often this tool was called before in this phase: with the turn's seed it gives the call's. */
  readonly occurrence: number;
  /** Seed of the turn; a swipe brings that of the turn it rewrites. */
  readonly turnSeed: number;
  readonly owner: { readonly runId: RunId | null; readonly floorId: FloorId | null; readonly pageId: PageId | null };
  readonly view: ToolWorld;
  readonly material: () => ToolContextMaterial;
  readonly history: readonly OutputRound[];
  /** Effects of the turn's earlier calls. */
  readonly effects: readonly Effect[];
  /** Refused before any rule was asked, e.g. as a duplicate. */
  readonly refusal?: RefusalReason;
}

export interface ToolOutcome {
  readonly record: ExecutionRecord;
  readonly effects: readonly Effect[];
  readonly tool: CatalogueTool | null;
}

/** Contract: rejects with `run.cancelled` only; every other end is a record. */
export async function runTool(input: ToolRunInput, deps: ToolRunDeps, signal: AbortSignal): Promise<ToolOutcome> {
  const tool = findTool(input.catalogue, input.call.tool) ?? null;
  const startedAt = deps.clock.now();
  const seed = deriveSeed(input.turnSeed, `${tool?.definition.name ?? input.call.tool}#${input.occurrence}`);
  const blank = blankRecord(input, tool, { seed, startedAt, executionId: deps.ids.next() as ExecutionId });
  const refused = input.refusal ?? refuse(input, tool);
  if (refused || !tool) {
    const refusal = refused ?? 'tool_not_found';
    const message = refusalWords(refusal, input.view.language);
    return { record: { ...blank, status: 'denied', refusal, message }, effects: [], tool };
  }
  const valid = readParams(input.call.params, tool);
  if (!valid.ok) {
    return {
      record: { ...blank, status: 'error', code: 'tool.invalid-input', message: valid.problem },
      effects: [],
      tool,
    };
  }
  const params = valid.params;
  const began = { ...blank, arguments: params, coercions: valid.coercions };
  const running = runKind(input, tool, { params, seed, deps, signal });
  const run = await untilAborted(running, signal, cancelled).catch((error: unknown) => {
    if (isCancelled(error)) deps.onStopped?.(stopped(began, tool, deps.clock.now() - startedAt));
    throw error;
  });
  const record: ExecutionRecord = {
    ...began,
    rolls: run.rolls,
    logs: run.logs,
    milliseconds: deps.clock.now() - startedAt,
    ...(run.ok
      ? { status: 'success', result: run.value, text: run.text }
      : { status: statusOf(run.code, tool), code: run.code, message: run.message }),
  };
  return { record, effects: run.effects, tool };
}

const cancelled = (): Error => new NarrativeError('run.cancelled');

/** What was cut off may have been done all the same, where its work reaches beyond the page. */
const reachesOut = ({ definition, inPage }: CatalogueTool): boolean =>
  inPage || definition.sideEffect === 'irreversible';

function statusOf(code: ErrorCode, tool: CatalogueTool): ExecutionStatus {
  if (code !== 'tool.timeout' && code !== 'model.timeout') return 'error';
  return reachesOut(tool) ? 'uncertain' : 'timeout';
}

function stopped(record: ExecutionRecord, tool: CatalogueTool, milliseconds: number): ExecutionRecord {
  return { ...record, milliseconds, status: reachesOut(tool) ? 'uncertain' : 'error', code: 'run.cancelled' };
}

function refuse({ phase, slot, use, settings }: ToolRunInput, tool: CatalogueTool | null): RefusalReason | null {
  // On the bench an author tries what is not active or of the other phase; consent and rights still count.
  if (phase === 'bench' && tool) {
    const { trigger } = tool.definition;
    const state = tool.state === 'not_active' ? 'ready' : tool.state;
    return refusalOf({ tool: { ...tool, state }, slot, phase: trigger, use: { calls: 0, steps: 0 } }, settings.tools);
  }
  const trigger = phase === 'post' ? 'post_pipeline' : 'planning';
  return refusalOf({ tool: tool ?? undefined, slot, phase: trigger, use }, settings.tools);
}

function blankRecord(
  { call, phase, index, owner }: ToolRunInput,
  tool: CatalogueTool | null,
  facts: Pick<ExecutionRecord, 'seed' | 'startedAt' | 'executionId'>,
): ExecutionRecord {
  return {
    ...facts,
    ...owner,
    phase,
    index,
    tool: tool?.definition.name ?? call.tool,
    kind: tool?.definition.kind ?? null,
    sideEffect: tool?.definition.sideEffect ?? 'none',
    arguments: call.params,
    coercions: [],
    reason: call.reason,
    result: null,
    text: '',
    rolls: [],
    logs: [],
    milliseconds: 0,
    status: 'running',
    refusal: null,
    code: null,
    message: '',
  };
}

type ReadParams =
  | { readonly ok: true; readonly params: JsonObject; readonly coercions: readonly string[] }
  | { readonly ok: false; readonly problem: string };

function readParams(given: JsonObject, { definition }: CatalogueTool): ReadParams {
  const { name, kind, parameters } = definition;
  const known = isRecord(parameters['properties']) ? parameters['properties'] : {};
  const plain = kind === 'builtin' && isBuiltInName(name) ? plainParams(name, given, known) : given;
  const valid = validateParams(plain, parameters);
  return valid.ok ? { ok: true, ...valid.value } : { ok: false, problem: valid.error.join('; ') };
}

interface RunFacts {
  readonly params: JsonObject;
  readonly seed: number;
  readonly deps: ToolRunDeps;
  readonly signal: AbortSignal;
}

function runKind(input: ToolRunInput, { definition, inPage }: CatalogueTool, facts: RunFacts): Promise<ToolRun> {
  const { params, seed, deps, signal } = facts;
  const { call, view, material, history, settings } = input;
  switch (definition.kind) {
    case 'builtin':
      return Promise.resolve(runBuiltIn(input, definition.name, params, seed));
    case 'code': {
      const sandbox = inPage ? deps.pageSandbox : deps.sandbox;
      return sandbox
        ? runCodeTool({ tool: definition, params, view, seed }, sandbox, signal)
        : Promise.resolve(failedRun('tool.unavailable', 'running in the page is not available'));
    }
    case 'llm':
      return runLlmTool(
        { tool: definition, params, call, material: material(), history, view },
        { model: deps.model, settings: settings.agents.tool },
        signal,
      );
  }
}

function runBuiltIn({ call, view, effects }: ToolRunInput, name: string, params: JsonObject, seed: number): ToolRun {
  if (!isBuiltInName(name)) return failedRun('tool.unknown', name);
  const result = builtInRuns[name]({ params, call, view, seed, effects });
  if (!result.ok) return failedRun('tool.invalid-input', result.error[view.language]);
  const { value, text = textOfValue(value), rolls = [], effects: made = [] } = result.value;
  return { ok: true, value, text, rolls, effects: made, logs: [] };
}
