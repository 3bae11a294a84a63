/** The author's bench over the tools of the open chat: nothing it does changes the story. */
import { type ExecutionRecord } from '../../domain/run/execution.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type Settings } from '../../domain/settings.ts';
import { type ToolBench } from '../../ports/tool-bench.ts';
import { type Sandbox } from '../../ports/sandbox.ts';
import { buildCatalogue, type CatalogueInput, findTool } from '../catalogue.ts';
import { withCheckedCode } from '../check-code.ts';
import { type ToolContextMaterial } from '../context-keys.ts';
import { llmToolPrompt } from '../llm-tool-prompt.ts';
import { runTool, type ToolRunDeps } from '../run-tool.ts';
import { type OutputRound } from '../tag-history.ts';
import { type ToolWorld } from '../tool-world.ts';
import { listTools } from './list-tools.ts';
import { rollLog } from './roll-log.ts';

/** The open chat at its head, as the bench needs it. */
export interface BenchScene {
  readonly catalogue: CatalogueInput;
  readonly settings: Settings;
  /** Of the screen, for states in words. */
  readonly screenLanguage: StoryLanguage;
  readonly view: ToolWorld;
  readonly material: ToolContextMaterial;
  readonly history: readonly OutputRound[];
}

export interface BenchDeps extends Omit<ToolRunDeps, 'sandbox' | 'pageSandbox'> {
  readonly sandbox: () => Promise<Sandbox>;
  readonly pageSandbox: () => Promise<Sandbox>;
  readonly scene: () => Promise<BenchScene>;
  /** Seed of a trial. */
  readonly seed: () => number;
  /** Records of the open chat, oldest first. */
  readonly records: () => Promise<readonly ExecutionRecord[]>;
}

export function makeToolBench(deps: BenchDeps): ToolBench {
  const trials: ExecutionRecord[] = [];
  return {
    async list() {
      const { catalogue, screenLanguage } = await deps.scene();
      const tools = await withCheckedCode(catalogue.tools, await deps.sandbox());
      return listTools({ ...catalogue, tools }, screenLanguage);
    },

    async tryTool(name, params, signal) {
      const { catalogue, settings, view, material, history } = await deps.scene();
      const call = { tool: name, params, successBranch: '', failureBranch: '', reason: '' };
      const { record, effects } = await runTool(
        {
          call,
          catalogue: buildCatalogue(catalogue),
          phase: 'bench',
          slot: 'tool',
          settings,
          use: { calls: 0, steps: 0 },
          index: trials.length,
          occurrence: 0,
          turnSeed: deps.seed(),
          owner: { runId: null, floorId: null, pageId: null },
          view,
          material: () => material,
          history,
          effects: [],
        },
        {
          ...deps,
          sandbox: await deps.sandbox(),
          pageSandbox: settings.tools.allowPageCode ? await deps.pageSandbox() : null,
        },
        signal,
      );
      trials.push(record);
      return { record, effects };
    },

    async previewPrompt(name, params) {
      const { catalogue, material, history } = await deps.scene();
      const tool = findTool(buildCatalogue(catalogue), name)?.definition;
      if (tool?.kind !== 'llm') return null;
      return llmToolPrompt({ tool, params, call: { reason: '' }, material, history }).messages;
    },

    async rolls() {
      const [{ screenLanguage }, records] = await Promise.all([deps.scene(), deps.records()]);
      return rollLog([...records, ...trials], screenLanguage);
    },
  };
}
