/** The tools of one turn: the catalogue fixed at its beginning, the planner's calls, the post tools. A chunk of its own. */
import { renderGuide } from '../agents/planning/render-guide.ts';
import { type ExecutionRecord } from '../domain/run/execution.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { buildCatalogue, hasPlanningEntry, offeredTools } from '../tools/catalogue.ts';
import { type ReadTool } from '../tools/definition/read-definition.ts';
import { readDefinitions } from '../tools/definition/read-definitions.ts';
import { mayRunCode } from '../tools/consent.ts';
import { withCheckedCode } from '../tools/check-code.ts';
import { renderToolList } from '../tools/render-tool-list.ts';
import { type ToolRunDeps } from '../tools/run-tool.ts';
import { openPlanningTools } from './steps/run-planning-tools.ts';
import { changesMessage, openPostTools } from './steps/run-post-tools.ts';
import { makeToolModel, toolModelDeps } from './tool-model.ts';
import { outerLayers, outputRounds, type SceneFacts, toolMaterial, toolWorld } from './tool-scene.ts';
import { type TurnDeps } from './turn-deps.ts';
import { type TurnTools } from './turn-toolbox.ts';
import { type RequestState } from './turn-state.ts';

/** @param activated ids of the entries that are active this turn */
export async function openTurnTools(
  deps: TurnDeps,
  state: RequestState,
  entries: readonly WorldbookEntry[],
  activated: ReadonlySet<string>,
): Promise<TurnTools> {
  const sandbox = await deps.tools.sandbox();
  const consents = deps.tools.consents();
  const mayRun = ({ definition, entry }: ReadTool): boolean =>
    entry.enabled && definition !== null && mayRunCode(definition, consents);
  const tools = await withCheckedCode(await readDefinitions(entries), sandbox, mayRun);
  const { request, settings, opened, journal } = state;
  const catalogue = buildCatalogue({
    tools,
    activeEntries: activated,
    consents,
    sandbox: sandbox.available(),
    pageCode: settings.tools.allowPageCode,
  });
  const onRecord = (record: ExecutionRecord): void => journal.append({ type: 'tool.finished', record });
  const runDeps: ToolRunDeps = {
    model: makeToolModel(toolModelDeps(deps, state)),
    sandbox,
    pageSandbox: settings.tools.allowPageCode ? await deps.tools.pageSandbox() : null,
    clock: deps.clock,
    ids: deps.ids,
    onStopped: onRecord,
  };
  const owner = { runId: state.runId, floorId: opened.floorId, pageId: opened.pageId };
  const scene: SceneFacts = {
    material: request,
    language: request.language,
    round: opened.round,
    now: state.startedAt,
    expand: deps.tools.expand,
    outer: outerLayers(state.session),
  };

  const postView: TurnTools['postView'] = ({ rounds, sources, prose, dice }, world) => ({
    view: toolWorld(scene, world),
    material: () => ({
      ...toolMaterial(scene, { rounds, world, stateText: deps.stateText(world, request.language) }),
      narrative: prose,
      guide: sources.plan ? renderGuide(sources.plan, request.language) : '',
      dice,
    }),
  });

  return {
    catalogue,
    list: renderToolList(offeredTools(catalogue), request.language),
    planning: hasPlanningEntry(catalogue),
    changesMessage: changesMessage(catalogue),
    openPlanning: ({ rounds, stateText }, signal) =>
      openPlanningTools(
        {
          catalogue,
          settings,
          turnSeed: state.seed,
          owner,
          view: toolWorld(scene, opened.base),
          history: outputRounds(rounds),
          material: ({ dice, guide }) => ({
            ...toolMaterial(scene, { rounds, world: opened.base, stateText }),
            dice,
            guide,
          }),
        },
        { ...runDeps, onRecord },
        signal,
      ),
    openPost: (stage, signal) =>
      openPostTools(
        {
          catalogue,
          settings,
          turnSeed: state.seed,
          owner,
          history: outputRounds(stage.rounds),
          callsSoFar: stage.toolCalls,
          parallel: settings.pipeline.parallelExecutionEnabled,
          before: postView(stage, opened.base),
        },
        { ...runDeps, onRecord },
        signal,
      ),
    postView,
  };
}
