/** The planner's tool calls: started while the plan still streams, run once each, handed to the writer in the order of the plan. */
import { readPlan } from '../../agents/planning/answer.ts';
import { type DiceRecord } from '../../domain/dice/dice-record.ts';
import { type ExecutionRecord } from '../../domain/run/execution.ts';
import { type Effect } from '../../domain/timeline/effect.ts';
import { type ToolCall } from '../../domain/tools/tool-call.ts';
import { type Catalogue, findTool } from '../../tools/catalogue.ts';
import { type ToolContextMaterial } from '../../tools/context-keys.ts';
import { renderResults } from '../../tools/render-results.ts';
import { runTool, type ToolOutcome, type ToolRunDeps, type ToolRunInput } from '../../tools/run-tool.ts';
import { makeToolCallStream } from '../../tools/stream-tool-calls.ts';

export interface PlanningToolsInput extends Pick<ToolRunInput, 'settings' | 'turnSeed' | 'owner' | 'view' | 'history'> {
  readonly catalogue: Catalogue;
  /** What llm tools may see, with the dice so far and the writer's guide (empty while the plan streams). */
  readonly material: (soFar: { readonly dice: readonly DiceRecord[]; readonly guide: string }) => ToolContextMaterial;
}

export interface PlanningToolsDeps extends ToolRunDeps {
  /** The journal: each record once, in the order of the plan. */
  readonly onRecord: (record: ExecutionRecord) => void;
}

export interface PlanningToolsResult {
  /** In the order of the plan; refused ones too; then what was started for a plan that was taken back. */
  readonly records: readonly ExecutionRecord[];
  /** Of the page; they count at commit. */
  readonly effects: readonly Effect[];
  /** The lines for `<tool_results>`. */
  readonly results: readonly string[];
  readonly dice: readonly DiceRecord[];
}

export interface PlanningTools {
  /** Hand it to the planning call: calls that are closed in the streamed text start at once. */
  onText(textSoFar: string): void;
  /** The plan as it was read at last: what was not started yet starts now. Rejects with `run.cancelled` only. */
  finish(calls: readonly ToolCall[], guide: string): Promise<PlanningToolsResult>;
}

interface Started {
  readonly key: string;
  readonly outcome: Promise<ToolOutcome>;
  claimed: boolean;
}

const keyOf = (call: ToolCall): string =>
  JSON.stringify([call.tool, call.params, call.successBranch, call.failureBranch, call.reason]);

export function openPlanningTools(
  input: PlanningToolsInput,
  deps: PlanningToolsDeps,
  signal: AbortSignal,
): PlanningTools {
  const stream = makeToolCallStream();
  const started: Started[] = [];
  const effects: Effect[] = [];
  const dice: DiceRecord[] = [];
  /** How often each call stands in the text that is streaming. */
  let inStream = new Map<string, number>();
  let lastText = '';
  let counts = new Map<string, number>();
  /** Everything but llm tools runs one after the other, so that a call sees what the one before it did. */
  let tail: Promise<unknown> = Promise.resolve();
  let tellGuide: (guide: string) => void = () => undefined;
  const guide = new Promise<string>((resolve) => (tellGuide = resolve));

  /** Such a call waits for the final plan: one that is taken back cannot be undone. */
  const isIrreversible = (call: ToolCall): boolean =>
    findTool(input.catalogue, call.tool)?.definition.sideEffect === 'irreversible';

  function start(call: ToolCall): Started {
    const definition = findTool(input.catalogue, call.tool)?.definition;
    const name = definition?.name ?? call.tool;
    const key = keyOf(call);
    const occurrence = counts.get(name) ?? 0;
    counts.set(name, occurrence + 1);
    const index = started.length;
    const isDuplicate = started.some((other) => other.key === key);
    const run = async (guideText: string): Promise<ToolOutcome> => {
      const outcome = await runTool(
        {
          ...input,
          call,
          phase: 'planning',
          slot: 'planning',
          use: { calls: index, steps: 1 },
          index,
          occurrence,
          effects: [...effects],
          material: () => input.material({ dice: [...dice], guide: guideText }),
          ...(isDuplicate ? { refusal: 'duplicate_call' as const } : {}),
        },
        deps,
        signal,
      );
      effects.push(...outcome.effects);
      dice.push(...outcome.record.rolls);
      return outcome;
    };
    const isModel = definition?.kind === 'llm';
    const waitsForGuide = isModel && definition.context.includes('writing_guide');
    const before = tail;
    const outcome = before.then(async () => run(waitsForGuide ? await guide : ''));
    const settled = outcome.catch(() => undefined);
    // A model call takes seconds: what follows does not wait for it.
    tail = isModel ? before : settled;
    const entry = { key, outcome, claimed: false };
    started.push(entry);
    return entry;
  }

  return {
    onText(textSoFar) {
      if (signal.aborted) return;
      // The planner was asked again: its calls are counted anew, and what is the same is not run twice.
      if (!textSoFar.startsWith(lastText)) {
        inStream = new Map();
        counts = new Map();
      }
      lastText = textSoFar;
      for (const element of stream.push(textSoFar)) {
        const plan = readPlan(`{"tool_calls":[${element}]}`);
        const call = plan.ok ? plan.value.toolCalls[0] : undefined;
        if (!call || isIrreversible(call)) continue;
        const key = keyOf(call);
        const times = (inStream.get(key) ?? 0) + 1;
        inStream.set(key, times);
        if (started.filter((other) => other.key === key).length < times) start(call);
      }
    },

    async finish(calls, guideText) {
      tellGuide(guideText);
      const mine = calls.map((call) => {
        const key = keyOf(call);
        const entry = started.find((other) => other.key === key && !other.claimed) ?? start(call);
        entry.claimed = true;
        return entry;
      });
      const outcomes = await Promise.all(mine.map(({ outcome }) => outcome));
      const records = outcomes.map(({ record }, index) => ({ ...record, index }));
      for (const record of records) deps.onRecord(record);
      const stray = await strays(started, records.length);
      for (const record of stray) deps.onRecord(record);
      return {
        records: [...records, ...stray],
        effects: outcomes.flatMap((outcome) => outcome.effects),
        results: renderResults(records, input.view.language),
        dice: records.flatMap(({ rolls }) => rolls),
      };
    },
  };
}

/** Calls of a plan that was taken back leave a record and nothing else. */
async function strays(started: readonly Started[], from: number): Promise<ExecutionRecord[]> {
  const left = await Promise.all(started.filter(({ claimed }) => !claimed).map(({ outcome }) => outcome));
  return left.map(({ record }, i) => ({
    ...record,
    index: from + i,
    status: 'blocked',
    message: 'not in the final plan',
  }));
}

/** For a plan that is there already, e.g. one a swipe keeps: the same seeds, fresh records. */
export function runPlanningTools(
  input: PlanningToolsInput & { readonly calls: readonly ToolCall[]; readonly guide: string },
  deps: PlanningToolsDeps,
  signal: AbortSignal,
): Promise<PlanningToolsResult> {
  return openPlanningTools(input, deps, signal).finish(input.calls, input.guide);
}
