/** Wires the author's bench over the open chat: its tools, trials that change nothing, prompts, the log of rolls. */
import { emptyGameState } from '../domain/game-state/game-state.ts';
import { renderState } from '../domain/game-state/render-state.ts';
import { type World } from '../domain/world.ts';
import { makeModelClient } from '../host/model-client.ts';
import { makeToolRecords } from '../pipeline/tool-records.ts';
import { type ToolBench } from '../ports/tool-bench.ts';
import { type ToolRecords } from '../ports/tool-records.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { type Base } from './base.ts';
import { type Tools } from './tools.ts';

export interface Bench {
  readonly bench: ToolBench;
  readonly records: ToolRecords;
}

const nowhere: World = { game: emptyGameState, summaries: [], variables: {}, mvu: null, locks: [] };

export function wireBench(base: Base, tools: Tools, readStory: () => Promise<TurnMaterial>): Bench {
  const { host, store } = base;
  const { st, modules, observer } = host;
  const { clock, random, ids } = host.platform;
  const records = makeToolRecords(store, () => base.peek()?.timeline().chatId ?? null);
  let made: Promise<ToolBench> | null = null;

  // Loaded when somebody looks: most players never do.
  const load = async (): Promise<ToolBench> => {
    const [{ makeToolBench }, { readBenchScene }] = await Promise.all([
      import('../tools/bench/make-tool-bench.ts'),
      import('../pipeline/bench-scene.ts'),
    ]);
    const scene = () =>
      readBenchScene(
        {
          session: base.session,
          readMaterial: readStory,
          settings: base.settings,
          tools: tools.deps,
          stateText: (world, language) => renderState(world.game, language),
          screenLanguage: host.language,
          clock,
        },
        nowhere,
      );
    const model = makeModelClient({ st, modules, observer, clock });
    return makeToolBench({
      scene,
      model,
      sandbox: tools.deps.sandbox,
      pageSandbox: tools.deps.pageSandbox,
      clock,
      ids,
      seed: () => random.seed(),
      records: () => records.find(),
    });
  };
  const bench = (): Promise<ToolBench> => (made ??= load());

  return {
    records,
    bench: {
      list: async () => (await bench()).list(),
      tryTool: async (name, params, signal) => (await bench()).tryTool(name, params, signal),
      previewPrompt: async (name, params) => (await bench()).previewPrompt(name, params),
      rolls: async () => (await bench()).rolls(),
    },
  };
}
