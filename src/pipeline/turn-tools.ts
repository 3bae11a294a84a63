/** The tools of one turn: the catalogue fixed at its beginning, the planner's calls, the post tools. A chunk of its own. */
import { renderGuide } from '../agents/planning/render-guide.ts';
import { inputOf, proseOf } from '../domain/history/render-turns.ts';
import { type Round } from '../domain/history/rounds.ts';
import { type ExecutionRecord } from '../domain/run/execution.ts';
import { type WorldbookEntry } from '../domain/worldbook/entry.ts';
import { type World } from '../domain/world.ts';
import { buildCatalogue, hasPlanningEntry, offeredTools } from '../tools/catalogue.ts';
import { type ToolContextMaterial } from '../tools/context-keys.ts';
import { readDefinitions } from '../tools/definition/read-definitions.ts';
import { renderToolList } from '../tools/render-tool-list.ts';
import { type ToolRunDeps } from '../tools/run-tool.ts';
import { type OutputRound } from '../tools/tag-history.ts';
import { type ToolWorld } from '../tools/tool-world.ts';
import { openPlanningTools } from './steps/run-planning-tools.ts';
import { changesMessage, openPostTools } from './steps/run-post-tools.ts';
import { callDeps } from './call-deps.ts';
import { makeToolModel } from './tool-model.ts';
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
  const tools = await readDefinitions(entries);
  const sandbox = await deps.tools.sandbox();
  const { request, settings, opened, journal } = state;
  const catalogue = buildCatalogue({
    tools,
    activeEntries: activated,
    consents: deps.tools.consents(),
    sandbox: sandbox.available(),
  });
  const runDeps: ToolRunDeps = {
    model: makeToolModel(callDeps(deps, state), deps.tokens),
    sandbox,
    pageSandbox: null,
    clock: deps.clock,
    ids: deps.ids,
  };
  const onRecord = (record: ExecutionRecord): void => journal.append({ type: 'tool.finished', record });
  const owner = { runId: state.runId, floorId: opened.floorId, pageId: opened.pageId };
  const now = state.startedAt;
  const viewOf = (world: World): ToolWorld => ({
    world,
    language: request.language,
    userName: request.userName,
    characterName: request.characterName,
    persona: request.persona.description,
    card: {
      description: request.card.description,
      personality: request.card.personality,
      scenario: request.card.scenario,
    },
    round: opened.round,
    now,
  });
  const baseMaterial = (rounds: readonly Round[], world: World, stateText: string): ToolContextMaterial => {
    const turns = rounds
      .filter(({ round, row }) => round > 0 && row.pageId !== null)
      .map(({ round, messages }) => ({ round, input: inputOf(messages), reply: proseOf(messages) }));
    return {
      language: request.language,
      entries,
      summaries: world.summaries,
      turns,
      narrative: turns.at(-1)?.reply ?? '',
      guide: '',
      stateText,
      userName: request.userName,
      persona: request.persona.description,
      input: request.input,
      dice: [],
      known: world.game.known,
      expand: deps.tools.expand,
    };
  };

  const postView: TurnTools['postView'] = ({ rounds, sources, prose, dice }, world) => ({
    view: viewOf(world),
    material: () => ({
      ...baseMaterial(rounds, world, deps.stateText(world, request.language)),
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
          view: viewOf(opened.base),
          history: outputRounds(rounds),
          material: ({ dice, guide }) => ({ ...baseMaterial(rounds, opened.base, stateText), dice, guide }),
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

function outputRounds(rounds: readonly Round[]): OutputRound[] {
  return rounds.map(({ round, messages }) => {
    const reply = messages.findLast(({ role }) => role === 'assistant');
    const outputs = (reply?.toolOutput ?? []).map(({ tool, text }) => ({ tool, text }));
    return { round, outputs, messageText: reply?.text ?? '' };
  });
}
