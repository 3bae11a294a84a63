/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  readDefinitions
} from "./chunk-chunk-J4THFFCK.js";
import {
  buildCatalogue,
  callAgent,
  callDeps,
  changesMessage,
  hasPlanningEntry,
  inputOf,
  offeredTools,
  openPlanningTools,
  openPostTools,
  proseOf,
  renderGuide,
  renderToolList
} from "./chunk-chunk-KTV6GOJA.js";
import "./chunk-chunk-NQ4TEPDI.js";
import "./chunk-chunk-WWV5UJXL.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-NLP6DCU7.js";
import "./chunk-chunk-UJV7JAAV.js";
import {
  ok
} from "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-A3VILCYQ.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-BUTJVY3T.js";
import {
  NarrativeError
} from "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/tool-model.ts
var textOf = (content) => typeof content === "string" ? content : JSON.stringify(content);
function makeToolModel(deps, tokens) {
  return {
    describe: (settings) => deps.model.describe(settings),
    async complete({ slot, messages, settings, maxTokens }, signal, onText) {
      const answer = await callAgent(
        deps,
        {
          slot,
          messages,
          settings,
          maxTokens,
          promptTokens: tokens.estimate(messages.map(({ content }) => textOf(content)).join("\n")),
          cut: [],
          read: (text) => ok(text),
          repair: (problem) => problem,
          ...onText ? { onText } : {}
        },
        signal
      );
      if (!answer.ok) throw answer.error;
      if (signal.aborted) throw new NarrativeError("run.cancelled");
      const usage = { promptTokens: null, completionTokens: null, cachedTokens: null };
      return { text: answer.value, reasoning: "", finish: "stop", usage, model: deps.model.describe(settings).model };
    }
  };
}

// src/pipeline/turn-tools.ts
async function openTurnTools(deps, state, entries, activated) {
  const tools = await readDefinitions(entries);
  const sandbox = await deps.tools.sandbox();
  const { request, settings, opened, journal } = state;
  const catalogue = buildCatalogue({
    tools,
    activeEntries: activated,
    consents: deps.tools.consents(),
    sandbox: sandbox.available()
  });
  const runDeps = {
    model: makeToolModel(callDeps(deps, state), deps.tokens),
    sandbox,
    pageSandbox: null,
    clock: deps.clock,
    ids: deps.ids
  };
  const onRecord = (record) => journal.append({ type: "tool.finished", record });
  const owner = { runId: state.runId, floorId: opened.floorId, pageId: opened.pageId };
  const now = state.startedAt;
  const viewOf = (world) => ({
    world,
    language: request.language,
    userName: request.userName,
    characterName: request.characterName,
    persona: request.persona.description,
    card: {
      description: request.card.description,
      personality: request.card.personality,
      scenario: request.card.scenario
    },
    round: opened.round,
    now
  });
  const baseMaterial = (rounds, world, stateText) => {
    const turns = rounds.filter(({ round, row }) => round > 0 && row.pageId !== null).map(({ round, messages }) => ({ round, input: inputOf(messages), reply: proseOf(messages) }));
    return {
      language: request.language,
      entries,
      summaries: world.summaries,
      turns,
      narrative: turns.at(-1)?.reply ?? "",
      guide: "",
      stateText,
      userName: request.userName,
      persona: request.persona.description,
      input: request.input,
      dice: [],
      known: world.game.known,
      expand: deps.tools.expand
    };
  };
  const postView = ({ rounds, sources, prose, dice }, world) => ({
    view: viewOf(world),
    material: () => ({
      ...baseMaterial(rounds, world, deps.stateText(world, request.language)),
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
        view: viewOf(opened.base),
        history: outputRounds(rounds),
        material: ({ dice, guide }) => ({ ...baseMaterial(rounds, opened.base, stateText), dice, guide })
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
function outputRounds(rounds) {
  return rounds.map(({ round, messages }) => {
    const reply = messages.findLast(({ role }) => role === "assistant");
    const outputs = (reply?.toolOutput ?? []).map(({ tool, text }) => ({ tool, text }));
    return { round, outputs, messageText: reply?.text ?? "" };
  });
}
export {
  openTurnTools
};
