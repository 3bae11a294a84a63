/** Post tools: those that do not need the analysis run beside it, the others after it; the output keeps the order of the entries. */
import { type ExecutionRecord } from '../../domain/run/execution.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { type ToolDefinition } from '../../domain/tools/tool-definition.ts';
import { type Catalogue, type CatalogueTool, postTools } from '../../tools/catalogue.ts';
import { type ToolContextMaterial } from '../../tools/context-keys.ts';
import { placeOutput, type PlacedOutput } from '../../tools/place-output.ts';
import { runTool, type ToolOutcome, type ToolRunDeps, type ToolRunInput } from '../../tools/run-tool.ts';
import { schedulePostTools } from '../../tools/schedule.ts';
import { type ToolWorld } from '../../tools/tool-world.ts';

/** What post tools see; before the analysis the state of the turn's beginning, after it the new one. */
export interface PostToolsView {
  readonly view: ToolWorld;
  readonly material: () => ToolContextMaterial;
}

export interface PostToolsInput extends Pick<ToolRunInput, 'settings' | 'turnSeed' | 'owner' | 'history'> {
  readonly catalogue: Catalogue;
  /** Calls the planner made, refused ones too: they count towards the turn's limit. */
  readonly callsSoFar: number;
  /** `pipeline.parallelExecutionEnabled`. */
  readonly parallel: boolean;
  readonly before: PostToolsView;
}

export interface PostToolsDeps extends ToolRunDeps {
  /** Each record once, in the order of the entries. */
  readonly onRecord: (record: ExecutionRecord) => void;
}

export interface PostToolsResult {
  readonly records: readonly ExecutionRecord[];
  readonly effects: readonly Effect[];
  /** Visible output in the order of the entries; empty and failed ones are left out. */
  readonly outputs: readonly PlacedOutput[];
}

export interface PostTools {
  /** Rejects with `run.cancelled` only. `after` is what the analysis led to; the same view when it failed. */
  finish(after: PostToolsView): Promise<PostToolsResult>;
}

/** Does any post tool of this turn change the message's text? Decides whether the tail is held. */
export function changesMessage(catalogue: Catalogue): boolean {
  return postTools(catalogue).some(({ definition }) => definition.placement !== 'panel');
}

/** Starts what need not wait; nothing runs when there are no post tools. */
export function openPostTools(input: PostToolsInput, deps: PostToolsDeps, signal: AbortSignal): PostTools {
  const tools = postTools(input.catalogue);
  const { besideAnalysis, afterAnalysis } = schedulePostTools(tools, input.parallel);
  const start = (tool: CatalogueTool, seen: PostToolsView, effects: readonly Effect[]): Promise<ToolOutcome> => {
    const index = tools.indexOf(tool);
    return runTool(
      {
        ...input,
        ...seen,
        call: callOf(tool.definition),
        phase: 'post',
        slot: 'tool',
        use: { calls: input.callsSoFar + index, steps: 2 },
        index,
        occurrence: 0,
        effects,
      },
      deps,
      signal,
    );
  };
  const early = new Map(besideAnalysis.map((tool) => [tool, start(tool, input.before, [])]));
  // A rejection is the turn's cancellation and is seen in `finish`.
  for (const outcome of early.values()) outcome.catch(() => undefined);

  return {
    async finish(after) {
      const late = new Map<CatalogueTool, Promise<ToolOutcome>>();
      const effects: Effect[] = [];
      for (const tool of afterAnalysis) {
        const outcome = start(tool, after, [...effects]);
        late.set(tool, outcome);
        outcome.catch(() => undefined);
        if (!input.parallel) effects.push(...(await outcome).effects);
      }
      const outcomes = await Promise.all(tools.flatMap((tool) => early.get(tool) ?? late.get(tool) ?? []));
      for (const { record } of outcomes) deps.onRecord(record);
      return {
        records: outcomes.map(({ record }) => record),
        effects: outcomes.flatMap((outcome) => outcome.effects),
        outputs: outcomes.flatMap(({ record, tool }) =>
          tool && record.status === 'success' && record.text.trim() !== ''
            ? [placeOutput(tool.definition, record.text.trim())]
            : [],
        ),
      };
    },
  };
}

/** A post tool is called by its entry, with the defaults of its parameters. */
function callOf(tool: ToolDefinition) {
  return { tool: tool.name, params: {}, successBranch: '', failureBranch: '', reason: '' };
}
