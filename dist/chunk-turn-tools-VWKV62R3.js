/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  makeToolModel,
  toolModelDeps
} from "./chunk-chunk-YYIQOGW4.js";
import {
  withCheckedCode
} from "./chunk-chunk-2ZHY3H7D.js";
import {
  renderGuide
} from "./chunk-chunk-5FPFTVW6.js";
import "./chunk-chunk-4LYTCLHK.js";
import "./chunk-chunk-MFHU7CZ7.js";
import {
  changesMessage,
  openPlanningTools,
  openPostTools
} from "./chunk-chunk-A7GIB32G.js";
import "./chunk-chunk-26SXFQAK.js";
import "./chunk-chunk-AOVRO2CB.js";
import {
  outerLayers,
  outputRounds,
  toolMaterial,
  toolWorld
} from "./chunk-chunk-5PEN3X6U.js";
import "./chunk-chunk-P3UUPY7A.js";
import "./chunk-chunk-6AARQOP5.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  buildCatalogue,
  hasPlanningEntry,
  offeredTools,
  renderToolList
} from "./chunk-chunk-Y5O5YSWD.js";
import "./chunk-chunk-5SD2KC4A.js";
import "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-W76UK7QJ.js";
import "./chunk-chunk-UCUWRUCS.js";
import "./chunk-chunk-27EIXC5I.js";
import "./chunk-chunk-HLIDK6WY.js";
import "./chunk-chunk-NOXGUHJZ.js";
import "./chunk-chunk-YTK4B242.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-6TLKJUH5.js";
import "./chunk-chunk-4Q6YCZR6.js";
import "./chunk-chunk-XO3DSS5A.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-UZDOBSHM.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-REXRDUCW.js";
import "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  readDefinitions
} from "./chunk-chunk-E2CWTNPY.js";
import "./chunk-chunk-RIX6DGCV.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import {
  mayRunCode
} from "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-KJITHBSO.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/turn-tools.ts
async function openTurnTools(deps, state, entries, activated) {
  const sandbox = await deps.tools.sandbox();
  const consents = deps.tools.consents();
  const mayRun = ({ definition, entry }) => entry.enabled && definition !== null && mayRunCode(definition, consents);
  const tools = await withCheckedCode(await readDefinitions(entries), sandbox, mayRun);
  const { request, settings, opened, journal } = state;
  const catalogue = buildCatalogue({
    tools,
    activeEntries: activated,
    consents,
    sandbox: sandbox.available(),
    pageCode: settings.tools.allowPageCode
  });
  const onRecord = (record) => journal.append({ type: "tool.finished", record });
  const runDeps = {
    model: makeToolModel(toolModelDeps(deps, state)),
    sandbox,
    pageSandbox: settings.tools.allowPageCode ? await deps.tools.pageSandbox() : null,
    clock: deps.clock,
    ids: deps.ids,
    onStopped: onRecord
  };
  const owner = { runId: state.runId, floorId: opened.floorId, pageId: opened.pageId };
  const scene = {
    material: request,
    language: request.language,
    round: opened.round,
    now: state.startedAt,
    expand: deps.tools.expand,
    outer: outerLayers(state.session)
  };
  const postView = ({ rounds, sources, prose, dice }, world) => ({
    view: toolWorld(scene, world),
    material: () => ({
      ...toolMaterial(scene, { rounds, world, stateText: deps.stateText(world, request.language) }),
      narrative: prose,
      guide: sources.plan ? renderGuide(sources.plan, request.language) : "",
      dice
    })
  });
  return {
    catalogue,
    list: renderToolList(offeredTools(catalogue), request.language),
    planning: hasPlanningEntry(catalogue),
    changesMessage: changesMessage(catalogue),
    openPlanning: ({ rounds, stateText }, signal) => openPlanningTools(
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
          guide
        })
      },
      { ...runDeps, onRecord },
      signal
    ),
    openPost: (stage, signal) => openPostTools(
      {
        catalogue,
        settings,
        turnSeed: state.seed,
        owner,
        history: outputRounds(stage.rounds),
        callsSoFar: stage.toolCalls,
        parallel: settings.pipeline.parallelExecutionEnabled,
        before: postView(stage, opened.base)
      },
      { ...runDeps, onRecord },
      signal
    ),
    postView
  };
}
export {
  openTurnTools
};
